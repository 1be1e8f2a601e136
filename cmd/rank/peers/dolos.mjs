// Prints the similarity of every two files below a folder: dolos.mjs PEERS DIR.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [peers, dir] = process.argv.slice(2);
const { Dolos } = await import(pathToFileURL(join(resolve(peers), 'node_modules/@dodona/dolos-lib/dist/index.js')).href);
const files = readdirSync(dir, { recursive: true, withFileTypes: true })
  .filter((e) => e.isFile())
  .map((e) => join(e.parentPath ?? e.path, e.name));
const report = await new Dolos().analyzePaths(files);
for (const pair of report.allPairs()) {
  console.log(`${pair.similarity}\t${pair.leftFile.path}\t${pair.rightFile.path}`);
}

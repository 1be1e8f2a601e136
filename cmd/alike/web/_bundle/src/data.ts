// The data of the report. Each part is read when it is first needed.

export interface Overview {
  title: string; roots: string[]; view: string; window: number; made: string; version: string;
  files: number; contents: number; bytes: number; failed: number; skipped: Record<string, number> | null;
  identicalSets: number; identicalFiles: number; savings: number;
  similarPairs: number; similarFiles: number; similarBytes: number;
  min: number; by: string; few: number; folderMin: number; base: boolean; settings?: string[]; histogram: number[];
  shownPairs: number; shownGroups: number; shownSets: number; shownFolders: number;
  allGroups: number; allSets: number; allFolders: number;
  units: number; allBetween: number; shownBetween: number; // 0 units: pairs and groups are of files
  command: [string, string]; comparisons: number; live?: Live;
}
// Live is what the page of a server can ask it for; a report has none.
export interface Live { snapshot: string; compare: string; api: string; maxUpload: number }
export interface Tree { parent: number[]; name: string[]; files: number[]; bytes: number[]; found: number[]; own: number[] }
export interface Files {
  folder: number[]; name: string[]; size: number[]; copies: number[]; missing: number[];
  units: Record<string, number>; // how many files a unit has
  odd: Record<string, string>; // base 64 of paths that are not shown as they are
}
export interface Pairs {
  a: number[]; b: number[]; aInB: number[]; bInA: number[]; union: number[]; by: number[];
  shared: number[]; flags: number[]; page: string[];
}
export interface Between extends Pairs { of: number[] } // the pair of units of each, or -1
export interface Group { representative: number; members: number[]; shares: number[]; flags: number[]; common: number }
export interface Set { size: number; count: number; savings: number; files: number[] }
export interface Folders {
  a: number[]; b: number[]; aInB: number[]; bInA: number[]; union: number[];
  filesA: [number, number, number][]; filesB: [number, number, number][];
  bytesA: number[]; bytesB: number[]; matchedA: number[]; matchedB: number[]; rest: number[]; rough: number[];
  leftOutA: Record<number, string>; leftOutB: Record<number, string>; // in words, by pair
}

export const identical = 1, exact = 2, few = 4; // flags of a pair

export function once<T>(f: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= f());
}

const read = <T>(name: string): T => JSON.parse(document.getElementById("data-" + name)!.textContent!) as T;

export const overview = once(() => read<Overview>("overview"));
export const tree = once(() => read<Tree>("tree"));
export const files = once(() => read<Files>("files"));
export const pairs = once(() => read<Pairs>("pairs"));
export const between = once(() => read<Between>("between"));
export const groups = once(() => read<Group[]>("groups"));
export const sets = once(() => read<Set[]>("sets"));
export const folders = once(() => read<Folders>("folders"));

const missing = once(() => new globalThis.Set(files().missing));
const rest = once(() => new globalThis.Set(folders().rest));
const rough = once(() => new globalThis.Set(folders().rough));

export const isMissing = (file: number): boolean => missing().has(file);
export const isRest = (pair: number): boolean => rest().has(pair);
export const isRough = (pair: number): boolean => rough().has(pair);

// folderPaths are the paths of all folders.
export const folderPaths = once(() => {
  const { parent, name } = tree();
  const paths: string[] = [];
  for (let i = 0; i < name.length; i++) paths.push(parent[i] < 0 ? name[i] : join(paths[parent[i]], name[i]));
  return paths;
});

export const slashed = (folder: string): string => (folder.endsWith("/") ? folder : folder + "/");
export const join = (folder: string, name: string): string => slashed(folder) + name;

export const folderPath = (folder: number): string => folderPaths()[folder];
export const filePath = (file: number): string => join(folderPath(files().folder[file]), files().name[file]);

// What a filter searches.
export const lowerFiles = once(() => files().name.map((_, i) => filePath(i).toLowerCase()));
export const lowerFolders = once(() => folderPaths().map((path) => path.toLowerCase()));

// folderRanks are the places of the folders in the order of their paths.
export const folderRanks = once(() => {
  const paths = folderPaths();
  const order = paths.map((_, i) => i).sort((a, b) => (paths[a] < paths[b] ? -1 : 1));
  const ranks = new Int32Array(order.length);
  order.forEach((folder, rank) => (ranks[folder] = rank));
  return ranks;
});

// children are the direct subfolders of each folder.
export const children = once(() => {
  const lists: number[][] = tree().name.map(() => []);
  tree().parent.forEach((parent, i) => parent >= 0 && lists[parent].push(i));
  return lists;
});

export const roots = once(() => tree().parent.flatMap((parent, i) => (parent < 0 ? [i] : [])));

const ratio = (some: number, all: number): number => (all > 0 ? Math.min(some / all, 1) : 0);

// foundShare is the part of a folder's bytes that files elsewhere have too.
export const foundShare = (folder: number): number => ratio(tree().found[folder], tree().bytes[folder]);

// ownBytes are the bytes of the files in a folder that are in none of its subfolders on the page.
export const ownBytes = (folder: number): number =>
  tree().bytes[folder] - children()[folder].reduce((sum, child) => sum + tree().bytes[child], 0);

// ownFound is foundShare of these files.
export const ownFound = (folder: number): number => ratio(tree().own[folder], ownBytes(folder));

function byFile({ a, b }: Pairs): Map<number, number[]> {
  const of = new Map<number, number[]>();
  for (let i = 0; i < a.length; i++) {
    for (const file of [a[i], b[i]]) {
      const list = of.get(file);
      if (list) list.push(i);
      else of.set(file, [i]);
    }
  }
  return of;
}

// pairsOf are the pairs of each file or unit.
export const pairsOf = once(() => byFile(pairs()));

// pairsOfFiles are the pairs of each file, which are in the view named tableOfFiles.
export const pairsOfFiles = once(() => byFile(overview().units > 0 ? between() : pairs()));
export const tableOfFiles = (): "files" | "pairs" => (overview().units > 0 ? "files" : "pairs");

const fileNumbers = once(() => {
  const { name, odd } = files();
  return new Map(name.map((_, i) => [odd[i] === undefined ? "=" + filePath(i) : odd[i], i]));
});

// fileNumber is the number of a file by its path, or by its base 64 if that is odd. A path that
// has invisible characters is odd on the page, but not in other results.
export function fileNumber(path = "", base64?: string): number | undefined {
  return fileNumbers().get(base64 ?? "=" + path) ?? (base64 === undefined ? fileNumbers().get(base64Of(path)) : undefined);
}

const base64Of = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

// filesOf are the pairs of files of each pair of units.
export const filesOf = once(() => {
  const of = new Map<number, number[]>();
  between().of.forEach((pair, i) => {
    const list = of.get(pair);
    if (list) list.push(i);
    else of.set(pair, [i]);
  });
  return of;
});

// noun is what pairs and groups are of.
export const noun = (): [one: string, many: string] => (overview().units > 0 ? ["unit", "units"] : ["file", "files"]);

// setOf is the set of identical files of each file that has copies.
export const setOf = once(() => {
  const of = new Map<number, number>();
  sets().forEach((set, i) => set.files.forEach((file) => of.set(file, i)));
  return of;
});

// copies is the number of files with the content of a file, with itself.
export const copies = (file: number): number => Math.max(1, files().copies[file] ?? 1);

// groupOf is the group of each file.
export const groupOf = once(() => {
  const of = new Map<number, number>();
  groups().forEach((group, i) => {
    of.set(group.representative, i);
    for (const member of group.members) if (!of.has(member)) of.set(member, i);
  });
  return of;
});

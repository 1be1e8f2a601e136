// Paths: how they are shown beside each other, and how a shell takes them.

import { type Child, h } from "./dom";
import { filePath, files, once, overview } from "./data";

// commonFolder is the length of the folder that two paths have in common, with its slash, or
// 0 if that is all.
export function commonFolder(a: string, b: string): number {
  let common = 0;
  for (let i = 0; i < a.length && a[i] === b[i]; i++) if (a[i] === "/") common = i + 1;
  return common > 1 ? common : 0;
}

// above is the folder above everything that was scanned, with a slash: paths are shown below it.
const above = once(() => {
  const [first, ...others] = overview().roots;
  if (first === undefined || first === "/") return "";
  const all = others.reduce((common, root) => common.slice(0, commonFolder(common, root + "/")), first + "/");
  return all === "/" ? "" : all;
});

// shown is a path of which the first characters, common to others, are dim. Where there is
// little room, that part is cut off first, then the other folders.
export function shown(path: string, common: number): HTMLElement {
  const title = path;
  if (above() !== "" && path.startsWith(above())) {
    path = path.slice(above().length);
    common = Math.max(common - above().length, 0);
  }
  const name = path.lastIndexOf("/", path.length - 2) + 1;
  common = Math.min(common, name);
  return h("span", { class: "trail", title },
    common > 0 && h("span", { class: "common" }, path.slice(0, common)),
    name > common && h("span", { class: "folder" }, path.slice(common, name)),
    h("span", { class: path.length - name > 100 ? "name long" : "name" }, ...nameParts(path.slice(name))));
}

// nameParts splits a long name, so that its end stays in sight: similar files often differ
// only there.
function nameParts(name: string): Child[] {
  if (name.length <= 24) return [name];
  const at = before(name, name.length - 12);
  return [h("span", { class: "start" }, name.slice(0, at)), h("span", { class: "end" }, name.slice(at))];
}

// before is a place at which a text can be cut: not within a character of two units.
function before(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at;
}

// shortened is a long name without its middle.
export function shortened(name: string): string {
  return name.length <= 24 ? name : name.slice(0, before(name, 12)) + "…" + name.slice(before(name, name.length - 11));
}

const bytesOf = (base64: string): number[] => Array.from(atob(base64), (c) => c.charCodeAt(0));

// quoted is the path of a file as an argument in a shell.
export function quoted(file: number): string {
  const odd = files().odd[file];
  if (odd !== undefined) {
    const escaped = bytesOf(odd).map((c) =>
      c >= 0x20 && c < 0x7f && c !== 0x27 && c !== 0x5c ? String.fromCharCode(c) : "\\" + c.toString(8).padStart(3, "0"));
    return "$'" + escaped.join("") + "'";
  }
  const path = filePath(file);
  return /^[\w./+@%:,=-]+$/.test(path) ? path : "'" + path.replaceAll("'", "'\\''") + "'";
}

// Named is a file in the results of a server. A path that is not UTF-8 is in base 64.
export interface Named { path?: string; path_b64?: string; size: number; copies?: number; missing?: boolean }

// shownName is the path of a file without invisible characters.
export function shownName(f: Pick<Named, "path" | "path_b64">): string {
  const path = f.path ?? atob(f.path_b64 ?? "").replace(/[\xc2-\xf4][\x80-\xbf]{1,3}|[\x80-\xff]/g, decoded);
  return path.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (c) => {
    const code = c.codePointAt(0)!;
    return code < 0x80 ? hex("\\x", [code]) : "\\u" + code.toString(16).padStart(4, "0");
  });
}

// decoded is a character that some bytes of UTF-8 are, or the bytes in hexadecimal.
function decoded(binary: string): string {
  const bytes = Array.from(binary, (c) => c.charCodeAt(0));
  try {
    return decodeURIComponent(hex("%", bytes));
  } catch {
    return hex("\\x", bytes);
  }
}

const hex = (mark: string, bytes: number[]): string => bytes.map((c) => mark + c.toString(16).padStart(2, "0")).join("");

const encoded = (f: Named): string => (f.path_b64 === undefined ? encodeURIComponent(f.path ?? "") : hex("%", bytesOf(f.path_b64)));

// compareAddress leads to the comparison of two files of a live page. pair is their number in
// the table, if they are in it.
export function compareAddress(a: Named, b: Named, pair?: number): string {
  return `${overview().live!.compare}?a=${encoded(a)}&b=${encoded(b)}` + (pair === undefined ? "" : "&n=" + pair);
}

// comparison leads to the comparison of a pair in the table of a live page.
export function comparison(a: number, b: number, pair: number): string {
  const [one, other] = [a, b].map((file): Named => {
    const odd = files().odd[file];
    return { size: 0, ...(odd === undefined ? { path: filePath(file) } : { path_b64: odd }) };
  });
  return compareAddress(one, other, pair);
}

// command is the command that compares two files, or "".
export function command(a: number, b: number): string {
  const [before, after] = overview().command;
  return before === "" ? "" : before + quoted(a) + " " + quoted(b) + after;
}

// Tables as CSV (RFC 4180), in the form of alike's own.

import { filePath, files } from "./data";

export type Cell = string | number | boolean;

// text is the cell of a text. A spreadsheet would take some for formulas: these get an
// apostrophe, and texts that begin with an apostrophe another.
export const text = (s: string): string => (/^[=+\-@'\t\r\n]/.test(s) ? "'" + s : s);

// share is the cell of a share, empty if it is undefined.
export const share = (n: number): Cell => (n < 0 ? "" : n);

// pathCells are the two cells of a path: the path, or its base 64 if it has characters that
// cannot be shown.
export function pathCells(file: number): Cell[] {
  const odd = files().odd[file];
  return odd === undefined ? [text(filePath(file)), ""] : ["", text(odd)];
}

function quoted(cell: Cell): string {
  const s = String(cell);
  return /[,"\r\n]|^['\s]/.test(s) ? '"' + s.replaceAll('"', '""') + '"' : s;
}

export const line = (cells: Cell[]): string => cells.map(quoted).join(",") + "\r\n";

// save lets the browser save a file.
export function save(name: string, lines: string[]): void {
  const url = URL.createObjectURL(new Blob(lines, { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

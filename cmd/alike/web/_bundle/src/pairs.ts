// The table of pairs of files, and what is said of one of them.

import { type Child, announce, h } from "./dom";
import { exact, few, filePath, files, identical, isMissing, lowerFiles, overview, pairs } from "./data";
import { pathCells, share as shareCell } from "./csv";
import { count, figure, marks, measure, percent, size } from "./format";
import { command, commonFolder, comparison, shown } from "./paths";
import { share } from "./route";
import { bar, type Column, type Spec } from "./table";

export const isIdentical = (pair: number): boolean => (pairs().flags[pair] & identical) !== 0;
const isExact = (pair: number): boolean => (pairs().flags[pair] & exact) !== 0;

// pairFigure is a share of a pair, with a mark if it is an estimate.
export const pairFigure = (pair: number, share = pairs().by[pair]): string => figure(share, pairs().flags[pair]);

export function spec(): Spec {
  const p = pairs(), f = files(), o = overview();
  const [name, hint] = measure(o.by);
  const column = (name: string, label: string, hint: string, shares: number[]): Column => ({
    name, label, hint: `${hint} (${marks})`, numeric: true, key: (i) => shares[i],
    cell: (i) => [bar(isIdentical(i) ? 1 : shares[i], pairFigure(i, shares[i]))],
  });
  return {
    view: "pairs", noun: ["pair", "pairs"], held: p.a.length, all: Math.max(o.similarPairs, p.a.length), least: o.min,
    none: `No two files have ${percent(o.min)} or more in common.`,
    share: (i) => p.by[i], shareName: name,
    matches: (i, text) => lowerFiles()[p.a[i]].includes(text) || lowerFiles()[p.b[i]].includes(text),
    narrowed,
    columns: [
      { name: "path", label: "Files", numeric: false, key: (i) => p.a[i] * f.name.length + p.b[i], cell: (i) => both(p.a[i], p.b[i]) },
      column("by", name, hint, p.by),
      column("a-in-b", "1st in 2nd", "How much of the first file is in the second", p.aInB),
      column("b-in-a", "2nd in 1st", "How much of the second file is in the first", p.bInA),
      { name: "size", label: "Size", numeric: true, key: (i) => Math.max(f.size[p.a[i]], f.size[p.b[i]]),
        cell: (i) => [h("span", { class: "stack" }, h("span", {}, size(f.size[p.a[i]])), h("span", {}, size(f.size[p.b[i]])))] },
      { name: "action", label: "", numeric: false, cell: (i) => [action(i)] },
    ],
    detail,
    header: ["a_path", "a_path_b64", "a_size", "a_copies", "b_path", "b_path_b64", "b_size", "b_copies",
      "shared", "a_in_b", "b_in_a", "resemblance", ...(o.by === "distinctive" ? [o.by] : []), "identical", "exact"],
    lines: (i) => [[
      ...pathCells(p.a[i]), f.size[p.a[i]], f.copies[p.a[i]] ?? 1, ...pathCells(p.b[i]), f.size[p.b[i]], f.copies[p.b[i]] ?? 1,
      p.shared[i] ?? 0, shareCell(p.aInB[i]), shareCell(p.bInA[i]), shareCell(p.union[i]),
      ...(o.by === "distinctive" ? [shareCell(p.by[i])] : []), isIdentical(i), isExact(i),
    ]],
  };
}

// narrowed handles the choices of other views: one file, or a bar of the histogram.
function narrowed(params: URLSearchParams) {
  const p = pairs();
  const file = Number(params.get("file") ?? NaN);
  if (file >= 0 && file < files().name.length) {
    return { words: "with " + files().name[file], drop: "file", keeps: (i: number) => p.a[i] === file || p.b[i] === file };
  }
  const max = share(params, "max", NaN);
  if (max >= 0) {
    return { words: `below ${percent(max)}${max === 1 ? " or nearly so" : ""}, not identical`, drop: "max",
      keeps: (i: number) => !isIdentical(i) && (p.by[i] < max || max === 1) };
  }
  return undefined;
}

// both shows two paths below each other.
export function both(a: number, b: number): Child[] {
  const paths = [filePath(a), filePath(b)];
  const common = commonFolder(paths[0], paths[1]);
  return [h("span", { class: "stack" }, ...[a, b].map((file, i) =>
    h("span", { class: "line" }, shown(paths[i], common), isMissing(file) && h("span", { class: "tag" }, "missing"))))];
}

// pageOf leads to the page that compares a pair, or is "".
function pageOf(i: number): string {
  const p = pairs();
  if (overview().live) return isMissing(p.a[i]) || isMissing(p.b[i]) ? "" : comparison(p.a[i], p.b[i], i);
  return p.page[i] ? "compare/" + encodeURIComponent(p.page[i]) : "";
}

// action leads to the comparison: a link to its page, or a button that copies the command.
function action(i: number, words = ""): HTMLElement {
  const p = pairs();
  if (isIdentical(i)) return h("span", { class: "same" }, "identical");
  const page = pageOf(i);
  if (page !== "") return h("a", { class: "act", href: page }, words || "Compare");
  if (isMissing(p.a[i]) || isMissing(p.b[i])) return h("span", { class: "same" }, "missing");
  const text = command(p.a[i], p.b[i]);
  if (text === "") return h("span", {});
  return h("button", { type: "button", class: "act", title: text, click: (e) => void copy(e.currentTarget as HTMLElement, text) }, words || "Copy command");
}

// copy copies a text. Browsers that do not allow it for a file on disk select the text
// instead, if it is on the page.
async function copy(button: HTMLElement, text: string): Promise<void> {
  const before = button.textContent;
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "quiet", readonly: true, "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    said = document.execCommand("copy") ? "Copied" : "Not allowed";
    area.remove();
    button.focus();
  }
  button.textContent = said;
  announce(said);
  setTimeout(() => (button.textContent = before), 1500);
}

function detail(i: number): Child[] {
  const p = pairs(), f = files();
  const side = (file: number, word: string, found: number): HTMLElement =>
    h("section", {},
      h("h3", {}, word),
      h("p", { class: "whole" }, filePath(file)),
      h("dl", { class: "facts" },
        ...fact("size", size(f.size[file])),
        ...((f.copies[file] ?? 1) > 1 ? fact("copies", count(f.copies[file])) : []),
        ...fact(word === "First" ? "of it in the second" : "of it in the first", pairFigure(i, found))),
      isMissing(file) && h("p", { class: "note" }, "This file was not there any more when the report was made."));
  const text = command(p.a[i], p.b[i]), page = pageOf(i);
  return [
    h("h2", {}, isIdentical(i) ? "Identical files" : `${pairFigure(i)} alike`),
    side(p.a[i], "First", p.aInB[i]), side(p.b[i], "Second", p.bInA[i]),
    h("dl", { class: "facts" },
      ...(p.union[i] >= 0 ? fact("in both, of all in either", pairFigure(i, p.union[i])) : []),
      ...fact(measure(overview().by)[0].toLowerCase(), pairFigure(i)),
      ...(p.shared[i] > 0 ? fact("common fingerprints", count(p.shared[i])) : []),
      ...(isIdentical(i) ? [] : fact("shares", isExact(i) ? "exact" : p.flags[i] & few ? "estimated (?) from few" : "estimated (~)"))),
    !isIdentical(i) && h("p", {}, action(i, page !== "" ? "Compare side by side" : "Copy the command that compares them")),
    text !== "" && page === "" && !isIdentical(i) && h("p", { class: "command" }, text),
  ];
}

export const fact = (name: string, value: string): Child[] => [h("dt", {}, name), h("dd", {}, value)];

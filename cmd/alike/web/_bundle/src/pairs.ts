// The table of pairs of files or units, and that of the files of units.

import { type Child, announce, h } from "./dom";
import { between, exact, few, filePath, files, filesOf, identical, isMissing, lowerFiles, noun, overview, pairs, type Pairs } from "./data";
import { pathCells, share as shareCell } from "./csv";
import { amount, count, figure, marks, measure, percent, size } from "./format";
import { command, commonFolder, comparison, shown } from "./paths";
import { address, share, whole } from "./route";
import { bar, type Column, type Spec } from "./table";

export const isIdentical = (pair: number, p = pairs()): boolean => (p.flags[pair] & identical) !== 0;
const isExact = (pair: number, p: Pairs): boolean => (p.flags[pair] & exact) !== 0;

// pairFigure is a share of a pair, with a mark if it is an estimate.
export const pairFigure = (pair: number, share = pairs().by[pair], p = pairs()): string => figure(share, p.flags[pair]);

// whyBelow says why there are pairs below the threshold.
export const whyBelow = (one: string): string =>
  `Pairs below ${percent(overview().min)} are listed because ${percent(overview().min)} or more of one ${one} is in the other, though much of that is in others too.`;

// areUnits reports whether a table of pairs is of units.
const areUnits = (p: Pairs): boolean => overview().units > 0 && p === pairs();

export function spec(p: Pairs = pairs()): Spec {
  const f = files(), o = overview(), inner = p !== pairs();
  const [one, many] = areUnits(p) ? noun() : ["file", "files"];
  const all = inner ? o.allBetween : o.similarPairs;
  const [name, hint] = measure(o.by);
  const column = (name: string, label: string, hint: string, shares: number[]): Column => ({
    name, label, hint: `${hint} (${marks()})`, numeric: true, key: (i) => shares[i],
    cell: (i) => [bar(isIdentical(i, p) ? 1 : shares[i], pairFigure(i, shares[i], p))],
  });
  return {
    view: inner ? "files" : "pairs", like: "pairs", noun: inner ? ["pair of files", "pairs of files"] : ["pair", "pairs"],
    held: p.a.length, all: Math.max(all, p.a.length), least: o.min, below: whyBelow(one),
    none: `No two ${many} have ${percent(o.min)} or more in common.`,
    share: (i) => p.by[i], shareName: name,
    matches: (i, text) => lowerFiles()[p.a[i]].includes(text) || lowerFiles()[p.b[i]].includes(text),
    narrowed: (params) => narrowed(params, p),
    columns: [
      { name: "path", label: many[0].toUpperCase() + many.slice(1), numeric: false, key: (i) => p.a[i] * f.name.length + p.b[i], cell: (i) => both(p.a[i], p.b[i]) },
      column("by", name, hint, p.by),
      column("a-in-b", "1st in 2nd", `How much of the first ${one} is in the second`, p.aInB),
      column("b-in-a", "2nd in 1st", `How much of the second ${one} is in the first`, p.bInA),
      { name: "size", label: "Size", numeric: true, key: (i) => Math.max(f.size[p.a[i]], f.size[p.b[i]]),
        cell: (i) => [h("span", { class: "stack" }, h("span", {}, size(f.size[p.a[i]])), h("span", {}, size(f.size[p.b[i]])))] },
      { name: "action", label: "", numeric: false, cell: (i) => [action(i, p)] },
    ],
    detail: (i) => detail(i, p),
    header: ["a_path", "a_path_b64", "a_size", "a_copies", "b_path", "b_path_b64", "b_size", "b_copies",
      "shared", "a_in_b", "b_in_a", "resemblance", ...(o.by === "distinctive" ? [o.by] : []), "identical", "exact"],
    lines: (i) => [[
      ...pathCells(p.a[i]), f.size[p.a[i]], f.copies[p.a[i]] ?? 1, ...pathCells(p.b[i]), f.size[p.b[i]], f.copies[p.b[i]] ?? 1,
      p.shared[i] ?? 0, shareCell(p.aInB[i]), shareCell(p.bInA[i]), shareCell(p.union[i]),
      ...(o.by === "distinctive" ? [shareCell(p.by[i])] : []), isIdentical(i, p), isExact(i, p),
    ]],
  };
}

// narrowed handles the choices of other views: one file, or a bar of the histogram.
function narrowed(params: URLSearchParams, p: Pairs) {
  const of = p === pairs() ? -1 : whole(params, "of");
  if (of >= 0 && of < pairs().a.length) {
    const [a, b] = [pairs().a[of], pairs().b[of]];
    return { words: `of ${files().name[a]} and ${files().name[b]}`, drop: "of", keeps: (i: number) => between().of[i] === of };
  }
  const file = Number(params.get("file") ?? NaN);
  if (file >= 0 && file < files().name.length) {
    return { words: "with " + files().name[file], drop: "file", keeps: (i: number) => p.a[i] === file || p.b[i] === file };
  }
  const max = share(params, "max", NaN);
  if (max >= 0) {
    return { words: `below ${percent(max)}${max === 1 ? " or nearly so" : ""}, not identical`, drop: "max",
      keeps: (i: number) => !isIdentical(i, p) && (p.by[i] < max || max === 1) };
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
function pageOf(i: number, p: Pairs): string {
  if (overview().live) return isMissing(p.a[i]) || isMissing(p.b[i]) ? "" : comparison(p.a[i], p.b[i], i);
  return p.page[i] ? "compare/" + encodeURIComponent(p.page[i]) : "";
}

// action leads to the comparison: a link to its page, or a button that copies the command.
// Two units lead to their files.
function action(i: number, p: Pairs, words = ""): HTMLElement {
  if (areUnits(p)) {
    const n = filesOf().get(i)?.length ?? 0;
    return n > 0 ? h("a", { class: "act", href: address("files", { of: i }) }, amount(n, "pair of files", "pairs of files")) : h("span", { class: "same" }, "no two files");
  }
  if (isIdentical(i, p)) return h("span", { class: "same" }, "identical");
  const page = pageOf(i, p);
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

// strongest shows the first pairs of files of a pair of units.
function strongest(i: number): HTMLElement {
  const own = filesOf().get(i) ?? [], b = between();
  return h("section", {}, h("h3", {}, "Files"),
    own.length === 0 ? h("p", { class: "dim" }, `No two of their files have ${percent(overview().min)} or more in common.`)
      : h("ul", { class: "members" }, ...own.slice(0, 5).map((k) => h("li", {}, h("p", { class: "member" },
        h("span", { class: "figure" }, pairFigure(k, b.by[k], b)),
        h("a", { href: address("files", { of: i, sel: k }) }, ...both(b.a[k], b.b[k])))))),
    own.length > 0 && h("p", {}, h("a", { class: "act", href: address("files", { of: i }) }, "Show " + amount(own.length, "pair of files", "pairs of files"))));
}

function detail(i: number, p: Pairs): Child[] {
  const f = files();
  const side = (file: number, word: string, found: number): HTMLElement =>
    h("section", {},
      h("h3", {}, word),
      h("p", { class: "whole" }, filePath(file)),
      h("dl", { class: "facts" },
        ...fact("size", size(f.size[file])), ...(f.units[file] ? fact("files", count(f.units[file])) : []),
        ...((f.copies[file] ?? 1) > 1 ? fact("copies", count(f.copies[file])) : []),
        ...fact(word === "First" ? "of it in the second" : "of it in the first", pairFigure(i, found, p))),
      isMissing(file) && h("p", { class: "note" }, "This file was not there any more when the report was made."));
  const text = areUnits(p) ? "" : command(p.a[i], p.b[i]), page = pageOf(i, p);
  return [
    h("h2", {}, isIdentical(i, p) ? "Identical files" : `${pairFigure(i, p.by[i], p)} alike`),
    areUnits(p) && strongest(i),
    side(p.a[i], "First", p.aInB[i]), side(p.b[i], "Second", p.bInA[i]),
    h("dl", { class: "facts" },
      ...(p.union[i] >= 0 ? fact("in both, of all in either", pairFigure(i, p.union[i], p)) : []),
      ...fact(measure(overview().by)[0].toLowerCase(), pairFigure(i, p.by[i], p)),
      ...(p.shared[i] > 0 ? fact("common fingerprints", count(p.shared[i])) : []),
      ...(isIdentical(i, p) ? [] : fact("shares", isExact(i, p) ? "exact" : p.flags[i] & few ? "estimated (?) from few" : "estimated (~)"))),
    !areUnits(p) && !isIdentical(i, p) && h("p", {}, action(i, p, page !== "" ? "Compare side by side" : "Copy the command that compares them")),
    text !== "" && page === "" && !isIdentical(i, p) && h("p", { class: "command" }, text),
  ];
}

export const fact = (name: string, value: string): Child[] => [h("dt", {}, name), h("dd", {}, value)];

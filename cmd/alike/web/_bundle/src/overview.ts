// The overview: what was scanned, what was found, and the strongest of each kind.

import { type Child, append, h } from "./dom";
import { filePath, files, folderPath, folders, groups, noun, overview, pairs } from "./data";
import { amount, count, measure, moment, part, percent, size } from "./format";
import { commonFolder, shown } from "./paths";
import { address } from "./route";
import { folderFigure, restTag } from "./folders";
import { groupSize } from "./groups";
import { isIdentical, pairFigure, whyBelow } from "./pairs";

const strongest = 10;

// show shows the overview. The tables are read after it has been painted.
export function show(root: HTMLElement): void {
  const o = overview();
  const tops = h("div", { class: "tops" });
  append(root, [
    h("h1", {}, o.title || "Report"),
    h("p", { class: "lead" }, ...lead()),
    o.files > 0 && h("div", { class: "figures" }, ...figures()),
    h("section", { class: "scanned" }, h("h2", {}, "What was scanned"), scanned()),
  ]);
  if (o.files === 0) return;
  append(root, [
    h("section", { class: "distribution" }, h("h2", {}, "Shares of similar pairs"), histogram()),
    tops,
  ]);
  requestAnimationFrame(() => setTimeout(() => append(tops, [topFolders(), topGroups(), topPairs()]), 0));
}

function lead(): Child[] {
  const o = overview();
  if (o.files === 0) return ["No files were scanned."];
  if (o.similarPairs === 0 && o.identicalSets === 0) {
    return [`${amount(o.files, "file", "files")} were compared. None are identical, and no two have ${percent(o.min)} or more in common.`];
  }
  return [`${amount(o.files, "file", "files")} with ${size(o.bytes)} in ${amount(o.roots.length, "folder", "folders")}, made ${moment(o.made)}.`];
}

function figures(): Child[] {
  const o = overview();
  const figure = (value: string, words: string, to: string): HTMLElement =>
    h("a", { class: "figurebox", href: to }, h("span", { class: "value" }, value), h("span", { class: "words" }, words));
  return [
    figure(size(o.savings), `could be saved: ${amount(o.identicalFiles, "identical file", "identical files")} in ${amount(o.identicalSets, "set", "sets")}`, address("duplicates")),
    figure(size(o.similarBytes), `${part(o.similarBytes, o.bytes)} of all bytes, are also in a similar file: ${amount(o.similarFiles, "file", "files")}`, address("graph")),
    figure(count(o.similarPairs), `${o.similarPairs === 1 ? "pair" : "pairs"}${o.units > 0 ? " of units" : ""} with ${percent(o.min)} or more in common`, address("pairs")),
    figure(count(o.allFolders), o.allFolders === 1 ? "pair of similar folders" : "pairs of similar folders", address("folders")),
  ];
}

function scanned(): HTMLElement {
  const o = overview();
  const left = Object.entries(o.skipped ?? {}).filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]);
  const rows: [string, Child[]][] = [
    [o.roots.length === 1 ? "Folder" : "Folders", [h("ul", { class: "plain" }, ...o.roots.map((root) => h("li", { class: "whole" }, root)))]],
    ["Files", [`${count(o.files)}, ${size(o.bytes)}; ${count(o.contents)} different`]],
    ...(o.units > 0 ? [["Units", [`${count(o.units)}, with ${amount(o.allBetween, "similar pair of files", "similar pairs of files")} between them`]] as [string, Child[]]] : []),
    ...(o.skipped === null ? [] : [["Left out", left.length === 0 ? ["nothing"] : [h("ul", { class: "plain" }, ...left.map(([reason, n]) => h("li", {}, `${count(n)} ${reason}`)))]] as [string, Child[]]]),
    ...(o.failed > 0 ? [["Not readable", [amount(o.failed, "file", "files")]] as [string, Child[]]] : []),
    ["Compared by", [h("ul", { class: "plain" }, ...[`windows of ${count(o.window)} ${o.view === "code" ? "tokens" : "bytes"}, view ${o.view}; share: ${measure(o.by)[0].toLowerCase()}, from ${percent(o.min)}`, ...o.settings ?? []].map((words) => h("li", { class: "whole" }, words)))]],
    ["Made", [`${moment(o.made)} by alike ${o.version}`]],
  ];
  return h("dl", { class: "rows" }, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, ...value)]));
}

// histogram has a bar for each twentieth of the shares. A bar leads to its pairs.
function histogram(): HTMLElement {
  const o = overview();
  const total = o.histogram.reduce((sum, n) => sum + n, 0);
  if (total === 0) return h("p", { class: "nothing" }, "There are no similar pairs that are not identical.");
  const most = Math.max(...o.histogram);
  const from = Math.min(Math.floor(o.min * 20 + 1e-9), o.histogram.findIndex((n) => n > 0));
  const below = o.by === "distinctive" && o.histogram.some((n, i) => n > 0 && (i + 1) / 20 <= o.min + 1e-9);
  const bars = o.histogram.map((n, i) => {
    if (i < from) return null;
    const low = i / 20, high = (i + 1) / 20;
    const fill = h("span", { class: "column" });
    fill.style.height = n === 0 ? "0" : `max(2px, ${(n / most) * 100}%)`;
    const words = `${Math.round(low * 100)} to ${Math.round(high * 100)} per cent: ${amount(n, "pair", "pairs")}`;
    return h("li", {},
      n > 0 ? h("a", { href: address("pairs", { min: low, max: high }), "aria-label": words, title: words },
        h("span", { class: "number" }, count(n)), fill) : h("span", { class: "none", title: words }),
      h("span", { class: "tick", "aria-hidden": "true" }, String(Math.round(low * 100))));
  });
  return h("div", {},
    h("ol", { class: "histogram" }, ...bars),
    h("p", { class: "dim" }, `${measure(o.by)[0]}, in per cent; ${amount(total, "pair", "pairs")}, identical ones not counted.`),
    below && h("p", { class: "dim" }, whyBelow(noun()[0])));
}

function top(title: string, none: string, rows: HTMLElement[], all: string, words: string): HTMLElement {
  return h("section", {}, h("h2", {}, title),
    rows.length === 0 ? h("p", { class: "nothing" }, none) : h("ol", { class: "best" }, ...rows),
    rows.length > 0 && h("p", {}, h("a", { href: all }, words)));
}

function entry(to: string, figure: string, paths: string[], note: string, tag?: Child): HTMLElement {
  const common = paths.length > 1 ? commonFolder(paths[0], paths[1]) : 0;
  return h("li", {}, h("a", { href: to }, h("span", { class: "figure" }, figure),
    h("span", { class: "stack" }, ...paths.map((path, i) => h("span", { class: "line" }, shown(path, common), i === 0 && tag)), h("span", { class: "dim" }, note))));
}

function topFolders(): HTMLElement {
  const p = folders();
  const rows = p.a.slice(0, strongest).map((a, i) =>
    entry(address("folders", { sel: i }), folderFigure(i), [folderPath(a), folderPath(p.b[i])], size(Math.max(p.matchedA[i], p.matchedB[i])) + " in common", restTag(i)));
  return top("Strongest folders", "No two folders have much in common.", rows, address("folders"), "All pairs of folders");
}

function topGroups(): HTMLElement {
  const rows = groups().slice(0, strongest).map((g, i) =>
    entry(address("groups", { sel: i }), count(groupSize(g)), [filePath(g.representative)], `and ${amount(groupSize(g) - 1, ...noun())} like it, ${size(g.common)} in common`));
  return top("Strongest groups", `No ${noun()[1]} form a group.`, rows, address("groups"), "All groups");
}

function topPairs(): HTMLElement {
  const p = pairs(), sizes = files().size;
  const inCommon = (i: number): number => Math.min(p.aInB[i] * sizes[p.a[i]], p.bInA[i] * sizes[p.b[i]]);
  const weight = p.a.map((_, i) => (isIdentical(i) ? 0 : p.by[i] * inCommon(i))); // of small files, few bytes make 100 %
  const best = p.a.map((_, i) => i).filter((i) => !isIdentical(i)).sort((i, j) => weight[j] - weight[i] || i - j).slice(0, strongest);
  const rows = best.map((i) =>
    entry(address("pairs", { sel: i }), pairFigure(i), [filePath(p.a[i]), filePath(p.b[i])], size(inCommon(i)) + " in common"));
  return top("Strongest pairs", `No two ${noun()[1]} that differ have ${percent(overview().min)} or more in common.`, rows, address("pairs"), "All pairs");
}

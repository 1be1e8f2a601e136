// The tables of groups and of identical files.

import { type Child, h } from "./dom";
import { copies, filePath, files, groups, isMissing, lowerFiles, overview, setOf, sets, type Group } from "./data";
import { pathCells, share as shareCell } from "./csv";
import { amount, count, percent, size } from "./format";
import { commonFolder, shown } from "./paths";
import { address } from "./route";
import { fact } from "./pairs";
import { bar, type Spec } from "./table";

// groupSize is the number of files in a group. Of identical ones, only the first is a member.
export const groupSize = (g: Group): number => copies(g.representative) + g.members.reduce((sum, file) => sum + copies(file), 0);

const listed = 500; // files in the panel

export function groupSpec(): Spec {
  const all = groups(), f = files(), o = overview();
  const lows = all.map((g) => g.shares.reduce((low, s) => Math.min(low, s), 1));
  const highs = all.map((g) => (g.shares.length === 0 ? 1 : g.shares.reduce((high, s) => Math.max(high, s), 0)));
  const sizes = all.map(groupSize);
  return {
    view: "groups", noun: ["group", "groups"], held: all.length, all: Math.max(o.allGroups, all.length), least: o.min,
    none: "No files are similar enough to form a group.",
    share: (i) => highs[i],
    matches: (i, text) => [all[i].representative, ...all[i].members].some((file) => lowerFiles()[file].includes(text)),
    columns: [
      { name: "path", label: "Representative", numeric: false, key: (i) => all[i].representative,
        cell: (i) => [shown(filePath(all[i].representative), 0)] },
      { name: "files", label: "Files", numeric: true, key: (i) => sizes[i], cell: (i) => [count(sizes[i])] },
      { name: "least", label: "Least share", numeric: true, key: (i) => lows[i], cell: (i) => [bar(lows[i])] },
      { name: "most", label: "Greatest", numeric: true, key: (i) => highs[i], cell: (i) => [bar(highs[i])] },
      { name: "common", label: "In common", numeric: true, key: (i) => all[i].common, cell: (i) => [size(all[i].common)] },
    ],
    detail: (i) => [
      h("h2", {}, amount(sizes[i], "similar file", "similar files")),
      h("dl", { class: "facts" }, ...fact("in common", size(all[i].common))),
      h("h3", {}, "Representative"),
      fileLink(all[i].representative, filePath(all[i].representative), ""),
      all[i].members.length > 0 && h("h3", {}, "Similar to it"),
      ...fileList(all[i].members, filePath(all[i].representative), (k) => percent(all[i].shares[k])),
    ],
    header: ["group", "role", "path", "path_b64", "size", "copies", "share"],
    lines: (i) => [
      [i + 1, "representative", ...pathCells(all[i].representative), f.size[all[i].representative], f.copies[all[i].representative] ?? 1, ""],
      ...all[i].members.map((file, k) => [i + 1, "member", ...pathCells(file), f.size[file], f.copies[file] ?? 1, shareCell(all[i].shares[k])]),
    ],
  };
}

export function setSpec(): Spec {
  const all = sets(), o = overview();
  const saved = (i: number) => all[i].size * (all[i].files.length - 1);
  return {
    view: "duplicates", noun: ["set of identical files", "sets of identical files"], held: all.length, all: Math.max(o.allSets, all.length), least: 0,
    none: "No two files are identical.",
    matches: (i, text) => all[i].files.some((file) => lowerFiles()[file].includes(text)),
    columns: [
      { name: "path", label: "Files", numeric: false, key: (i) => all[i].files[0], cell: (i) => [paths(all[i].files)] },
      { name: "files", label: "Copies", numeric: true, key: (i) => all[i].files.length, cell: (i) => [count(all[i].files.length)] },
      { name: "size", label: "Size of each", numeric: true, key: (i) => all[i].size, cell: (i) => [size(all[i].size)] },
      { name: "saved", label: "Could be saved", numeric: true, key: saved, cell: (i) => [size(saved(i))] },
    ],
    detail: (i) => [
      h("h2", {}, amount(all[i].files.length, "identical file", "identical files")),
      h("dl", { class: "facts" }, ...fact("size of each", size(all[i].size)), ...fact("could be saved", size(saved(i)))),
      ...fileList(all[i].files, filePath(all[i].files[0]), () => "", false),
    ],
    header: ["set", "size", "path", "path_b64"],
    lines: (i) => all[i].files.map((file) => [i + 1, all[i].size, ...pathCells(file)]),
  };
}

// paths shows the first two of some files.
function paths(some: number[]): HTMLElement {
  const [a, b] = [filePath(some[0]), filePath(some[1] ?? some[0])];
  const common = commonFolder(a, b);
  return h("span", { class: "stack" }, h("span", { class: "line" }, shown(a, common)),
    some.length > 1 && h("span", { class: "line" }, shown(b, common),
      some.length > 2 && h("span", { class: "more" }, `and ${count(some.length - 2)} more`)));
}

function fileLink(file: number, beside: string, words: string, withCopies = true): HTMLElement {
  const path = filePath(file);
  const set = withCopies ? setOf().get(file) : undefined;
  return h("p", { class: "member" },
    words !== "" && h("span", { class: "figure" }, words),
    h("a", { href: address("pairs", { file }) }, shown(path, path === beside ? 0 : commonFolder(path, beside))),
    set !== undefined && h("a", { class: "copies", href: address("duplicates", { sel: set }) }, amount(copies(file), "copy", "copies")),
    isMissing(file) && h("span", { class: "tag" }, "missing"));
}

function fileList(some: number[], beside: string, words: (k: number) => string, withCopies = true): Child[] {
  return [
    h("ol", { class: "members" }, ...some.slice(0, listed).map((file, k) => h("li", {}, fileLink(file, beside, words(k), withCopies)))),
    some.length > listed && h("p", { class: "dim" }, `and ${count(some.length - listed)} more, which the exported table has`),
  ];
}

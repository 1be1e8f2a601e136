// The tables of groups and of identical files.

import { type Child, h } from "./dom";
import { copies, filePath, files, groups, identical, isMissing, lowerFiles, noun, overview, pairsOfFiles, setOf, sets, tableOfFiles, type Group } from "./data";
import { pathCells, share as shareCell } from "./csv";
import { amount, count, figure, marks, measure, size } from "./format";
import { commonFolder, shown } from "./paths";
import { address } from "./route";
import { fact } from "./pairs";
import { bar, type Spec } from "./table";

// groupSize is the number of files in a group. Of identical ones, only the first is a member.
export const groupSize = (g: Group): number => copies(g.representative) + g.members.reduce((sum, file) => sum + copies(file), 0);

const listed = 500; // files in the panel

export function groupSpec(): Spec {
  const all = groups(), f = files(), o = overview();
  // The members with the least and the greatest share; -1 for copies of the representative.
  const extreme = (g: Group, sign: number): number => g.shares.reduce((best, s, k) => (best < 0 || sign * s > sign * g.shares[best] ? k : best), -1);
  const lows = all.map((g) => extreme(g, -1));
  const highs = all.map((g) => (copies(g.representative) > 1 ? -1 : extreme(g, 1)));
  const share = (i: number, k: number): number => (k < 0 ? 1 : all[i].shares[k]);
  const cell = (i: number, k: number): Child[] => [bar(share(i, k), figure(share(i, k), k < 0 ? identical : all[i].flags[k]))];
  const sizes = all.map(groupSize);
  const hint = `${measure(o.by)[0]}, with the representative (${marks()})`;
  return {
    view: "groups", noun: ["group", "groups"], held: all.length, all: Math.max(o.allGroups, all.length), least: o.min,
    none: `No ${noun()[1]} are similar enough to form a group.`,
    share: (i) => share(i, highs[i]), shareName: "Greatest share",
    matches: (i, text) => [all[i].representative, ...all[i].members].some((file) => lowerFiles()[file].includes(text)),
    columns: [
      { name: "path", label: "Representative", numeric: false, key: (i) => all[i].representative,
        cell: (i) => [shown(filePath(all[i].representative), 0)] },
      { name: "most", label: "Greatest share", hint, numeric: true, key: (i) => share(i, highs[i]), cell: (i) => cell(i, highs[i]) },
      { name: "least", label: "Least", hint, numeric: true, key: (i) => share(i, lows[i]), cell: (i) => cell(i, lows[i]) },
      { name: "files", label: noun()[1][0].toUpperCase() + noun()[1].slice(1), numeric: true, key: (i) => sizes[i], cell: (i) => [count(sizes[i]), h("span", { class: "unit" }, " " + noun()[sizes[i] === 1 ? 0 : 1])] },
      { name: "common", label: "In common", numeric: true, key: (i) => all[i].common, cell: (i) => [size(all[i].common)] },
    ],
    detail: (i) => [
      h("h2", {}, amount(sizes[i], "similar " + noun()[0], "similar " + noun()[1])),
      h("dl", { class: "facts" }, ...fact("in common", size(all[i].common))),
      h("h3", {}, "Representative"),
      fileLink(all[i].representative, filePath(all[i].representative), ""),
      all[i].members.length > 0 && h("h3", {}, "Similar to it"),
      ...fileList(all[i].members, filePath(all[i].representative), (k) => figure(all[i].shares[k], all[i].flags[k])),
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
  return {
    view: "duplicates", noun: ["set of identical files", "sets of identical files"], held: all.length, all: Math.max(o.allSets, all.length), least: 0,
    none: "No two files are identical.",
    matches: (i, text) => all[i].files.some((file) => lowerFiles()[file].includes(text)),
    columns: [
      { name: "path", label: "Files", numeric: false, key: (i) => all[i].files[0], cell: (i) => [paths(all[i].files)] },
      { name: "files", label: "Copies", numeric: true, key: (i) => all[i].count, cell: (i) => [count(all[i].count)] },
      { name: "size", label: "Size of each", numeric: true, key: (i) => all[i].size, cell: (i) => [size(all[i].size)] },
      { name: "saved", label: "Could be saved", numeric: true, key: (i) => all[i].savings, cell: (i) => [size(all[i].savings)] },
    ],
    detail: (i) => [
      h("h2", {}, amount(all[i].count, "identical file", "identical files")),
      h("dl", { class: "facts" }, ...fact("size of each", size(all[i].size)), ...fact("could be saved", size(all[i].savings))),
      all[i].savings < all[i].size * (all[i].count - 1) && h("p", { class: "note" }, "Some save nothing: they are links to one file, share their blocks, or are on different hosts."),
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
  const name = shown(path, path === beside ? 0 : commonFolder(path, beside));
  const set = withCopies ? setOf().get(file) : undefined;
  return h("p", { class: "member" },
    words !== "" && h("span", { class: "figure" }, words),
    !withCopies && !pairsOfFiles().has(file) ? name
      : h("a", { href: address(withCopies ? "pairs" : tableOfFiles(), { file }) }, name),
    set !== undefined && h("a", { class: "copies", href: address("duplicates", { sel: set }) }, amount(copies(file), "copy", "copies")),
    isMissing(file) && h("span", { class: "tag" }, "missing"));
}

function fileList(some: number[], beside: string, words: (k: number) => string, withCopies = true): Child[] {
  return [
    h("ol", { class: "members" }, ...some.slice(0, listed).map((file, k) => h("li", {}, fileLink(file, beside, words(k), withCopies)))),
    some.length > listed && h("p", { class: "dim" }, `and ${count(some.length - listed)} more, which the exported table has`),
  ];
}

// The table of pairs of folders.

import { type Child, h } from "./dom";
import { exact, folderPath, folderRanks, folders, isRest, isRough, lowerFolders, overview, tableOfFiles, tree, slashed } from "./data";
import { share as shareCell, text } from "./csv";
import { count, figure, marks, measure, size } from "./format";
import { commonFolder, shown } from "./paths";
import { address } from "./route";
import { fact } from "./pairs";
import { bar, type Column, type Spec } from "./table";

const strength = (i: number): number => Math.max(folders().aInB[i], folders().bInA[i]);

// folderFigure is a share of a pair, with a mark if some of its files are estimated.
export const folderFigure = (i: number, share = strength(i)): string => figure(share, isRough(i) ? 0 : exact);

// restTag marks the first folder of a pair if the second one is inside it.
export const restTag = (i: number): Child => isRest(i) && h("span", { class: "tag" }, "its other files");

// leftOut says what was left out of a folder of a pair: nobody looked there. It is "" if the folder
// was read whole.
const leftOut = (i: number, side: number): string => (side === 0 ? folders().leftOutA[i] : folders().leftOutB[i]) ?? "";

export function spec(): Spec {
  const p = folders(), o = overview();
  const [name, hint] = measure("smaller");
  const column = (name: string, label: string, hint: string, share: (i: number) => number): Column => ({
    name, label, hint: `${hint} (${marks()})`, numeric: true, key: share, cell: (i) => [bar(share(i), folderFigure(i, share(i)))],
  });
  const matched = (i: number) => Math.max(p.matchedA[i], p.matchedB[i]);
  return {
    view: "folders", noun: ["pair of folders", "pairs of folders"], held: p.a.length, all: Math.max(o.allFolders, p.a.length), least: o.folderMin,
    none: "No two folders have much in common.",
    share: strength, shareName: name,
    matches: (i, q) => lowerFolders()[p.a[i]].includes(q) || lowerFolders()[p.b[i]].includes(q),
    columns: [
      { name: "path", label: "Folders", numeric: false, key: (i) => folderRanks()[p.a[i]] * tree().name.length + folderRanks()[p.b[i]], cell: both },
      column("by", name, hint, strength),
      column("a-in-b", "1st in 2nd", "How much of the first folder is in the second", (i) => p.aInB[i]),
      column("b-in-a", "2nd in 1st", "How much of the second folder is in the first", (i) => p.bInA[i]),
      { name: "files", label: "Files", numeric: true, key: (i) => Math.max(total(p.filesA[i]), total(p.filesB[i])),
        cell: (i) => [h("span", { class: "stack" }, h("span", {}, count(total(p.filesA[i]))), h("span", {}, count(total(p.filesB[i]))))] },
      { name: "matched", label: "In common", numeric: true, key: matched, cell: (i) => [size(matched(i))] },
    ],
    detail,
    header: ["a_path", "a_rest", "a_files_identical", "a_files_changed", "a_files_missing", "a_bytes", "a_bytes_matched",
      "b_path", "b_files_identical", "b_files_changed", "b_files_missing", "b_bytes", "b_bytes_matched", "a_in_b", "b_in_a", "resemblance",
      "a_left_out", "b_left_out"],
    lines: (i) => [[
      text(folderPath(p.a[i])), isRest(i), ...p.filesA[i], p.bytesA[i], p.matchedA[i],
      text(folderPath(p.b[i])), ...p.filesB[i], p.bytesB[i], p.matchedB[i],
      shareCell(p.aInB[i]), shareCell(p.bInA[i]), shareCell(p.union[i]),
      leftOut(i, 0), leftOut(i, 1),
    ]],
  };
}

const total = (files: [number, number, number]): number => files[0] + files[1] + files[2];

function both(i: number): Child[] {
  const p = folders();
  const paths = [folderPath(p.a[i]), folderPath(p.b[i])];
  const common = commonFolder(paths[0], paths[1]);
  return [h("span", { class: "stack" }, ...paths.map((path, side) =>
    h("span", { class: "line" }, shown(path, common), side === 0 && restTag(i),
      leftOut(i, side) !== "" && h("span", { class: "tag" }, "left out: " + leftOut(i, side)))))];
}

function detail(i: number): Child[] {
  const p = folders();
  const side = (folder: number, word: string, other: string, found: number, files: [number, number, number], bytes: number, matched: number) =>
    h("section", {},
      h("h3", {}, word),
      h("p", { class: "whole" }, folderPath(folder), word === "First" && isRest(i) && " without the second, which is inside it"),
      h("dl", { class: "facts" },
        ...fact(`of its bytes in the ${other}`, folderFigure(i, found)),
        ...fact("bytes", `${size(matched)} of ${size(bytes)}`),
        ...fact("files", count(total(files))),
        ...fact("identical", count(files[0])), ...fact("changed", count(files[1])), ...fact("not in the " + other, count(files[2])),
        ...(leftOut(i, word === "First" ? 0 : 1) === "" ? [] : fact("left out", leftOut(i, word === "First" ? 0 : 1)))),
      h("p", {}, h("a", { href: address("map", { at: folder }) }, "Show on the map")));
  return [
    h("h2", {}, `${folderFigure(i)} of ${p.aInB[i] >= p.bInA[i] ? "the first" : "the second"} found${leftOut(i, 0) + leftOut(i, 1) === "" ? "" : ", of what was read"}`),
    side(p.a[i], "First", "second", p.aInB[i], p.filesA[i], p.bytesA[i], p.matchedA[i]),
    side(p.b[i], "Second", "first", p.bInA[i], p.filesB[i], p.bytesB[i], p.matchedB[i]),
    h("p", {}, h("a", { class: "act", href: address("map", { pair: i }) }, "Both on the map")),
    h("p", {}, h("a", { href: address(tableOfFiles(), { q: slashed(folderPath(p.a[i])) }) }, "Pairs of files in the first")),
  ];
}

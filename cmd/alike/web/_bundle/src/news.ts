// What scans of a live page have brought.

import { type Child, append, fill, h } from "./dom";
import { amount, figure, moment, size } from "./format";
import { commonFolder, compareAddress, shown, shownName, type Named } from "./paths";
import { choose } from "./route";
import { Latest, lines } from "./live";
import { asked, byMeasure, flagsOf } from "./search";

interface Change {
  type: string; kind: string; file: Named;
  a: Named; b: Named; shared: number; a_in_b: number | null; b_in_a: number | null;
  resemblance: number | null; distinctive: number | null; identical: boolean; exact: boolean;
  path?: string; path_b64?: string; files: number; bytes: number; pairs: number; // of a root
}

const listed = 500; // pairs, and files

// before is when this browser had the page open before, in seconds since 1970, or 0.
function before(): number {
  const now = Math.floor(Date.now() / 1000);
  try {
    const last = sessionStorage.getItem("alike-before") ?? localStorage.getItem("alike-visit") ?? "0";
    sessionStorage.setItem("alike-before", last);
    localStorage.setItem("alike-visit", String(now));
    return Number(last) || 0;
  } catch {
    return 0; // the browser allows no storage
  }
}

export const lastVisit = before();

const periods: [name: string, words: string, query: string][] = [
  ["", "the last scan", ""], ["day", "the last day", "&since=24h"], ["week", "the last week", "&since=7d"],
  ...(lastVisit > 0 ? [["visit", `my last visit, ${moment(new Date(lastVisit * 1000).toISOString())}`, `&since=@${lastVisit}`] as [string, string, string]] : []),
];

export class News {
  private readonly asking = new Latest();
  private shown: string | undefined;
  private readonly period = h("select", { id: "period", change: () => choose({ since: this.period.value }) },
    ...periods.map(([name, words]) => h("option", { value: name }, words)));
  private readonly counted = h("p", { class: "counted", role: "status" });
  private readonly lists = h("div", {});

  constructor(root: HTMLElement) {
    append(root, [
      h("h1", { class: "quiet" }, "New"),
      h("form", { class: "filter", submit: (e) => e.preventDefault() },
        h("span", { class: "field" }, h("label", { for: "period" }, "Since"), this.period), this.counted),
      this.lists,
    ]);
  }

  close(): void {
    this.asking.stop();
  }

  update(params: URLSearchParams): void {
    const [name, , query] = periods.find(([name]) => name === (params.get("since") ?? "")) ?? periods[0];
    this.period.value = name;
    if (name === this.shown) return;
    this.shown = name;
    fill(this.lists);
    this.counted.textContent = "Searching …";
    void this.asking.run(async (signal) => this.list((await lines<Change>("changes?" + (asked(listed) + query).slice(1), { signal })).filter((c) => c.type === "change" || c.type === "pair")),
      (e) => (this.counted.textContent = e.message));
  }

  private list(all: Change[]): void {
    const parts: string[] = [];
    const section = (kind: string, title: string, words: [one: string, many: string], row: (c: Change) => Child[]): Child => {
      const some = all.filter((c) => c.kind === kind);
      if (some.length === 0) return null;
      parts.push((some.length === listed ? "at least " : "") + amount(some.length, ...words));
      return h("section", {}, h("h2", {}, title), h("ul", { class: "found" }, ...some.map((c) => h("li", {}, ...row(c)))));
    };
    const file = (c: Change): Child[] => [shown(shownName(c.file), 0), h("span", { class: "dim" }, size(c.file.size))];
    fill(this.lists,
      section("pair", "New pairs", ["new pair", "new pairs"], pair),
      section("root", "New folders", ["new folder", "new folders"], (c) => [
        h("span", { class: "whole" }, shownName(c)),
        h("span", { class: "dim" }, `${amount(c.files, "file", "files")}, ${size(c.bytes)}, ${amount(c.pairs, "pair", "pairs")}`)]),
      section("new", "New files", ["new file", "new files"], file),
      section("changed", "Changed files", ["changed file", "changed files"], file),
      section("gone", "Files that are gone", ["file gone", "files gone"], file));
    this.counted.textContent = parts.length === 0 ? "Nothing is new." : parts.join(", ");
  }
}

function pair(c: Change): Child[] {
  const [a, b] = [shownName(c.a), shownName(c.b)];
  const common = commonFolder(a, b);
  return [
    h("span", { class: "figure" }, figure(byMeasure(c.a_in_b, c.b_in_a, c.resemblance, c.distinctive), flagsOf(c))),
    h("span", { class: "stack" }, ...[a, b].map((path) => h("span", { class: "line" }, shown(path, common)))),
    c.identical ? h("span", { class: "same" }, "identical")
      : c.a.missing || c.b.missing ? h("span", { class: "same" }, "missing")
        : h("a", { class: "act", href: compareAddress(c.a, c.b) }, "Compare"),
  ];
}

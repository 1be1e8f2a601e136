// A table of many rows, of which only those in sight are elements.

import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { type Child, append, announce, fill, h, later, set } from "./dom";
import { line, save, type Cell } from "./csv";
import { amount, count, percent, wholePercent } from "./format";
import { adjust, choose, current, share, whole, type View } from "./route";

export interface Column {
  name: string; // in the address
  label: string;
  hint?: string;
  numeric: boolean;
  key?: (row: number) => number; // what rows are sorted by
  cell: (row: number) => Child[];
}

export interface Spec {
  view: View;
  like?: View; // the view that it looks like
  noun: [one: string, many: string];
  held: number; // rows on the page
  all: number; // rows that were found
  none: string; // what is said if there are none
  columns: Column[];
  matches: (row: number, text: string) => boolean; // its paths have a text in lower case
  share?: (row: number) => number; // that the slider refers to
  shareName?: string;
  least: number; // the threshold of that share; some rows may be below
  below?: string; // why they are
  // narrowed returns another filter that the address asks for, and its words.
  narrowed?: (params: URLSearchParams) => { words: string; drop: string; keeps: (row: number) => boolean } | undefined;
  detail: (row: number) => Child[];
  header: string[];
  lines: (row: number) => Cell[][];
}

const printed = 1000; // rows on paper

export class Table {
  private order: Int32Array;
  private at = -1; // place of the current row in order
  private chosen = -1; // row in the panel
  private asked = ""; // the filter and the order that are shown
  private readonly elements = new Map<number, HTMLElement>();
  private readonly paper = matchMedia("print");
  private readonly virtual: Virtualizer<HTMLElement, HTMLElement>;
  private readonly unmount: () => void;
  private rowHeight = 48;
  private readonly start: number; // of the slider: the least share of all rows

  private readonly search = h("input", { type: "search", id: "q", placeholder: "part of a path", autocomplete: "off", spellcheck: "false" });
  private readonly slider = h("input", { type: "range", id: "least", min: 0, max: 100, step: 1 });
  private readonly least = h("output", { for: "least" });
  private readonly counted = h("p", { class: "counted", role: "status" });
  private readonly chips = h("p", { class: "chips" });
  private readonly sorting = h("select", { id: "sorting" });
  private readonly head = h("div", { role: "row", class: "head", "aria-rowindex": 1 });
  private readonly body = h("div", { role: "rowgroup", class: "body" });
  private readonly grid: HTMLElement;
  private readonly nothing = h("p", { class: "nothing", hidden: true });
  private readonly panel = h("aside", { class: "panel", hidden: true, tabindex: -1, "aria-label": "Details" });

  constructor(root: HTMLElement, private readonly spec: Spec) {
    this.order = new Int32Array(0);
    this.start = leastOf(spec);
    const heading = spec.noun[1][0].toUpperCase() + spec.noun[1].slice(1);
    this.grid = h("div", { role: "grid", class: "grid " + (spec.like ?? spec.view), tabindex: 0, "aria-label": heading, "aria-colcount": spec.columns.length },
      h("div", { role: "rowgroup", class: "heads" }, this.head), this.body);
    append(root, [
      h("h1", { class: "quiet" }, heading),
      h("form", { class: "filter", role: "search" },
        h("span", { class: "field" }, h("label", { for: "q" }, "Path"), this.search),
        spec.share && h("span", { class: "field" }, h("label", { for: "least" }, spec.shareName ?? "Share"), this.slider, this.least),
        h("span", { class: "field sorting" }, h("label", { for: "sorting" }, "Sort"), this.sorting),
        h("button", { type: "button", class: "export", click: () => this.export() }, "Export CSV")),
      h("div", { class: "tally" }, this.counted, this.chips,
        spec.below !== undefined && this.start < wholePercent(spec.least) / 100 && h("p", { class: "dim why" }, spec.below)),
      h("div", { class: "split" }, h("div", { class: "list" }, this.grid, this.nothing), this.panel),
    ]);
    this.heads();
    this.listen();
    this.virtual = new Virtualizer<HTMLElement, HTMLElement>({
      count: 0, overscan: 6, estimateSize: () => this.rowHeight, getScrollElement: () => this.grid,
      scrollToFn: elementScroll, observeElementRect: (instance, changed) => observeElementRect(instance, (rect) => {
        this.measure();
        changed(rect);
      }), observeElementOffset,
      onChange: () => this.render(),
    });
    this.unmount = this.virtual._didMount();
    this.virtual._willUpdate();
    this.paper.addEventListener("change", this.onPaper);
  }

  close(): void {
    this.unmount();
    this.paper.removeEventListener("change", this.onPaper);
  }

  private readonly onPaper = (): void => {
    this.elements.clear();
    this.body.replaceChildren();
    this.render();
  };

  private listen(): void {
    const typed = later(150, () => adjust({ q: this.search.value, sel: undefined }));
    this.search.addEventListener("input", typed);
    this.slider.addEventListener("input", () => (this.least.textContent = this.slider.value + " %"));
    const slid = later(80, () => adjust({ min: this.slider.value === this.slider.min ? undefined : Number(this.slider.value) / 100, sel: undefined }));
    this.slider.addEventListener("input", slid);
    this.search.form?.addEventListener("submit", (e) => e.preventDefault());
    this.sorting.addEventListener("change", () => choose({ sort: this.sorting.value }));
    this.grid.addEventListener("keydown", (e) => this.key(e));
    this.panel.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      choose({ sel: undefined });
      this.grid.focus();
    });
    this.body.addEventListener("click", (e) => {
      const target = e.target as Element;
      const row = target.closest<HTMLElement>("[role=row]");
      if (!row || target.closest("a, button")) return;
      this.move(Number(row.dataset["at"]));
      this.open();
    });
  }

  // heads makes the header: a button that sorts for each column.
  private heads(): void {
    for (const column of this.spec.columns) {
      const sortable = column.key !== undefined;
      const cell = h("div", { role: "columnheader", class: "cell " + column.name + (column.numeric ? " number" : ""), title: column.hint },
        sortable ? h("button", { type: "button", "data-sort": column.name, click: () => this.sortBy(column) }, column.label)
          : column.label === "" ? h("span", { class: "quiet" }, column.name) : column.label);
      this.head.append(cell);
      if (!sortable) continue;
      for (const down of column.numeric ? [true, false] : [false, true]) {
        const words = column.numeric ? (down ? "greatest first" : "least first") : down ? "Z to A" : "A to Z";
        this.sorting.append(h("option", { value: (down ? "-" : "") + column.name }, column.label + ", " + words));
      }
    }
    this.sorting.prepend(h("option", { value: "" }, "strongest first"));
  }

  private sortBy(column: Column): void {
    const sort = current().params.get("sort") ?? "";
    const [first, second] = column.numeric ? ["-" + column.name, column.name] : [column.name, "-" + column.name];
    choose({ sort: sort === first ? second : first });
  }

  // update shows what the address asks for.
  update(params: URLSearchParams): void {
    const { spec } = this;
    const text = params.get("q") ?? "";
    const least = share(params, "min", this.start);
    const sort = params.get("sort") ?? "";
    const narrowed = spec.narrowed?.(params);
    if (document.activeElement !== this.search) this.search.value = text;
    if (document.activeElement !== this.slider) {
      set(this.slider, { min: wholePercent(this.start) });
      this.slider.value = String(Math.round(least * 100));
    }
    this.least.textContent = Math.round(least * 100) + " %";
    this.sorting.value = sort;
    const asked = JSON.stringify([text, least, sort, narrowed && params.get(narrowed.drop)]);
    if (asked !== this.asked) {
      this.asked = asked;
      this.select(text.toLowerCase(), least, narrowed?.keeps);
      this.sort(sort);
      this.shown(narrowed);
    }
    this.choice(whole(params, "sel"));
  }

  private select(text: string, least: number, keeps: ((row: number) => boolean) | undefined): void {
    const { spec } = this;
    const rows = new Int32Array(spec.held);
    let n = 0;
    for (let row = 0; row < spec.held; row++) {
      if (spec.share && least > this.start && spec.share(row) < least) continue;
      if (keeps && !keeps(row)) continue;
      if (text !== "" && !spec.matches(row, text)) continue;
      rows[n++] = row;
    }
    this.order = rows.subarray(0, n);
  }

  private sort(by: string): void {
    const down = by.startsWith("-");
    const column = this.spec.columns.find((c) => c.name === (down ? by.slice(1) : by));
    for (const cell of this.head.children) {
      const active = column !== undefined && cell.classList.contains(column.name);
      set(cell, { "aria-sort": active ? (down ? "descending" : "ascending") : undefined });
    }
    if (!column?.key) return;
    const keys = new Float64Array(this.spec.held);
    for (const row of this.order) keys[row] = column.key(row);
    const sign = down ? -1 : 1;
    this.order.sort((a, b) => sign * (keys[a] - keys[b]) || a - b);
  }

  // shown shows the rows of a new selection from the first one on.
  private shown(narrowed: { words: string; drop: string } | undefined): void {
    const { spec, order } = this;
    const n = order.length;
    const of = spec.all > spec.held ? `${count(spec.all)}, of which the page has the strongest ${count(spec.held)}` : count(spec.all);
    this.counted.textContent = n === spec.all ? amount(n, ...spec.noun) : `${amount(n, ...spec.noun)} of ${of}`;
    fill(this.chips, narrowed && h("button", { type: "button", class: "chip", click: () => choose({ [narrowed.drop]: undefined }) },
      narrowed.words, h("span", { class: "cross", "aria-hidden": "true" }, "×"), h("span", { class: "quiet" }, " (remove this filter)")));
    this.at = -1;
    this.elements.clear();
    this.body.replaceChildren();
    set(this.grid, { "aria-rowcount": n + 1, "aria-activedescendant": undefined });
    this.grid.hidden = n === 0;
    this.nothing.hidden = n > 0;
    this.nothing.textContent = spec.held === 0 ? spec.none : `No ${spec.noun[1]} match this filter.`;
    this.grid.scrollTop = 0;
    this.measure();
    this.virtual.setOptions({ ...this.virtual.options, count: n, scrollPaddingEnd: this.head.offsetHeight });
    this.virtual.measure();
    this.virtual._willUpdate();
    this.render();
  }

  // measure takes the height of rows from the style sheet, which depends on the width.
  private measure(): void {
    const height = parseFloat(getComputedStyle(this.grid).getPropertyValue("--row"));
    if (!(height > 0) || height === this.rowHeight) return;
    this.rowHeight = height;
    this.virtual?.measure();
  }

  private render(): void {
    const paper = this.paper.matches;
    const items = paper
      ? Array.from({ length: Math.min(this.order.length, printed) }, (_, index) => ({ index, start: index * this.rowHeight }))
      : this.virtual.getVirtualItems().filter((item) => item.index < this.order.length);
    const wanted = new globalThis.Set(items.map((item) => item.index));
    for (const [index, element] of this.elements) {
      if (wanted.has(index)) continue;
      element.remove();
      this.elements.delete(index);
    }
    for (const { index, start } of items) {
      let element = this.elements.get(index);
      if (!element) {
        element = this.row(index);
        this.elements.set(index, element);
        this.body.append(element);
      }
      element.style.transform = paper ? "" : `translateY(${start}px)`;
    }
    this.body.style.height = paper ? "auto" : this.order.length * this.rowHeight + "px";
    this.mark();
  }

  private row(index: number): HTMLElement {
    const row = this.order[index];
    return h("div", { role: "row", class: "row", id: "row" + index, "data-at": index, "data-row": row, "aria-rowindex": index + 2 },
      ...this.spec.columns.map((column) =>
        h("div", { role: "gridcell", class: "cell " + column.name + (column.numeric ? " number" : "") }, ...column.cell(row))));
  }

  // mark marks the current row and the one in the panel.
  private mark(): void {
    for (const [index, element] of this.elements) {
      element.classList.toggle("current", index === this.at);
      set(element, { "aria-selected": this.order[index] === this.chosen ? "true" : "false" });
    }
    set(this.grid, { "aria-activedescendant": this.elements.has(this.at) ? "row" + this.at : undefined });
  }

  private move(to: number): void {
    if (this.order.length === 0) return;
    this.at = Math.max(0, Math.min(to, this.order.length - 1));
    this.virtual.scrollToIndex(this.at, { align: "auto" });
    this.render();
  }

  private key(e: KeyboardEvent): void {
    if (e.target !== this.grid || e.ctrlKey || e.metaKey || e.altKey) return;
    const page = Math.max(1, Math.floor((this.grid.clientHeight - this.head.offsetHeight) / this.rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + page, PageUp: this.at - page, Home: 0, End: this.order.length - 1,
    };
    if (e.key in moves) this.move(moves[e.key]);
    else if (e.key === "Enter" && this.at >= 0) this.open(true);
    else if (e.key === "Escape" && this.chosen >= 0) choose({ sel: undefined });
    else return;
    e.preventDefault();
  }

  private open(focus = false): void {
    const row = this.order[this.at];
    if (this.chosen < 0) choose({ sel: row });
    else adjust({ sel: row });
    this.choice(row);
    if (focus) (this.panel.querySelector<HTMLElement>("a.act, button.act") ?? this.panel).focus();
  }

  // choice shows a row in the panel, or closes it.
  private choice(row: number): void {
    if (row >= this.spec.held) row = -1;
    if (row === this.chosen) return;
    this.chosen = row;
    this.panel.hidden = row < 0;
    this.grid.classList.toggle("beside", row >= 0);
    if (row < 0) {
      this.panel.replaceChildren();
    } else {
      fill(this.panel, h("button", { type: "button", class: "shut", "aria-label": "Close", click: () => {
        choose({ sel: undefined });
        this.grid.focus();
      } }, "×"), ...this.spec.detail(row));
      const place = this.order.indexOf(row);
      if (place >= 0 && place !== this.at) {
        this.at = place;
        this.virtual.scrollToIndex(place, { align: "center" });
      }
    }
    this.render();
  }

  private export(): void {
    const lines = [line(this.spec.header)];
    for (const row of this.order) for (const cells of this.spec.lines(row)) lines.push(line(cells));
    save(`alike-${this.spec.view}.csv`, lines);
    announce(amount(lines.length - 1, "row", "rows") + " exported");
  }
}

// leastOf is the least share of all rows in whole per cent, but at most the threshold.
function leastOf(spec: Spec): number {
  let least = spec.least;
  for (let row = 0; spec.share && row < spec.held; row++) {
    const share = spec.share(row);
    if (share >= 0 && share < least) least = share;
  }
  return wholePercent(least) / 100;
}

// bar shows a share as a bar and as a number, which may be marked as an estimate.
export function bar(share: number, text = percent(share)): HTMLElement {
  const inner = h("span", {});
  inner.style.width = Math.max(0, share) * 100 + "%";
  return h("span", { class: "share" }, h("span", { class: "figure" }, text), h("span", { class: "bar", "aria-hidden": "true" }, inner));
}

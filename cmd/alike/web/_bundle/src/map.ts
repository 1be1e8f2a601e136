// The map of the folders: by bytes, coloured by how much of each is found elsewhere. A list
// beside it has the same as text.

import { type Child, append, fill, h, later, set } from "./dom";
import { children, folderPath, folders, foundShare, overview, ownBytes, ownFound, roots, tree, slashed } from "./data";
import { amount, count, percent, size } from "./format";
import { folderFigure, restTag } from "./folders";
import { commonFolder, shown } from "./paths";
import { address, choose, whole } from "./route";
import { beside, layout, type Tile } from "./tiles";

const steps = [0.01, 0.25, 0.5, 0.75, 0.95]; // limits between colours
const stepNames = ["under 1 %", "to 25 %", "to 50 %", "to 75 %", "to 95 %", "over 95 %"];
const listed = 200;

const step = (share: number): number => steps.filter((limit) => share >= limit).length;

interface Counterpart { pair: number; own: number; other: number; share: number }

// counterparts are the pairs of folders that a folder, or one inside it, is in.
function counterparts(folder: number): Counterpart[] {
  const p = folders();
  const found = [];
  for (let pair = 0; pair < p.a.length; pair++) {
    const [a, b] = [p.a[pair], p.b[pair]];
    if (isWithin(a, folder)) found.push({ pair, own: a, other: b, share: p.aInB[pair] });
    else if (isWithin(b, folder)) found.push({ pair, own: b, other: a, share: p.bInA[pair] });
  }
  return found.sort((x, y) => Number(y.own === folder) - Number(x.own === folder) || x.pair - y.pair);
}

// strongestCounterparts are the strongest pairs of folders.
function strongestCounterparts(): Counterpart[] {
  const p = folders();
  return p.a.slice(0, 30).map((own, pair) => ({ pair, own, other: p.b[pair], share: p.aInB[pair] }));
}

function isWithin(folder: number, outer: number): boolean {
  for (let at = folder; at >= 0; at = tree().parent[at]) if (at === outer) return true;
  return false;
}

// meeting is the innermost folder that holds both, or -1.
function meeting(a: number, b: number): number {
  let at = tree().parent[a];
  while (at >= 0 && !isWithin(b, at)) at = tree().parent[at];
  return at;
}

export class FolderMap {
  private at = -1; // the folder on the map, -1 for all roots
  private tiles: Tile[] = [];
  private byKey = false; // the last tile was entered by a key
  private fixed: number[] = []; // folders outlined because the address asks for them
  private readonly buttons = new Map<number, HTMLButtonElement>();
  private readonly crumbs = h("nav", { class: "crumbs", "aria-label": "Folder" });
  private readonly area = h("div", { class: "tiles", role: "group", "aria-label": "Map of folders by bytes" });
  private readonly side = h("div", { class: "panel mapside" });
  private drawn = ""; // the size of the map when it was drawn
  private readonly observer = new ResizeObserver(later(60, () => this.sized() !== this.drawn && this.draw()));

  constructor(root: HTMLElement) {
    append(root, [
      h("h1", { class: "quiet" }, "Map of folders"),
      h("div", { class: "maphead" }, this.crumbs, legend()),
      tree().name.length === 0 ? h("p", { class: "nothing" }, "No folders were scanned.")
        : h("div", { class: "split" }, h("div", { class: "list" }, this.area), this.side),
    ]);
    this.area.addEventListener("keydown", (e) => this.key(e));
    this.area.addEventListener("click", (e) => {
      const tile = this.tileOf(e.target);
      if (!tile) return;
      this.byKey = e.detail === 0;
      choose({ at: tile.folder, pair: undefined });
    });
    for (const type of ["focusin", "pointerover"]) this.area.addEventListener(type, (e) => this.outline(this.tileOf(e.target)?.folder ?? -1));
    for (const type of ["focusout", "pointerleave"]) this.area.addEventListener(type, () => this.outline(-1));
    this.observer.observe(this.area);
  }

  close(): void {
    this.observer.disconnect();
  }

  update(params: URLSearchParams): void {
    const pair = whole(params, "pair");
    const p = folders();
    this.fixed = [];
    if (pair >= 0 && pair < p.a.length) {
      this.fixed = [p.a[pair], p.b[pair]];
      this.at = meeting(p.a[pair], p.b[pair]);
    } else {
      this.at = Math.min(whole(params, "at"), tree().name.length - 1);
    }
    if (this.at < 0 && roots().length === 1) this.at = roots()[0];
    this.path();
    this.text(pair);
    this.draw();
  }

  private leave(): void {
    const from = this.at;
    if (from < 0 || (tree().parent[from] < 0 && roots().length === 1)) return;
    choose({ at: tree().parent[from] < 0 ? undefined : tree().parent[from], pair: undefined });
    this.update(new URLSearchParams(tree().parent[from] < 0 ? "" : "at=" + tree().parent[from]));
    this.buttons.get(from)?.focus();
  }

  private tileOf(target: EventTarget | null): Tile | undefined {
    const button = (target as Element | null)?.closest<HTMLElement>("[data-folder]");
    return button ? this.tiles.find((t) => t.folder === Number(button.dataset["folder"])) : undefined;
  }

  private key(e: KeyboardEvent): void {
    const from = this.tileOf(e.target);
    const arrows: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    if (!from || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key in arrows) this.focus(beside(this.tiles, from, ...arrows[e.key]));
    else if (e.key === "Home") this.focus(this.tiles[0]);
    else if (e.key === "End") this.focus(this.tiles.at(-1));
    else if (e.key === "Escape" || e.key === "Backspace") this.leave();
    else return;
    e.preventDefault();
  }

  private focus(tile: Tile | undefined): void {
    if (!tile) return;
    for (const button of this.buttons.values()) button.tabIndex = -1;
    const button = this.buttons.get(tile.folder);
    if (button) {
      button.tabIndex = 0;
      button.focus();
    }
  }

  // path shows the way from the roots to the folder.
  private path(): void {
    const way: number[] = [];
    for (let at = this.at; at >= 0; at = tree().parent[at]) way.unshift(at);
    const items: Child[] = roots().length > 1 ? [this.crumb(-1, "All folders", way.length === 0)] : [];
    way.forEach((folder, i) => items.push(this.crumb(folder, tree().name[folder], i === way.length - 1)));
    fill(this.crumbs, h("ol", {}, ...items));
  }

  private crumb(folder: number, words: string, last: boolean): HTMLElement {
    return h("li", {}, last ? h("span", { "aria-current": "location" }, words)
      : h("a", { href: address("map", { at: folder < 0 ? undefined : folder }) }, words));
  }

  private sized(): string {
    return this.area.clientWidth + " " + this.area.clientHeight;
  }

  private draw(): void {
    const { clientWidth, clientHeight } = this.area;
    this.drawn = this.sized();
    const focused = Number((document.activeElement as HTMLElement | null)?.dataset["folder"] ?? -1);
    const below = this.at < 0 ? roots() : children()[this.at];
    const leaf = this.at >= 0 && !below.some((folder) => tree().bytes[folder] > 0);
    this.buttons.clear();
    const all = layout(leaf ? [this.at] : below, clientWidth, clientHeight);
    this.tiles = all.filter((tile) => !tile.own);
    const made = this.tiles.map((tile, i) => {
      const { folder } = tile;
      const words = `${size(tree().bytes[folder])}, ${percent(foundShare(folder))} found elsewhere`;
      const button = h("button", {
        type: "button", class: `tile step${step(foundShare(folder))}${tile.open ? " open" : ""}`, "data-folder": folder, tabindex: i === 0 ? 0 : -1,
        title: folderPath(folder) + "\n" + words,
      }, h("span", { class: tile.named ? "tilename" : "quiet" }, tree().name[folder]),
        h("span", { class: "quiet" }, ", "),
        h("span", { class: tile.named && !tile.open && tile.height > 40 ? "tilesize" : "quiet" }, size(tree().bytes[folder])),
        h("span", { class: "quiet" }, `, ${percent(foundShare(folder))} found elsewhere`));
      this.buttons.set(folder, button);
      return placed(button, tile);
    });
    const own = all.filter((tile) => tile.own).map((tile) =>
      placed(h("div", { class: "tile own step" + step(ownFound(tile.folder)), "aria-hidden": "true",
        title: `files directly in ${folderPath(tile.folder)}\n${size(ownBytes(tile.folder))}, ${percent(ownFound(tile.folder))} found elsewhere` }), tile));
    fill(this.area, ...made, ...own);
    if (made.length === 0) fill(this.area, h("p", { class: "nothing" }, "This folder has no files."));
    this.outline(-1);
    const next = this.buttons.get(focused) ?? (this.byKey ? made[0] : undefined);
    this.byKey = false;
    if (focused >= 0) next?.focus();
  }

  // outline outlines the counterparts of a folder, or what the address asks for.
  private outline(folder: number): void {
    let marked = this.fixed;
    if (folder >= 0) marked = [folder, ...counterparts(folder).filter((c) => c.own === folder).map((c) => c.other)];
    else if (marked.length === 0 && this.at >= 0) marked = counterparts(this.at).filter((c) => c.own === this.at).map((c) => c.other);
    for (const button of this.buttons.values()) button.classList.remove("outlined");
    if (marked.length === 1 && folder >= 0) return;
    for (let inner of marked) {
      while (inner >= 0 && !this.buttons.has(inner)) inner = tree().parent[inner];
      this.buttons.get(inner)?.classList.add("outlined");
    }
  }

  // text lists the counterparts and the subfolders.
  private text(pair: number): void {
    const at = this.at;
    const below = (at < 0 ? roots() : children()[at]).toSorted((a, b) => tree().bytes[b] - tree().bytes[a]);
    const others = at < 0 ? strongestCounterparts() : counterparts(at);
    const chosen = this.fixed.length > 0 ? [
      h("h2", {}, "Outlined"),
      h("ul", { class: "members" }, ...this.fixed.map((folder) => h("li", {}, this.link(folder, folderPath(folder))))),
      h("p", {}, h("a", { href: address("folders", { sel: pair }) }, "What they have in common")),
    ] : [];
    fill(this.side, ...chosen,
      h("h2", {}, at < 0 ? "All folders" : tree().name[at]),
      h("p", { class: "dim" }, counted(at)),
      (at >= 0 || others.length > 0) && h("h3", {}, "Counterparts"),
      at >= 0 && others.length === 0 && h("p", { class: "dim" }, "No folder resembles this one or one inside it."),
      others.length > 0 && h("ul", { class: "members" }, ...others.slice(0, listed).map((c) => h("li", {}, h("p", { class: "member" },
        h("span", { class: "figure" }, folderFigure(c.pair, c.share)),
        h("a", { href: address("map", { pair: c.pair }) }, h("span", { class: "stack" },
          c.own !== at && h("span", { class: "line" }, at < 0 ? shown(folderPath(c.own), 0) : shown(folderPath(c.own).slice(slashed(folderPath(at)).length), 0), first(c, c.own)),
          h("span", { class: "line" }, shown(folderPath(c.other), commonFolder(folderPath(c.other), folderPath(c.own))), c.own === at && first(c, c.own), first(c, c.other)))))))),
      others.length > listed && h("p", { class: "dim" }, `and ${others.length - listed} more`),
      at < 0 && others.length > 0 && h("p", {}, h("a", { href: address("folders") }, "All pairs of folders")),
      below.length > 0 && h("h3", {}, at < 0 ? "Roots" : "Subfolders"),
      below.length > 0 && h("ul", { class: "members" }, ...below.slice(0, listed).map((folder) => h("li", {}, this.link(folder, tree().name[folder])))),
      below.length > listed && h("p", { class: "dim" }, `and ${below.length - listed} more`));
    set(this.side, { "aria-label": "Folder as text", role: "region", tabindex: 0 });
  }

  private link(folder: number, words: string): HTMLElement {
    return h("p", { class: "member" }, h("span", { class: "figure" }, percent(foundShare(folder))),
      h("a", { href: address("map", { at: folder }) }, words), h("span", { class: "dim" }, size(tree().bytes[folder])));
  }
}

// counted says which files a folder has, or the whole map.
function counted(folder: number): string {
  const all = overview().files, whole = folder < 0 || (roots().length === 1 && folder === roots()[0]);
  const sum = (of: number[]): number => (whole ? roots() : [folder]).reduce((sum, f) => sum + of[f], 0);
  const n = sum(tree().files);
  return `${size(sum(tree().bytes))} in ${amount(n, "file", "files")}` +
    (!whole ? `; ${percent(foundShare(folder))} found outside` : n < all ? ` of ${count(all)}; the others are empty, generated${overview().base ? ", vendored or entirely in the base" : " or vendored"}` : "");
}

// first marks the first folder of a pair if it stands for its other files.
const first = (c: Counterpart, folder: number): Child => folders().a[c.pair] === folder && restTag(c.pair);

// placed puts an element where its tile is.
function placed<E extends HTMLElement>(element: E, { x, y, width, height }: Tile): E {
  Object.assign(element.style, { left: x + "px", top: y + "px", width: width + "px", height: height + "px" });
  return element;
}

function legend(): HTMLElement {
  return h("dl", { class: "legend" }, h("dt", {}, "Found elsewhere"),
    ...stepNames.map((name, i) => h("dd", {}, h("span", { class: "swatch step" + i, "aria-hidden": "true" }), name)),
    h("dd", {}, h("span", { class: "swatch own step2", "aria-hidden": "true" }), "files directly in a folder"));
}

// The graph: files as dots, pairs as lines between them, drawn on a canvas. A list beside
// it has the same as text.

import { select } from "d3-selection";
import { quadtree, type Quadtree } from "d3-quadtree";
import { type Simulation } from "d3-force";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { append, fill, h, later, reducedMotion, set } from "./dom";
import { filePath, files, lowerFiles, noun, overview, pairs, pairsOf } from "./data";
import { amount, count, measure, percent, wholePercent } from "./format";
import { pairFigure, whyBelow } from "./pairs";
import { commonFolder, shortened, shown } from "./paths";
import { address, adjust, choose, share, whole } from "./route";
import { arrange, mostDots, network, type Dot, type Link, type Network } from "./network";

const listed = 200;

// radiusAt is the radius of a dot at a scale.
const radiusAt = (k: number): number => Math.max(3.2, Math.min(5, 2.6 / k));

export class Graph {
  private net: Network = { dots: [], links: [], clusters: 0, cut: false, of: new Map() };
  private least = -1;
  private simulation: Simulation<Dot, Link> | undefined;
  private finder: Quadtree<Dot> | undefined;
  private view: ZoomTransform = zoomIdentity;
  private touched = false; // the reader has zoomed or moved it
  private frame = 0;
  private hovered: Dot | undefined;
  private chosen: Dot | undefined;

  private readonly canvas = h("canvas", { class: "canvas", role: "img", tabindex: -1 });
  private readonly slider = h("input", { type: "range", id: "least", min: 0, max: 100, step: 1 });
  private readonly output = h("output", { for: "least" });
  private readonly search = h("input", { type: "search", id: "q", placeholder: "part of a path", autocomplete: "off", spellcheck: "false" });
  private readonly counted = h("p", { class: "counted", role: "status" });
  private readonly why = h("p", { class: "dim why" }, whyBelow(noun()[0]));
  private readonly nothing = h("p", { class: "nothing", hidden: true });
  private readonly side = h("div", { class: "panel graphside", role: "region", "aria-label": "Files of the graph", tabindex: 0 });
  private readonly observer = new ResizeObserver(() => this.resize());
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly zoomer = zoom<HTMLCanvasElement, unknown>().scaleExtent([0.05, 12]).on("zoom", (e: { transform: ZoomTransform; sourceEvent: Event | null }) => {
    this.view = e.transform;
    if (e.sourceEvent) this.touched = true;
    this.paint();
  });

  constructor(root: HTMLElement) {
    append(root, [
      h("h1", { class: "quiet" }, "Graph of similar " + noun()[1]),
      h("form", { class: "filter", role: "search" },
        h("span", { class: "field" }, h("label", { for: "least" }, measure(overview().by)[0]), this.slider, this.output),
        h("span", { class: "field" }, h("label", { for: "q" }, "Path"), this.search),
        h("button", { type: "button", click: () => this.fit() }, "Show all")),
      h("div", { class: "tally" }, this.counted, this.why),
      h("div", { class: "split" }, h("div", { class: "list" }, this.canvas, this.nothing), this.side),
    ]);
    const slid = later(120, () => adjust({ min: Number(this.slider.value) / 100, file: undefined }));
    this.slider.addEventListener("input", () => {
      this.output.textContent = this.slider.value + " %";
      slid();
    });
    this.search.addEventListener("input", later(150, () => this.list()));
    this.search.form?.addEventListener("submit", (e) => e.preventDefault());
    select(this.canvas).call(this.zoomer).on("dblclick.zoom", null);
    this.canvas.addEventListener("pointermove", (e) => this.hover(this.at(e)));
    this.canvas.addEventListener("pointerleave", () => this.hover(undefined));
    this.canvas.addEventListener("click", (e) => this.click(e));
    this.dark.addEventListener("change", this.paint);
    this.observer.observe(this.canvas.parentElement!);
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.dark.removeEventListener("change", this.paint);
  }

  update(params: URLSearchParams): void {
    const { start, all } = startingShare();
    const least = share(params, "min", start);
    this.why.hidden = all >= wholePercent(overview().min);
    if (document.activeElement !== this.slider) {
      set(this.slider, { min: all });
      this.slider.value = String(Math.round(least * 100));
    }
    this.output.textContent = Math.round(least * 100) + " %";
    if (least !== this.least) {
      this.least = least;
      this.start();
    }
    this.chosen = this.net.of.get(whole(params, "file"));
    this.list();
    this.paint();
  }

  private start(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const net = (this.net = network(this.least, this.aspect()));
    this.hovered = undefined;
    const { dots, links } = net, found = overview().similarPairs;
    this.nothing.hidden = dots.length > 0;
    this.canvas.hidden = dots.length === 0;
    this.nothing.textContent = pairs().a.length === 0 ? `No two ${noun()[1]} have ${percent(overview().min)} or more in common.` : "No pair has so large a share.";
    const words = `${amount(dots.length, ...noun())} in ${amount(net.clusters, "cluster", "clusters")}, ${links.length < found ? count(links.length) + " of " : ""}${amount(found, "pair", "pairs")}`;
    this.counted.textContent = words + (net.cut ? `; the strongest, since the graph shows at most ${count(mostDots)} ${noun()[1]}` : "");
    set(this.canvas, { "aria-label": `Graph: ${words}. The list beside it has the same as text.` });
    this.finder = undefined;
    this.touched = false;
    this.simulation = arrange(net);
    const still = reducedMotion();
    let painted = -Infinity;
    const run = (): void => {
      const s = this.simulation!;
      const begun = performance.now();
      while (s.alpha() > s.alphaMin() && performance.now() < begun + 20) s.tick();
      const done = s.alpha() <= s.alphaMin();
      if (done || (!still && begun > painted + dots.length / 20)) {
        painted = begun;
        this.finder = quadtree<Dot>(dots, (d) => d.x, (d) => d.y);
        this.frameAll();
      }
      this.canvas.dataset["settled"] = String(done);
      this.frame = done ? 0 : requestAnimationFrame(run);
    };
    if (dots.length > 0) run();
  }

  private aspect(): number {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    return clientHeight > 0 ? clientWidth / clientHeight : 1;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    if (clientWidth === 0) return;
    const ratio = devicePixelRatio || 1;
    Object.assign(this.canvas, { width: Math.round(clientWidth * ratio), height: Math.round(clientHeight * ratio) });
    this.frameAll();
  }

  private fit(): void {
    this.touched = false;
    this.frameAll();
  }

  // frameAll shows all of the graph, unless the reader has chosen a part.
  private frameAll(): void {
    if (this.touched || this.net.dots.length === 0) return this.paint();
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const d of this.net.dots) {
      left = Math.min(left, d.x);
      right = Math.max(right, d.x);
      top = Math.min(top, d.y);
      bottom = Math.max(bottom, d.y);
    }
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const margin = Math.min(60, width / 8);
    const k = Math.min(2.5, (width - margin) / Math.max(1, right - left), (height - margin) / Math.max(1, bottom - top));
    if (!(k > 0)) return;
    select(this.canvas).call(this.zoomer.transform, zoomIdentity.translate(width / 2, height / 2).scale(k).translate(-(left + right) / 2, -(top + bottom) / 2));
  }

  private readonly paint = (): void => {
    const context = this.canvas.getContext("2d");
    if (!context || this.canvas.width === 0) return;
    const css = getComputedStyle(this.canvas);
    const colour = (name: string): string => css.getPropertyValue(name).trim();
    const { dots, links } = this.net;
    const { x, y, k } = this.view;
    const ratio = devicePixelRatio || 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(ratio * k, 0, 0, ratio * k, ratio * x, ratio * y);
    const marked = this.hovered ?? this.chosen;
    this.lines(context, links, colour("--edge"), 1 / k);
    if (marked) this.lines(context, links.filter((l) => l.source === marked || l.target === marked), colour("--mark"), 2 / k);
    const radius = radiusAt(k);
    const many = dots.length > 1500 && radius * k < 3; // squares are drawn faster
    for (let hue = -1; hue < 6; hue++) {
      context.fillStyle = colour(hue < 0 ? "--dim" : "--h" + hue);
      context.beginPath();
      for (const d of dots) {
        if (d.hue !== hue) continue;
        if (many) {
          context.rect(d.x - radius, d.y - radius, 2 * radius, 2 * radius);
          continue;
        }
        context.moveTo(d.x + radius, d.y);
        context.arc(d.x, d.y, radius, 0, 7);
      }
      context.fill();
    }
    if (marked) this.ring(context, marked, radius + 3 / k, colour("--text"), k);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = "12px system-ui, sans-serif";
    if (!marked && dots.length <= 300 && k > 0.8) this.labels(context, dots, colour);
    if (marked) this.label(context, marked, colour);
  };

  private lines(context: CanvasRenderingContext2D, links: Link[], colour: string, width: number): void {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const { source, target } of links) {
      context.moveTo(source.x, source.y);
      context.lineTo(target.x, target.y);
    }
    context.stroke();
  }

  private ring(context: CanvasRenderingContext2D, d: Dot, radius: number, colour: string, k: number): void {
    context.strokeStyle = colour;
    context.lineWidth = 2 / k;
    context.beginPath();
    context.arc(d.x, d.y, radius, 0, 7);
    context.stroke();
  }

  // labels names the files that have room for it, those with most pairs first.
  private labels(context: CanvasRenderingContext2D, dots: Dot[], colour: (name: string) => string): void {
    const taken: [number, number, number][] = [];
    const places = dots.map((d) => this.view.apply([d.x, d.y]));
    const aside = Math.max(8, radiusAt(this.view.k) * this.view.k + 4);
    context.fillStyle = colour("--dim");
    for (const d of dots.toSorted((a, b) => b.degree - a.degree)) {
      const name = shortened(files().name[d.file]);
      const [x, y] = this.view.apply([d.x, d.y]);
      const width = context.measureText(name).width;
      if (taken.some(([tx, ty, tw]) => Math.abs(ty - y) < 14 && x < tx + tw + 6 && tx < x + width + 6)) continue;
      if (places.some(([px, py]) => Math.abs(py - y) < 10 && px > x + 3 && px < x + width + 12)) continue;
      taken.push([x, y, width]);
      context.fillText(name, x + aside, y + 4);
    }
  }

  private label(context: CanvasRenderingContext2D, d: Dot, colour: (name: string) => string): void {
    const { clientWidth: width } = this.canvas;
    const [x, y] = this.view.apply([d.x, d.y]);
    let path = filePath(d.file);
    while (path.length > 12 && context.measureText(path).width > width - 40) path = "…" + path.slice(Math.ceil(path.length / 12) + 1);
    const length = context.measureText(path).width;
    const left = Math.max(6, Math.min(x + 12, width - length - 18)), top = Math.max(4, y - 34);
    context.fillStyle = colour("--paper");
    context.strokeStyle = colour("--line");
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(left, top, length + 12, 22, 4);
    context.fill();
    context.stroke();
    context.fillStyle = colour("--text");
    context.fillText(path, left + 6, top + 15);
  }

  private at(e: MouseEvent): Dot | undefined {
    const [x, y] = this.view.invert([e.offsetX, e.offsetY]);
    return this.finder?.find(x, y, Math.max(6, 14 / this.view.k));
  }

  private hover(d: Dot | undefined): void {
    if (d === this.hovered) return;
    this.hovered = d;
    this.canvas.classList.toggle("over", d !== undefined);
    this.paint();
  }

  // click leads to the pair under the pointer, or to the only one of a file; of a file
  // with several pairs it shows them in the list.
  private click(e: MouseEvent): void {
    const d = this.at(e);
    if (d) return this.pick(d);
    const link = this.lineAt(e);
    if (link) location.hash = address("pairs", { sel: link.pair });
  }

  private pick(d: Dot): void {
    const own = this.pairsHere(d);
    if (own.length === 1) location.hash = address("pairs", { sel: own[0] });
    else choose({ file: d.file });
  }

  private lineAt(e: MouseEvent): Link | undefined {
    const [x, y] = this.view.invert([e.offsetX, e.offsetY]);
    let best: Link | undefined, least = 5 / this.view.k;
    for (const link of this.net.links) {
      const { source: a, target: b } = link;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const t = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
      const distance = Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
      if (distance < least) [best, least] = [link, distance];
    }
    return best;
  }

  private pairsHere(d: Dot): number[] {
    const p = pairs();
    return (pairsOf().get(d.file) ?? []).filter((i) => p.by[i] >= this.least);
  }

  // list writes the files as text, or the pairs of the chosen one.
  private list(): void {
    const d = this.chosen;
    if (d) {
      const p = pairs();
      const own = this.pairsHere(d);
      const path = filePath(d.file);
      fill(this.side,
        h("p", {}, h("a", { href: address("graph", { min: this.least }) }, "All " + noun()[1])),
        h("h2", {}, files().name[d.file]), h("p", { class: "whole dim" }, path),
        h("h3", {}, amount(own.length, "pair", "pairs")),
        h("ul", { class: "members" }, ...own.slice(0, listed).map((i) => {
          const other = filePath(p.a[i] === d.file ? p.b[i] : p.a[i]);
          return h("li", {}, h("p", { class: "member" }, h("span", { class: "figure" }, pairFigure(i)),
            h("a", { href: address("pairs", { sel: i }) }, shown(other, commonFolder(other, path)))));
        })),
        own.length > listed && h("p", {}, h("a", { href: address("pairs", { file: d.file }) }, "All of them in the table")));
      return;
    }
    const text = this.search.value.toLowerCase();
    const found = this.net.dots.filter((dot) => text === "" || lowerFiles()[dot.file].includes(text)).sort((a, b) => b.degree - a.degree || a.file - b.file);
    fill(this.side,
      h("h2", {}, noun()[1][0].toUpperCase() + noun()[1].slice(1)),
      h("p", { class: "dim" }, found.length === 0 ? "None." : "Those with most pairs first."),
      h("ul", { class: "members" }, ...found.slice(0, listed).map((dot) => {
        const button = h("button", { type: "button", class: "linklike", click: () => this.pick(dot) }, shown(filePath(dot.file), filePath(dot.file).lastIndexOf("/") + 1));
        for (const [on, off] of [["focus", "blur"], ["pointerenter", "pointerleave"]]) {
          button.addEventListener(on, () => this.hover(dot));
          button.addEventListener(off, () => this.hover(undefined));
        }
        return h("li", {}, h("p", { class: "member" }, h("span", { class: "figure" }, count(dot.degree)), button));
      })),
      found.length > listed && h("p", { class: "dim" }, `and ${count(found.length - listed)} more`));
  }
}

// startingShare is the least share, in whole per cent, at which the graph has at most 1,000
// pairs, so that it can be read at once. It has some pairs in any case. all is the per cent at
// which the graph has all pairs: some may be below the threshold.
function startingShare(): { start: number; all: number } {
  const counts = new Int32Array(101);
  for (const by of pairs().by) counts[wholePercent(Math.max(0, by))]++;
  const lowest = counts.findIndex((n) => n > 0), threshold = wholePercent(overview().min);
  const all = lowest < 0 ? threshold : Math.min(lowest, threshold);
  let sum = 0, start = 100;
  for (let step = 100; step >= all && (sum === 0 || sum + counts[step] <= 1000); step--) {
    sum += counts[step];
    start = step;
  }
  return { start: start / 100, all };
}

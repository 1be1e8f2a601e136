// The page: navigation on top, or below on narrow screens, and one view at a time.

import { append, fill, h, set } from "./dom";
import { between, overview } from "./data";
import * as folders from "./folders";
import { Graph } from "./graph";
import { groupSpec, setSpec } from "./groups";
import { FolderMap } from "./map";
import { Status } from "./live";
import { News } from "./news";
import * as overviewPage from "./overview";
import * as pairs from "./pairs";
import { address, current, views, type View } from "./route";
import { Search } from "./search";
import { Table } from "./table";

interface Shown { update(params: URLSearchParams): void; close(): void }

const app = document.getElementById("app")!;
const main = h("main", { id: "main", tabindex: -1 });
const links = new Map<View, HTMLAnchorElement>();
let view: View | undefined;
let shown: Shown | undefined;

function open(name: View): Shown {
  switch (name) {
    case "overview":
      overviewPage.show(main);
      return { update() {}, close() {} };
    case "map":
      return new FolderMap(main);
    case "graph":
      return new Graph(main);
    case "pairs":
      return new Table(main, pairs.spec());
    case "files":
      return new Table(main, pairs.spec(between()));
    case "groups":
      return new Table(main, groupSpec());
    case "folders":
      return new Table(main, folders.spec());
    case "duplicates":
      return new Table(main, setSpec());
    case "search":
      return new Search(main);
    case "new":
      return new News(main);
  }
}

function route(): void {
  const { view: next, params } = current();
  if (next !== view) {
    shown?.close();
    fill(main);
    main.className = "view " + next;
    app.className = ["overview", "search", "new"].includes(next) ? "" : "filled"; // the others move inside the window
    view = next;
    shown = open(next);
    document.title = `${views[next]} – ${overview().title || "alike report"}`;
    for (const [name, link] of links) set(link, { "aria-current": name === next ? "page" : undefined });
    window.scrollTo(0, 0);
  }
  shown?.update(params);
}

function licences(): HTMLElement {
  const text = document.getElementById("licences")?.textContent ?? "";
  return h("details", { class: "licences" }, h("summary", {}, "Licences of the parts of this page"), h("pre", { tabindex: 0 }, text));
}

const items = (Object.keys(views) as View[]).map((name) => {
  const link = h("a", { href: address(name) }, views[name]!);
  links.set(name, link);
  return h("li", {}, link);
});
const status = overview().live && new Status();
append(app, [
  h("a", { class: "skip", href: "#main", click: (e) => {
    e.preventDefault();
    main.focus();
  } }, "Skip to the content"),
  h("header", { class: status ? "top served" : "top" }, h("p", { class: "brand" }, "alike", !status && h("span", {}, " report")),
    h("nav", { class: "views", "aria-label": "Views" }, h("ul", {}, ...items)), status?.element),
  status?.notice,
  main,
  h("footer", {}, licences()),
  h("p", { id: "announcer", class: "quiet", role: "status" }),
]);
window.addEventListener("hashchange", route);
route();

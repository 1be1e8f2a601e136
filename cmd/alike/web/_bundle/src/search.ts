// The search of a live page: paths as they are typed, and files that are like one from
// elsewhere, which goes to this server only.

import { type Child, append, fill, h, later } from "./dom";
import { exact, few, fileNumber, identical, overview, pairsOfFiles, setOf, tableOfFiles } from "./data";
import { amount, count, figure, marks, measure, size } from "./format";
import { compareAddress, shown, shownName, type Named } from "./paths";
import { address, adjust } from "./route";
import { Latest, lines, request, server } from "./live";

interface Found { files: Named[]; all: number }
interface Match {
  type: string; file: Named; shared: number; query_in_file: number | null; file_in_query: number | null;
  resemblance: number | null; distinctive: number | null; identical: boolean; exact: boolean;
}

const listed = 50, matched = 200;

// byMeasure is the share of a result that the page orders by.
export function byMeasure(aInB: number | null, bInA: number | null, resemblance: number | null, distinctive: number | null): number {
  const [a, b] = [aInB ?? -1, bInA ?? -1];
  const shares: Record<string, number> = { distinctive: distinctive ?? -1, larger: Math.min(a, b), union: resemblance ?? -1 };
  return shares[overview().by] ?? Math.max(a, b);
}

// asked are the parameters for results like those of the page, of the files that it shows.
export function asked(limit: number): string {
  const { min, by } = overview();
  return `&shown=1&min=${min}&limit=${limit}` + (by === "" ? "" : "&by=" + by);
}

export const flagsOf = (r: { identical: boolean; exact: boolean; shared: number }): number =>
  (r.identical ? identical : 0) | (r.exact ? exact : 0) | (r.shared < overview().few ? few : 0);

export class Search {
  private readonly typed = new Latest();
  private readonly sent = new Latest();
  private looked: string | undefined;
  private pinned: Named | undefined; // to be compared with another
  private found: Found = { files: [], all: 0 };
  private readonly words = h("input", { type: "search", id: "q", placeholder: "words of a path", autocomplete: "off", spellcheck: "false" });
  private readonly counted = h("p", { class: "counted", role: "status" });
  private readonly files = h("ul", { class: "found" });
  private readonly chooser = h("input", { type: "file", id: "file" });
  private readonly name = h("input", { type: "text", id: "name", placeholder: "such as x.go", autocomplete: "off", spellcheck: "false" });
  private readonly text = h("textarea", { id: "text", rows: 6, spellcheck: "false" });
  private readonly outcome = h("p", { class: "counted", role: "status" });
  private readonly matches = h("div", {});

  constructor(root: HTMLElement) {
    const drop = h("section", { class: "drop" },
      h("h2", {}, "Find similar files"),
      h("p", { class: "dim" }, `Drop a file of up to ${size(server().maxUpload)} here, choose one, or paste its text. It goes to this server only, which does not keep it.`),
      h("form", { class: "filter", submit: (e) => {
        e.preventDefault();
        this.chooser.value = "";
        this.send(new Blob([this.text.value]), this.name.value);
      } },
        h("span", { class: "field" }, h("label", { for: "file" }, "File"), this.chooser),
        h("span", { class: "field wide" }, h("label", { for: "text" }, "Text"), this.text),
        h("span", { class: "field" }, h("label", { for: "name" }, "Its name"), this.name),
        h("button", {}, "Search")),
      this.outcome, this.matches);
    append(root, [
      h("h1", { class: "quiet" }, "Search"),
      h("section", {},
        h("h2", {}, "Find files by their path"),
        h("form", { class: "filter", role: "search", submit: (e) => e.preventDefault() },
          h("span", { class: "field" }, h("label", { for: "q" }, "Path"), this.words), this.counted),
        this.files),
      drop,
    ]);
    this.words.addEventListener("input", later(120, () => adjust({ q: this.words.value })));
    this.chooser.addEventListener("change", () => {
      const file = this.chooser.files?.[0];
      if (file) this.send(file, file.name);
    });
    for (const type of ["dragover", "dragleave", "drop"]) {
      root.addEventListener(type, (e) => {
        drop.classList.toggle("over", type === "dragover");
        e.preventDefault();
      }, { signal: this.listening.signal });
    }
    root.addEventListener("drop", (e) => {
      const file = e.dataTransfer?.files[0];
      this.chooser.value = "";
      if (file) this.send(file, file.name);
    }, { signal: this.listening.signal });
  }

  private readonly listening = new AbortController();

  close(): void {
    this.typed.stop();
    this.sent.stop();
    this.listening.abort();
  }

  update(params: URLSearchParams): void {
    const words = params.get("q") ?? "";
    if (document.activeElement !== this.words) this.words.value = words;
    if (words === this.looked) return;
    this.looked = words;
    if (words.trim() === "") {
      this.typed.stop();
      this.show({ files: [], all: 0 });
      this.counted.textContent = "";
      return;
    }
    void this.typed.run(async (signal) => {
      this.show((await (await request(`files?limit=${listed}&q=${encodeURIComponent(words)}`, { signal })).json()) as Found);
    }, (e) => (this.counted.textContent = e.message));
  }

  private show(found: Found): void {
    this.found = found;
    this.counted.textContent = found.all > found.files.length ? `the first ${count(found.files.length)} of ${amount(found.all, "file", "files")}` : amount(found.all, "file", "files");
    fill(this.files, ...found.files.map((f) => h("li", {}, ...this.row(f))));
  }

  private row(f: Named): Child[] {
    const pin = this.pinned;
    const same = pin !== undefined && pin.path === f.path && pin.path_b64 === f.path_b64;
    return [
      shown(shownName(f), 0), h("span", { class: "dim" }, size(f.size)), ...known(f),
      pin && !same
        ? h("a", { class: "act", href: compareAddress(pin, f), title: "with " + shownName(pin) }, "Compare with it")
        : h("button", { type: "button", class: "act", "aria-pressed": same ? "true" : "false", title: same ? "chosen to be compared" : undefined, click: () => {
          this.pinned = same ? undefined : f;
          this.show(this.found);
          this.files.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
        } }, same ? "Chosen" : "Compare…"),
    ];
  }

  // send searches for a file, and shows which one that was.
  private send(content: Blob, name: string): void {
    const of = name || "the text";
    fill(this.matches);
    if (content.size === 0 || content.size > server().maxUpload) {
      this.sent.stop();
      this.outcome.textContent = content.size === 0 ? `${of} is empty.` : `${of} is too large (${size(content.size)}): the limit is ${size(server().maxUpload)}.`;
      return;
    }
    this.outcome.textContent = `Searching for ${of} …`;
    void this.sent.run(async (signal) => {
      const all = await lines<Match>(`query?name=${encodeURIComponent(name)}${asked(matched)}`,
        { method: "POST", body: content, headers: { "Content-Type": "application/octet-stream" }, signal });
      this.list(all.filter((m) => m.type === "match"), of);
    }, (e) => (this.outcome.textContent = e.message));
  }

  private list(all: Match[], of: string): void {
    const share = (m: Match): number => (m.identical ? 1 : byMeasure(m.query_in_file, m.file_in_query, m.resemblance, m.distinctive));
    all.sort((a, b) => share(b) - share(a));
    this.outcome.textContent = all.length === 0 ? `No file is similar to ${of}.` : `${all.length === matched ? "The strongest " : ""}${amount(all.length, "file", "files")} similar to ${of}`;
    if (all.length === 0) return;
    const head = (words: string): HTMLElement => h("th", { scope: "col" }, words);
    fill(this.matches, h("div", { class: "scroll", role: "region", "aria-label": "Similar files", tabindex: 0 }, h("table", { class: "matches" },
      h("thead", {}, h("tr", {}, head("File"), head(measure(overview().by)[0]), head("Found in file"), head("Of the file found"), head("Size"), head("Results"))),
      h("tbody", {}, ...all.map((m) => h("tr", {},
        h("td", { class: "path" }, shown(shownName(m.file), 0)),
        ...[share(m), m.query_in_file ?? -1, m.file_in_query ?? -1].map((s) => h("td", { class: "number" }, figure(s, flagsOf(m)))),
        h("td", { class: "number" }, size(m.file.size)), h("td", {}, ...known(m.file))))))),
      h("p", { class: "dim" }, marks()));
  }
}

// known links to what the page has of a file.
function known(f: Named): Child[] {
  const file = fileNumber(f.path, f.path_b64);
  if (file === undefined) return [(f.copies ?? 0) > 0 && h("span", { class: "dim" }, amount(f.copies!, "other copy", "other copies"))];
  const n = pairsOfFiles().get(file)?.length ?? 0, of = setOf().get(file);
  return [
    n > 0 && h("a", { href: address(tableOfFiles(), { file }) }, amount(n, "pair", "pairs")),
    n > 0 && of !== undefined && " ",
    of !== undefined && h("a", { href: address("duplicates", { sel: of }) }, "identical files"),
  ];
}

// The server of a live page: requests, the state of scans, and what is said about both.

import { announce, fill, h, set } from "./dom";
import { overview, type Live } from "./data";
import { amount, count, size } from "./format";
import { adjust } from "./route";

interface State {
  snapshot: string; newer: boolean; error: string;
  scan: { running: boolean; files: number; bytes: number; allFiles: number; allBytes: number; phase: string; error: string };
}

export const server = (): Live => overview().live!;

// Failure is a request without an answer; its status is 0 if the server cannot be reached.
export class Failure extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

let whenExpired: () => void = () => {};

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${server().api}/${path}`, init);
  } catch (e) {
    if (init.signal?.aborted) throw e;
    throw new Failure(0, "The server does not answer.");
  }
  if (response.ok) return response;
  if (response.status === 401) whenExpired();
  const { error } = await (response.json() as Promise<{ error?: string }>).catch(() => ({ error: "" }));
  throw new Failure(response.status, error || `The server answers with status ${response.status}.`);
}

// lines requests JSON, an object a line.
export async function lines<T>(path: string, init?: RequestInit): Promise<T[]> {
  const text = await (await request(path, init)).text();
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

// Latest runs requests of which only the last one counts: a new one aborts the one before.
export class Latest {
  private last = new AbortController();

  async run(f: (signal: AbortSignal) => Promise<void>, failed: (e: Error) => void): Promise<void> {
    this.last.abort();
    const { signal } = (this.last = new AbortController());
    await f(signal).catch((e: Error) => signal.aborted || failed(e));
  }

  stop(): void {
    this.last.abort();
  }
}

const quick = 1000, slow = 5000; // milliseconds between two looks at the state

// Status is the button that scans, with its progress, and a notice below the header.
export class Status {
  readonly notice = h("div", { class: "notice", role: "status", hidden: true });
  readonly element: HTMLElement;
  private readonly button = h("button", { type: "button", click: () => void this.press() });
  private readonly words = h("span", { class: "words" });
  private readonly bar = h("progress", { "aria-label": "Progress of the scan", hidden: true });
  private running = false;
  private stopped = false; // the reader has stopped the scan
  private timer = 0;
  private said = "";

  constructor() {
    this.element = h("div", { class: "live" }, this.words, this.bar, this.button);
    whenExpired = () => this.expired();
    document.addEventListener("visibilitychange", () => document.hidden || void this.look());
    this.show(false);
    void this.look();
  }

  private async look(init?: RequestInit): Promise<void> {
    clearTimeout(this.timer);
    let next: number | undefined = slow;
    try {
      const state = (await (await request(init ? "scan" : "state", init)).json()) as State;
      if (init) this.stopped = init.method === "DELETE";
      this.state(state);
      if (state.scan.running) next = quick;
    } catch (e) {
      const { status, message } = e as Failure;
      if (status === 409) next = quick; // somebody else has just started one
      else if (status === 401) next = undefined; // the reader has to log in
      else this.say(message);
    }
    clearTimeout(this.timer); // of another look meanwhile
    if (next !== undefined) this.timer = window.setTimeout(() => document.hidden || void this.look(), next);
  }

  private async press(): Promise<void> {
    this.button.disabled = true;
    await this.look({ method: this.running ? "DELETE" : "POST" });
    this.button.disabled = false;
  }

  private state({ snapshot, newer, error, scan }: State): void {
    if (scan.running !== this.running) announce(scan.running ? "Scanning" : scan.error || (this.stopped ? "" : "The scan has ended"));
    this.show(scan.running, scan);
    const reload = h("button", { type: "button", click: () => {
      adjust({ sel: undefined, file: undefined, pair: undefined, at: undefined, set: undefined }); // they number other rows then
      location.reload();
    } }, "Show them");
    if (snapshot !== server().snapshot) this.say("There are newer results.", reload);
    else if (scan.error !== "" && !scan.running) this.say(`The scan failed: ${scan.error}`);
    else if (error !== "" && !scan.running) this.say(`This page cannot be brought up to date: ${error}`);
    else if (this.stopped && !scan.running) this.say("The scan was stopped.");
    else if (newer && !scan.running) this.say("Another process has changed the index. The new results are being prepared.");
    else this.say("");
  }

  private show(running: boolean, scan?: State["scan"]): void {
    this.running = running;
    this.bar.hidden = !running;
    this.button.textContent = running ? "Stop" : "Scan now";
    if (!running || !scan) {
      this.words.textContent = "";
      return;
    }
    const comparing = scan.phase === "comparing";
    this.words.textContent = comparing ? "Comparing" : scan.allFiles > 0
      ? `${count(scan.files)} of ${amount(scan.allFiles, "file", "files")}` : `${amount(scan.files, "file", "files")}, ${size(scan.bytes)}`;
    const known = !comparing && scan.allBytes > 0;
    set(this.bar, { value: known ? scan.bytes : undefined, max: known ? scan.allBytes : undefined });
  }

  private expired(): void {
    this.say("The login has expired.", h("a", { href: "./" }, "Log in again"));
  }

  private say(words: string, action?: HTMLElement): void {
    if (words === this.said) return;
    this.said = words;
    this.notice.hidden = words === "";
    fill(this.notice, h("p", {}, words), action);
  }
}

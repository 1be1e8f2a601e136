// The state of the page, in the part of its address after #: a view and what is chosen in
// it. So the browser's back and forward buttons work, and an address can be kept.

import { overview } from "./data";

const first = { overview: "Overview", map: "Map", graph: "Graph", pairs: "Pairs" };
const ofUnits = { files: "Files" };
const last = { groups: "Groups", folders: "Folders", duplicates: "Duplicates" };
const results = overview().units > 0 ? { ...first, ...ofUnits, ...last } : { ...first, ...last };
const asked = { search: "Search", new: "New" }; // of a server

export type View = keyof typeof first | keyof typeof ofUnits | keyof typeof last | keyof typeof asked;
export const views: Partial<Record<View, string>> = overview().live ? { ...results, ...asked } : results;
export type Choice = Record<string, string | number | undefined>;

export interface Route { view: View; params: URLSearchParams }

export function current(): Route {
  const [name, query] = location.hash.slice(1).split("?", 2);
  const view = (Object.hasOwn(views, name ?? "") ? name : "overview") as View;
  return { view, params: new URLSearchParams(query ?? "") };
}

// address is the link to a view. A choice that is undefined or empty is left out.
export function address(view: View, choice: Choice = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) {
    if (value !== undefined && value !== "") params.set(name, String(value));
  }
  const query = params.toString();
  return "#" + view + (query ? "?" + query : "");
}

// changed is the present address with some choices changed.
function changed(choice: Choice): string {
  const { view, params } = current();
  return address(view, { ...Object.fromEntries(params), ...choice });
}

// choose changes the state in a step that the back button undoes.
export function choose(choice: Choice): void {
  location.hash = changed(choice);
}

// adjust changes the state in place, as for each letter of a filter.
export function adjust(choice: Choice): void {
  const next = changed(choice);
  if (next !== location.hash) location.replace(next);
}

// whole is a parameter that is a whole number, or -1.
export function whole(params: URLSearchParams, name: string): number {
  const text = params.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

// share is a parameter between 0 and 1.
export function share(params: URLSearchParams, name: string, otherwise: number): number {
  const n = Number(params.get(name) ?? NaN);
  return n >= 0 && n <= 1 ? n : otherwise;
}

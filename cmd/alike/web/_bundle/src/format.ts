// Numbers as they are shown.

import { exact, few, identical, overview } from "./data";

const space = "\u202f"; // narrow, without a break
const noBreak = "\u00a0";

// count groups the digits of a whole number by three: 1 234 567.
export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, space);
}

// amount is a number with its noun.
export function amount(n: number, one: string, many: string): string {
  return count(n) + noBreak + (n === 1 ? one : many);
}

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

// size is a number of bytes with a binary unit and at least two digits.
export function size(bytes: number): string {
  let unit = 0;
  while (bytes >= 1023.5 && unit < units.length - 1) {
    bytes /= 1024;
    unit++;
  }
  return (unit > 0 && bytes < 9.95 ? bytes.toFixed(1) : count(Math.round(bytes))) + noBreak + units[unit];
}

// percent is a share in whole per cent. Only 1 is 100 %, and only 0 is 0 %. A share that
// is not defined is negative.
export function percent(share: number): string {
  if (share < 0) return "–";
  let n = Math.round(share * 100);
  if (share < 1) n = Math.min(n, 99);
  if (share > 0 && n === 0) return "<" + space + "1" + space + "%";
  return n + space + "%";
}

// figure is the share of a pair with some flags. As on a terminal, a tilde marks an estimate,
// and a question mark one from few fingerprints.
export function figure(share: number, flags: number): string {
  if (flags & identical) share = 1;
  const text = percent(share);
  if (share < 0 || flags & (identical | exact) || text.startsWith("<")) return text;
  return (flags & few ? "?" : "~") + text;
}

export const marks = (): string => `~ estimated from fingerprints, ? from fewer than ${overview().few}`;

// wholePercent is a share rounded down to whole per cent.
export const wholePercent = (share: number): number => Math.floor(share * 100 + 1e-6);

// measures are the names of the shares that pairs can be ordered by, and what they are.
const measures: Record<string, [name: string, hint: string]> = {
  distinctive: ["Distinctive", "How much is in both, by how rare it is"],
  smaller: ["Of the smaller", "How much of the smaller one is in the larger one"],
  larger: ["Of the larger", "How much of the larger one is in the smaller one"],
  union: ["Of both", "How much of both together is in both"],
};

// measure is the name of a share, and what it is.
export const measure = (by: string): [name: string, hint: string] => measures[by] ?? ["Share", ""];

// part is a percentage of a whole that may be 0.
export function part(some: number, all: number): string {
  return percent(all > 0 ? Math.min(some / all, 1) : 0);
}

// moment is a time in the reader's own zone: 2026-11-22 15:04.
export function moment(time: string): string {
  const t = new Date(time);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${t.getFullYear()}-${two(t.getMonth() + 1)}-${two(t.getDate())} ${two(t.getHours())}:${two(t.getMinutes())}`;
}

#!/usr/bin/env node
// linediff OLD NEW: differences of two files by lines, as a unified diff.

const fs = require("node:fs");
const path = require("node:path");

/**
 * The shortest edit script after Myers (1986), in the variant that keeps one array
 * of furthest points per number of edits.
 *
 * @param {number[]} a
 * @param {number[]} b
 * @returns {Array<[number, number, number]>} runs that are equal: place in a, in b, length
 */
function equalRuns(a, b) {
	const n = a.length;
	const m = b.length;
	const most = n + m;
	const trace = [];
	let furthest = new Int32Array(2 * most + 3);
	outer: for (let d = 0; d <= most; d++) {
		trace.push(furthest.slice(most + 1 - d - 1, most + 1 + d + 2));
		for (let k = -d; k <= d; k += 2) {
			const down = k === -d || (k !== d && furthest[most + k] < furthest[most + k + 2]);
			let x = down ? furthest[most + k + 2] : furthest[most + k] + 1;
			let y = x - k;
			while (x < n && y < m && a[x] === b[y]) {
				x++;
				y++;
			}
			furthest[most + 1 + k] = x;
			if (x >= n && y >= m) break outer;
		}
	}

	// Walk back from the end.
	const runs = [];
	let x = n;
	let y = m;
	for (let d = trace.length - 1; d >= 0; d--) {
		const row = trace[d];
		const at = (k) => row[k + d + 1];
		const k = x - y;
		const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
		const before = down ? k + 1 : k - 1;
		const px = d === 0 ? 0 : at(before);
		const py = d === 0 ? 0 : px - before;
		const startX = d === 0 ? 0 : down ? px : px + 1;
		const length = x - startX;
		if (length > 0) runs.unshift([startX, startX - k, length]);
		x = px;
		y = py;
	}
	return runs;
}

/** Numbers lines so that equal lines have the same number. */
function numberLines(texts, normalise) {
	const numbers = new Map();
	return texts.map((lines) =>
		lines.map((line) => {
			const key = normalise(line);
			let number = numbers.get(key);
			if (number === undefined) {
				number = numbers.size;
				numbers.set(key, number);
			}
			return number;
		}),
	);
}

function splitLines(text) {
	const lines = text.split("\n");
	const complete = lines[lines.length - 1] === "";
	if (complete) lines.pop();
	return { lines, complete };
}

/** Leaves out what is the same at both ends before the expensive part. */
function matchingRuns(a, b) {
	let head = 0;
	while (head < a.length && head < b.length && a[head] === b[head]) head++;
	let tail = 0;
	while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;

	const middle = equalRuns(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
	const runs = middle.map(([x, y, length]) => [x + head, y + head, length]);
	if (head > 0) runs.unshift([0, 0, head]);
	if (tail > 0) runs.push([a.length - tail, b.length - tail, tail]);
	return runs;
}

function edits(runs, lengthA, lengthB) {
	const found = [];
	let x = 0;
	let y = 0;
	for (const [nextX, nextY, length] of [...runs, [lengthA, lengthB, 0]]) {
		if (nextX > x || nextY > y) found.push({ from: x, removed: nextX - x, to: y, added: nextY - y });
		x = nextX + length;
		y = nextY + length;
	}
	return found;
}

// A change whose edges can slide is moved down to end behind a blank line or a
// closing brace, where people would put it.
function slide(change, numbersA, numbersB, linesB) {
	if (change.removed > 0 && change.added > 0) return change;
	const [numbers, start, size] =
		change.added > 0 ? [numbersB, change.to, change.added] : [numbersA, change.from, change.removed];
	let best = 0;
	for (let by = 1; start + size + by - 1 < numbers.length; by++) {
		if (numbers[start + by - 1] !== numbers[start + size + by - 1]) break;
		const last = linesB[change.to + change.added + by - 1];
		if (last !== undefined && /^\s*[})\]]?;?\s*$/.test(last)) best = by;
	}
	return { ...change, from: change.from + best, to: change.to + best };
}

function hunks(changes, context) {
	const grouped = [];
	for (const change of changes) {
		const last = grouped[grouped.length - 1];
		const end = last && last[last.length - 1].from + last[last.length - 1].removed;
		if (last && change.from - end <= 2 * context) last.push(change);
		else grouped.push([change]);
	}
	return grouped;
}

function range(start, count) {
	if (count === 1) return `${start + 1}`;
	return `${count === 0 ? start : start + 1},${count}`;
}

const COLOURS = { "-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m" };

function paint(line, colour) {
	const code = colour && COLOURS[line[0]];
	return code ? `${code}${line}\x1b[0m` : line;
}

function* unified(a, b, changes, { context, colour, names }) {
	yield paint(`--- ${names[0]}`, colour);
	yield paint(`+++ ${names[1]}`, colour);
	for (const hunk of hunks(changes, context)) {
		const first = hunk[0];
		const last = hunk[hunk.length - 1];
		const before = Math.min(context, first.from, first.to);
		const startA = first.from - before;
		const startB = first.to - before;
		const endA = Math.min(a.lines.length, last.from + last.removed + context);
		const endB = Math.min(b.lines.length, last.to + last.added + context);
		yield paint(`@@ -${range(startA, endA - startA)} +${range(startB, endB - startB)} @@`, colour);

		let x = startA;
		for (const change of hunk) {
			for (; x < change.from; x++) yield ` ${a.lines[x]}`;
			for (; x < change.from + change.removed; x++) yield* marked("-", a, x, colour);
			for (let y = change.to; y < change.to + change.added; y++) yield* marked("+", b, y, colour);
		}
		for (; x < endA; x++) yield ` ${a.lines[x]}`;
	}
}

function* marked(sign, side, at, colour) {
	yield paint(sign + side.lines[at], colour);
	if (at === side.lines.length - 1 && !side.complete) yield "\\ No newline at end of file";
}

function compareTexts(textA, textB, options = {}) {
	const a = splitLines(textA);
	const b = splitLines(textB);
	const normalise = options.ignoreSpace ? (line) => line.replace(/\s+/g, " ").trim() : (line) => line;
	const [numbersA, numbersB] = numberLines([a.lines, b.lines], normalise);
	const runs = matchingRuns(numbersA, numbersB);
	const changes = edits(runs, a.lines.length, b.lines.length).map((change) =>
		slide(change, numbersA, numbersB, b.lines),
	);
	return { a, b, changes };
}

function parseArguments(args) {
	const options = { context: 3, colour: process.stdout.isTTY, ignoreSpace: false, brief: false, files: [] };
	while (args.length > 0) {
		const arg = args.shift();
		if (arg === "-w") options.ignoreSpace = true;
		else if (arg === "-q") options.brief = true;
		else if (arg === "--no-colour") options.colour = false;
		else if (/^-U\d+$/.test(arg)) options.context = Number(arg.slice(2));
		else if (arg === "--") options.files.push(...args.splice(0));
		else if (arg.startsWith("-") && arg !== "-") throw new Error(`unknown option ${arg}`);
		else options.files.push(arg);
	}
	if (options.files.length !== 2) throw new Error("usage: linediff [-w] [-q] [-U3] [--no-colour] OLD NEW");
	return options;
}

function main() {
	const options = parseArguments(process.argv.slice(2));
	const [textA, textB] = options.files.map((name) => fs.readFileSync(name === "-" ? 0 : name, "utf8"));
	const { a, b, changes } = compareTexts(textA, textB, options);
	if (changes.length === 0) return 0;
	if (options.brief) {
		const [left, right] = options.files.map((name) => path.basename(name));
		console.log(`${left} and ${right} differ in ${changes.length} places`);
		return 1;
	}
	for (const line of unified(a, b, changes, { ...options, names: options.files })) console.log(line);
	return 1;
}

if (require.main === module) {
	try {
		process.exitCode = main();
	} catch (error) {
		console.error(`linediff: ${error.message}`);
		process.exitCode = 2;
	}
}

module.exports = { compareTexts, unified };

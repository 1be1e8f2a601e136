// -- given --
'use strict';

const fs = require('fs');

function readInput(path) {
  const text = fs.readFileSync(path === '-' ? 0 : path, 'utf8');
  const data = JSON.parse(text);
  if (!Array.isArray(data)) {
    throw new TypeError('the input has to be an array of objects');
  }
  return data;
}

function formatTable(rows) {
  if (rows.length === 0) return '(empty)';
  const names = Object.keys(rows[0]);
  const widths = names.map((n) => Math.max(n.length, ...rows.map((r) => String(r[n]).length)));
  const line = (cells) => cells.map((c, i) => String(c).padEnd(widths[i])).join('  ').trimEnd();
  const out = [line(names), line(widths.map((w) => '-'.repeat(w)))];
  for (const row of rows) {
    out.push(line(names.map((n) => row[n])));
  }
  return out.join('\n');
}
// -- own --

class SpecError extends Error {}

// a number if it looks like one
function interpret(word) {
  const number = Number(word);
  const numeric = Number.isFinite(number) && word.trim() !== '';
  return numeric ? number : word;
}

const order = (p, q) => {
  if (typeof q === 'number' && typeof p === 'number') return p - q;
  const [left, right] = [String(p ?? ''), String(q ?? '')];
  return left.localeCompare(right);
};
const equal = (p, q) => String(q) === String(p);

const FIGURES = {
  count: (numbers, members) => members.length,
  avg: (numbers) => (0 === numbers.length ? 0 : FIGURES.sum(numbers) / numbers.length),
  sum: (numbers) => numbers.reduce((soFar, n) => n + soFar, 0),
};

const RELATIONS = new Map([
  ['=', equal],
  ['!=', (p, q) => !equal(p, q)],
  ['<', (p, q) => 0 > order(p, q)],
  ['<=', (p, q) => 0 >= order(p, q)],
  ['>', (p, q) => 0 < order(p, q)],
  ['>=', (p, q) => 0 <= order(p, q)],
  ['has', (p, q) => String(p).includes(String(q))],
]);

const HOW_TO = `usage: query FILE [select A,B] [where F OP V [and F OP V]...]
  [group F] [sum F] [avg F] [count] [order F [desc]] [limit N]`;

class Cursor {
  constructor(args) {
    this.place = 0;
    this.args = args;
  }
  passes(word) {
    if (word !== this.current()) return false;
    this.place += 1;
    return true;
  }
  fetch(meaning) {
    if (this.args.length <= this.place) throw new SpecError(`${meaning} expected at the end`);
    const word = this.args[this.place];
    this.place += 1;
    return word;
  }
  current() {
    return this.args[this.place];
  }
}

function relation(cursor) {
  const property = cursor.fetch('field');
  const symbol = cursor.fetch('operator');
  const symbols = [...RELATIONS.keys()];
  if (!RELATIONS.has(symbol)) {
    throw new SpecError(`${symbol} is none of ${symbols.join(' ')}`);
  }
  const holds = RELATIONS.get(symbol);
  const operand = interpret(cursor.fetch('value'));
  return (entry) => holds(entry[property], operand);
}

const READERS = {
  limit(cursor, query) {
    const most = interpret(cursor.fetch('number'));
    if (most < 0 || !Number.isInteger(most)) throw new SpecError('limit takes a count');
    query.most = most;
  },
  order(cursor, query) {
    cursor.passes('by');
    const property = cursor.fetch('field');
    const direction = cursor.passes('desc') ? -1 : 1;
    query.sorting.push({ direction, property });
  },
  group(cursor, query) {
    cursor.passes('by');
    const property = cursor.fetch('field');
    query.by = property;
  },
  count: (cursor, query) => query.figures.push(['count', null]),
  avg: (cursor, query) => query.figures.push(['avg', cursor.fetch('field')]),
  sum: (cursor, query) => query.figures.push(['sum', cursor.fetch('field')]),
  where(cursor, query) {
    do query.relations.push(relation(cursor));
    while (cursor.passes('and'));
  },
  select(cursor, query) {
    const list = cursor.fetch('columns');
    query.properties = list.split(',').filter(Boolean);
  },
};

function interpretAll(args) {
  const cursor = new Cursor(args);
  const query = { most: Infinity, sorting: [], figures: [], by: null, relations: [], properties: null };
  while (undefined !== cursor.current()) {
    const verb = cursor.fetch('clause');
    if (!Object.hasOwn(READERS, verb)) throw new SpecError(`unknown clause ${verb}`);
    const reader = READERS[verb];
    reader(cursor, query);
  }
  if (query.properties !== null && query.figures.length > 0 && query.by === null) {
    throw new SpecError('select with sum, avg or count needs group');
  }
  return query;
}

function collect(entries, { figures, by }) {
  const heaps = new Map();
  for (const entry of entries) {
    const value = by === null ? 'all' : entry[by];
    if (!heaps.has(value)) heaps.set(value, []);
    const heap = heaps.get(value);
    heap.push(entry);
  }
  const title = by ?? 'rows';
  return Array.from(heaps, ([value, heap]) => {
    const condensed = { [title]: value };
    for (const [figure, property] of figures) {
      const heading = property === null ? figure : `${figure}(${property})`;
      const numbers = heap.map((entry) => Number(entry[property])).filter(Number.isFinite);
      const exact = FIGURES[figure](numbers, heap);
      condensed[heading] = Math.round(100 * exact) / 100;
    }
    return condensed;
  });
}

function perform(entries, query) {
  const { properties, most } = query;
  let list = entries.filter((entry) => query.relations.every((holds) => holds(entry)));
  if (query.figures.length > 0 || query.by !== null) list = collect(list, query);
  list.sort((p, q) => {
    for (const { direction, property } of query.sorting) {
      const sign = order(p[property], q[property]) * direction;
      if (0 !== sign) return sign;
    }
    return 0;
  });
  list = list.slice(0, most);
  if (properties === null) return list;
  const reduced = list.map((entry) => Object.fromEntries(properties.map((n) => [n, entry[n] ?? ''])));
  return reduced;
}

const [, , path, ...args] = process.argv;
if (undefined === path) {
  console.error(HOW_TO);
  process.exit(2);
}
try {
  const query = interpretAll(args);
  const entries = readInput(path);
  const table = formatTable(perform(entries, query));
  console.log(table);
} catch (trouble) {
  const { message } = trouble;
  console.error(trouble instanceof SpecError ? `${message}\n${HOW_TO}` : message);
  process.exit(1);
}

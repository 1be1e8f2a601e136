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

// query.js FILE select name,sum(x) where x > 3 and y = red group by name order by name desc limit 5
const KEYWORDS = ['select', 'where', 'group', 'order', 'limit'];

const fail = (message) => {
  throw new SyntaxError(message);
};

/** Cuts the words at the keywords: { select: [...], where: [...], ... } */
const clauses = (words) =>
  words.reduce(({ current, parts }, word) => {
    const key = word.toLowerCase();
    if (KEYWORDS.includes(key)) {
      if (key in parts) fail(`"${key}" comes twice`);
      return { current: key, parts: { ...parts, [key]: [] } };
    }
    if (current === null) fail(`unexpected "${word}"`);
    return { current, parts: { ...parts, [current]: [...parts[current], word] } };
  }, { current: null, parts: {} }).parts;

const commas = (words) => words.join(' ').split(',').map((s) => s.trim()).filter(Boolean);

const afterBy = (words, name) => {
  if (words === undefined) return [];
  return words[0] === 'by' && words.length > 1 ? commas(words.slice(1)) : fail(`${name} by WHAT?`);
};

const literal = (text) => (text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text.replace(/^'(.*)'$/, '$1'));

const compare = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b));
};

const comparisons = {
  '=': (a, b) => compare(a, b) === 0,
  '!=': (a, b) => compare(a, b) !== 0,
  '<': (a, b) => compare(a, b) < 0,
  '<=': (a, b) => compare(a, b) <= 0,
  '>': (a, b) => compare(a, b) > 0,
  '>=': (a, b) => compare(a, b) >= 0,
  like: (a, b) => String(a).toLowerCase().includes(String(b).toLowerCase()),
};

const splitAt = (words, separator) =>
  words.reduce((groups, word) => (
    word.toLowerCase() === separator
      ? [...groups, []]
      : [...groups.slice(0, -1), [...groups[groups.length - 1], word]]
  ), [[]]);

const term = ([field, operator, ...value]) => {
  const test = comparisons[operator] || fail(`cannot compare with "${operator}"`);
  const wanted = literal(value.join(' '));
  return (row) => row[field] !== undefined && test(row[field], wanted);
};

const condition = (words) => {
  if (words === undefined) return () => true;
  const alternatives = splitAt(words, 'or').map((part) => splitAt(part, 'and').map(term));
  return (row) => alternatives.some((all) => all.every((test) => test(row)));
};

const numbers = (rows, field) => rows.map((row) => Number(row[field])).filter((n) => !Number.isNaN(n));
const sum = (list) => list.reduce((a, b) => a + b, 0);

const aggregates = {
  sum: (rows, field) => sum(numbers(rows, field)),
  avg: (rows, field) => sum(numbers(rows, field)) / (numbers(rows, field).length || 1),
  min: (rows, field) => Math.min(...numbers(rows, field)),
  max: (rows, field) => Math.max(...numbers(rows, field)),
  count: (rows, field) => (field === '*' ? rows.length : rows.filter((row) => row[field] !== undefined).length),
};

/** A column gives its value for a group of rows. */
const column = (text) => {
  const call = /^(\w+)\((\*|\w+)\)$/.exec(text);
  if (call === null) return { name: text, single: true, value: ([row]) => row[text] };
  const aggregate = aggregates[call[1]] || fail(`no function "${call[1]}"`);
  return { name: text, single: false, value: (rows) => aggregate(rows, call[2]) };
};

const groupRows = (rows, fields) => [
  ...rows.reduce((groups, row) => {
    const key = JSON.stringify(fields.map((field) => row[field]));
    return groups.set(key, [...(groups.get(key) || []), row]);
  }, new Map()).values(),
];

const sorter = (texts) => {
  const keys = texts.map((text) => text.split(/\s+/)).map(([name, way]) => ({ name, sign: way === 'desc' ? -1 : 1 }));
  return (a, b) => keys.reduce((order, { name, sign }) => order || sign * compare(a[name], b[name]), 0);
};

const run = (data, words) => {
  const parts = clauses(words);
  const rows = data.filter(condition(parts.where));
  const by = afterBy(parts.group, 'group');
  const names = commas(parts.select || ['*']).flatMap((n) => (n === '*' ? Object.keys(data[0] || {}) : [n]));
  const columns = names.map(column);
  const together = columns.every((c) => !c.single);
  const groups = by.length ? groupRows(rows, by) : together ? [rows] : rows.map((row) => [row]);
  const order = sorter(afterBy(parts.order, 'order'));
  const limit = parts.limit === undefined ? Infinity : Number(parts.limit[0]);
  if (Number.isNaN(limit)) fail('limit HOW MANY?');
  // the whole first row comes along, so that one can sort by what is not shown
  return groups
    .map((group) => ({ ...group[0], ...Object.fromEntries(columns.map((c) => [c.name, c.value(group)])) }))
    .sort(order)
    .slice(0, limit)
    .map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
};

const [file, ...words] = process.argv.slice(2).flatMap((argument) => argument.split(/\s+/));
if (file === undefined) {
  console.error('usage: query.js FILE|- [select ...] [where ...] [group by ...] [order by ...] [limit N]');
  process.exitCode = 2;
} else {
  try {
    console.log(formatTable(run(readInput(file), words)));
  } catch (error) {
    console.error(`${error.name}: ${error.message}`);
    process.exitCode = 1;
  }
}

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

const SYNTAX = `usage: query FILE [select A,B] [where F OP V [and F OP V]...]
  [group F] [sum F] [avg F] [count] [order F [desc]] [limit N]`;

class SyntaxTrouble extends Error {}

function check(condition, complaint) {
  if (!condition) throw new SyntaxTrouble(complaint);
}

const bothNumbers = (l, r) => typeof l === 'number' && typeof r === 'number';
const asText = (x) => String(x ?? '');
const sortOrder = (l, r) => (bothNumbers(l, r) ? l - r : asText(l).localeCompare(asText(r)));

const TESTS = new Map([
  ['=', (l, r) => String(l) === String(r)],
  ['!=', (l, r) => String(l) !== String(r)],
  ['<', (l, r) => sortOrder(l, r) < 0],
  ['<=', (l, r) => sortOrder(l, r) <= 0],
  ['>', (l, r) => sortOrder(l, r) > 0],
  ['>=', (l, r) => sortOrder(l, r) >= 0],
  ['has', (l, r) => String(l).includes(String(r))],
]);

const total = (numbers) => numbers.reduce((t, n) => t + n, 0);
const mean = (numbers) => (numbers.length === 0 ? 0 : total(numbers) / numbers.length);
const hundredths = (n) => Math.round(n * 100) / 100;

class Query {
  constructor(argv) {
    this.pending = argv.slice();
    this.shown = null;
    this.tests = [];
    this.key = null;
    this.figures = [];
    this.sorts = [];
    this.maximum = Infinity;
    this.parse();
  }

  word(what) {
    check(this.pending.length > 0, `${what} expected at the end`);
    return this.pending.shift();
  }

  optional(word) {
    const there = this.pending[0] === word;
    if (there) this.pending.shift();
    return there;
  }

  value(what) {
    const text = this.word(what);
    const number = Number(text);
    return text.trim() !== '' && Number.isFinite(number) ? number : text;
  }

  parse() {
    while (this.pending.length > 0) {
      const clause = this.word('clause');
      const method = 'read_' + clause;
      check(method in this, `unknown clause ${clause}`);
      this[method]();
    }
    const plain = this.key === null && this.figures.length > 0;
    check(!plain || this.shown === null, 'select with sum, avg or count needs group');
  }

  read_select() {
    this.shown = this.word('columns').split(',').filter(Boolean);
  }

  read_where() {
    this.conditionPart();
    while (this.optional('and')) this.conditionPart();
  }

  conditionPart() {
    const member = this.word('field');
    const symbol = this.word('operator');
    check(TESTS.has(symbol), `${symbol} is none of ${[...TESTS.keys()].join(' ')}`);
    const right = this.value('value');
    this.tests.push((record) => TESTS.get(symbol)(record[member], right));
  }

  afterBy() {
    this.optional('by');
    return this.word('field');
  }

  read_group() {
    this.key = this.afterBy();
  }

  figure(name, compute) {
    const member = this.word('field');
    this.figures.push([`${name}(${member})`, (records) => compute(numbersOf(member, records))]);
  }

  read_sum() {
    this.figure('sum', total);
  }

  read_avg() {
    this.figure('avg', mean);
  }

  read_count() {
    this.figures.push(['count', (records) => records.length]);
  }

  read_order() {
    const member = this.afterBy();
    const factor = this.optional('desc') ? -1 : 1;
    this.sorts.push((l, r) => factor * sortOrder(l[member], r[member]));
  }

  read_limit() {
    this.maximum = this.value('number');
    check(Number.isInteger(this.maximum) && this.maximum >= 0, 'limit takes a count');
  }

  keeps(record) {
    return this.tests.every((test) => test(record));
  }

  precedence(l, r) {
    for (const sort of this.sorts) {
      const order = sort(l, r);
      if (order !== 0) return order;
    }
    return 0;
  }

  condense(records) {
    return Array.from(partition(this.key, records), ([value, members]) => this.line(members, value));
  }

  line(members, value) {
    const line = { [this.key ?? 'rows']: value };
    for (const [title, compute] of this.figures) line[title] = hundredths(compute(members));
    return line;
  }

  project(record) {
    if (this.shown === null) return record;
    return Object.fromEntries(this.shown.map((name) => [name, record[name] ?? '']));
  }

  run(input) {
    const kept = input.filter((record) => this.keeps(record));
    const grouped = this.key !== null || this.figures.length > 0;
    const records = grouped ? this.condense(kept) : kept;
    records.sort((l, r) => this.precedence(l, r));
    return records.slice(0, this.maximum).map((record) => this.project(record));
  }
}

function numbersOf(member, records) {
  return records.map((record) => Number(record[member])).filter(Number.isFinite);
}

function partition(key, records) {
  const parts = new Map();
  for (const record of records) {
    const value = key === null ? 'all' : record[key];
    if (!parts.has(value)) parts.set(value, []);
    parts.get(value).push(record);
  }
  return parts;
}

function quit(status, text) {
  console.error(text);
  process.exit(status);
}

function main(argv, path) {
  if (path === undefined) quit(2, SYNTAX);
  try {
    const query = new Query(argv);
    console.log(formatTable(query.run(readInput(path))));
  } catch (trouble) {
    const { message } = trouble;
    quit(1, trouble instanceof SyntaxTrouble ? `${message}\n${SYNTAX}` : message);
  }
}

main(process.argv.slice(3), process.argv[2]);

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

class WrongQuery extends Error {}

const wrong = (text) => {
  throw new WrongQuery(text);
};

// -1, 0 or 1 and beyond: numbers by size, everything else as text
function rank(left, right) {
  const numeric = [left, right].every((x) => typeof x === 'number');
  return numeric ? left - right : String(left ?? '').localeCompare(String(right ?? ''));
}

function decide(symbol, left, right) {
  if (symbol === 'has') return String(left).indexOf(String(right)) >= 0;
  const identical = String(left) === String(right);
  if (symbol === '=' || symbol === '!=') return identical === (symbol === '=');
  const d = rank(left, right);
  if (d === 0) return symbol.length === 2;
  return d < 0 ? symbol[0] === '<' : symbol[0] === '>';
}

function numeral(text) {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? text : number;
}

// Each reader eats its words from the front of the rest.
function digest(rest) {
  const result = { limit: null, sorters: [], measures: [], key: undefined, filters: [], picked: undefined };
  const bite = (what) => (rest.length === 0 ? wrong(`${what} expected at the end`) : rest.shift());
  const bites = (word) => rest[0] === word && rest.shift() === word;
  for (;;) {
    if (rest.length === 0) break;
    const verb = bite('clause');
    switch (verb) {
      case 'limit': {
        const most = numeral(bite('number'));
        result.limit = Number.isInteger(most) && !(most < 0) ? most : wrong('limit takes a count');
        break;
      }
      case 'count':
        result.measures.push({ verb, title: 'count' });
        break;
      case 'avg':
      case 'sum': {
        const name = bite('field');
        result.measures.push({ verb, name, title: `${verb}(${name})` });
        break;
      }
      case 'order':
      case 'group': {
        bites('by');
        const name = bite('field');
        if (verb === 'group') result.key = name;
        else result.sorters.push({ name, falling: bites('desc') });
        break;
      }
      case 'where': {
        let again;
        do {
          const [name, symbol] = [bite('field'), bite('operator')];
          if (!/^([<>]=?|!?=|has)$/.test(symbol)) wrong(`${symbol} is none of = != < <= > >= has`);
          result.filters.push({ symbol, name, operand: numeral(bite('value')) });
          again = bites('and');
        } while (again);
        break;
      }
      case 'select':
        result.picked = bite('columns').split(',').filter((name) => name !== '');
        break;
      default:
        wrong(`unknown clause ${verb}`);
    }
  }
  const ungrouped = result.picked && result.measures.length !== 0 && result.key === undefined;
  return ungrouped ? wrong('select with sum, avg or count needs group') : result;
}

function measure({ verb, name }, bucket) {
  if (verb === 'count') return bucket.length;
  let amount = 0;
  let seen = 0;
  bucket.forEach((item) => {
    const number = Number(item[name]);
    if (!Number.isFinite(number)) return;
    seen += 1;
    amount += number;
  });
  const divisor = verb === 'avg' ? Math.max(seen, 1) : 1;
  return Math.round((amount / divisor) * 100) / 100;
}

function* buckets(items, key) {
  const order = [];
  const byValue = new Map();
  items.forEach((item) => {
    const value = key === undefined ? 'all' : item[key];
    const bucket = byValue.get(value);
    if (bucket !== undefined) {
      bucket.push(item);
    } else {
      byValue.set(value, [item]);
      order.push(value);
    }
  });
  while (order.length > 0) {
    const value = order.shift();
    yield { value, bucket: byValue.get(value) };
  }
}

function* condensed(items, { key, measures }) {
  for (const { value, bucket } of buckets(items, key)) {
    const pairs = measures.map((m) => [m.title, measure(m, bucket)]);
    yield Object.fromEntries([[key === undefined ? 'rows' : key, value], ...pairs]);
  }
}

function before(sorters, p, q) {
  if (sorters.length === 0) return 0;
  const [{ name, falling }, ...others] = sorters;
  const d = falling ? -rank(p[name], q[name]) : rank(p[name], q[name]);
  return d === 0 ? before(others, p, q) : d;
}

function pick(names, item) {
  const part = {};
  for (let i = 0; i < names.length; i++) part[names[i]] = item[names[i]] ?? '';
  return part;
}

function evaluate(query, items) {
  const { filters, key, measures, sorters, picked, limit } = query;
  const fails = (item) => filters.some(({ symbol, name, operand }) => !decide(symbol, item[name], operand));
  const survivors = [];
  for (const item of items) {
    if (!fails(item)) survivors.push(item);
  }
  const whole = key === undefined && measures.length === 0;
  const rows = whole ? survivors : [...condensed(survivors, query)];
  rows.sort(before.bind(null, sorters));
  if (limit !== null) rows.splice(limit);
  return picked ? rows.map((row) => pick(picked, row)) : rows;
}

function start() {
  const manual = [
    'usage: query FILE [select A,B] [where F OP V [and F OP V]...]',
    '  [group F] [sum F] [avg F] [count] [order F [desc]] [limit N]',
  ];
  const [file, ...words] = process.argv.slice(2);
  let status = 2;
  if (file !== undefined) {
    status = 0;
    try {
      const query = digest(words);
      console.log(formatTable(evaluate(query, readInput(file))));
      return status;
    } catch (e) {
      status = 1;
      if (!(e instanceof WrongQuery)) manual.length = 0;
      manual.unshift(e.message);
    }
  }
  console.error(manual.join('\n'));
  return status;
}

process.exitCode = start();

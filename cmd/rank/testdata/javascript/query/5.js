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

const USAGE = `usage: query FILE [select A,B] [where F OP V [and F OP V]...]
  [group F] [sum F] [avg F] [count] [order F [desc]] [limit N]`;

const same = (a, b) => String(a) === String(b);
const compare = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''));
};

const OPERATORS = new Map([
  ['=', same],
  ['!=', (a, b) => !same(a, b)],
  ['<', (a, b) => compare(a, b) < 0],
  ['<=', (a, b) => compare(a, b) <= 0],
  ['>', (a, b) => compare(a, b) > 0],
  ['>=', (a, b) => compare(a, b) >= 0],
  ['has', (a, b) => String(a).includes(String(b))],
]);

const AGGREGATES = {
  sum: (values) => values.reduce((total, v) => total + v, 0),
  avg: (values) => (values.length === 0 ? 0 : AGGREGATES.sum(values) / values.length),
  count: (values, rows) => rows.length,
};

class QueryError extends Error {}

class Words {
  constructor(list) {
    this.list = list;
    this.index = 0;
  }
  peek() {
    return this.list[this.index];
  }
  take(what) {
    if (this.index >= this.list.length) throw new QueryError(`${what} expected at the end`);
    return this.list[this.index++];
  }
  accept(word) {
    if (this.peek() !== word) return false;
    this.index += 1;
    return true;
  }
}

function literal(text) {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function condition(words) {
  const field = words.take('field');
  const name = words.take('operator');
  if (!OPERATORS.has(name)) {
    throw new QueryError(`${name} is none of ${[...OPERATORS.keys()].join(' ')}`);
  }
  const wanted = literal(words.take('value'));
  const test = OPERATORS.get(name);
  return (row) => test(row[field], wanted);
}

const CLAUSES = {
  select(words, plan) {
    plan.columns = words.take('columns').split(',').filter(Boolean);
  },
  where(words, plan) {
    do plan.conditions.push(condition(words));
    while (words.accept('and'));
  },
  group(words, plan) {
    words.accept('by');
    plan.group = words.take('field');
  },
  sum: (words, plan) => plan.aggregates.push(['sum', words.take('field')]),
  avg: (words, plan) => plan.aggregates.push(['avg', words.take('field')]),
  count: (words, plan) => plan.aggregates.push(['count', null]),
  order(words, plan) {
    words.accept('by');
    plan.orders.push({ field: words.take('field'), sign: words.accept('desc') ? -1 : 1 });
  },
  limit(words, plan) {
    plan.limit = literal(words.take('number'));
    if (!Number.isInteger(plan.limit) || plan.limit < 0) throw new QueryError('limit takes a count');
  },
};

function parseQuery(list) {
  const plan = { columns: null, conditions: [], group: null, aggregates: [], orders: [], limit: Infinity };
  const words = new Words(list);
  while (words.peek() !== undefined) {
    const clause = words.take('clause');
    if (!Object.hasOwn(CLAUSES, clause)) throw new QueryError(`unknown clause ${clause}`);
    CLAUSES[clause](words, plan);
  }
  if (plan.group === null && plan.aggregates.length > 0 && plan.columns !== null) {
    throw new QueryError('select with sum, avg or count needs group');
  }
  return plan;
}

function groupRows(rows, { group, aggregates }) {
  const groups = new Map();
  for (const row of rows) {
    const key = group === null ? 'all' : row[group];
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  return Array.from(groups, ([key, members]) => {
    const result = { [group ?? 'rows']: key };
    for (const [name, field] of aggregates) {
      const values = members.map((row) => Number(row[field])).filter(Number.isFinite);
      const label = field === null ? name : `${name}(${field})`;
      result[label] = Math.round(AGGREGATES[name](values, members) * 100) / 100;
    }
    return result;
  });
}

function runQuery(rows, plan) {
  let result = rows.filter((row) => plan.conditions.every((test) => test(row)));
  if (plan.group !== null || plan.aggregates.length > 0) result = groupRows(result, plan);
  result.sort((a, b) => {
    for (const { field, sign } of plan.orders) {
      const difference = sign * compare(a[field], b[field]);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  result = result.slice(0, plan.limit);
  if (plan.columns === null) return result;
  return result.map((row) => Object.fromEntries(plan.columns.map((c) => [c, row[c] ?? ''])));
}

const [, , file, ...query] = process.argv;
if (file === undefined) {
  console.error(USAGE);
  process.exit(2);
}
try {
  const plan = parseQuery(query);
  console.log(formatTable(runQuery(readInput(file), plan)));
} catch (error) {
  console.error(error instanceof QueryError ? `${error.message}\n${USAGE}` : error.message);
  process.exit(1);
}

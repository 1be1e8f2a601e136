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

const HELP = `usage: query FILE [select A,B] [where F OP V [and F OP V]...]
  [group F] [sum F] [avg F] [count] [order F [desc]] [limit N]`;
const SIGNS = ['=', '!=', '<', '<=', '>', '>=', 'has'];

function difference(x, y) {
  if (typeof x !== 'number' || typeof y !== 'number') {
    return String(x ?? '').localeCompare(String(y ?? ''));
  }
  return x - y;
}

function holds(sign, x, y) {
  switch (sign) {
    case '=': return String(x) === String(y);
    case '!=': return String(x) !== String(y);
    case '<': return difference(x, y) < 0;
    case '<=': return !(difference(x, y) > 0);
    case '>': return difference(x, y) > 0;
    case '>=': return !(difference(x, y) < 0);
    default: return String(x).indexOf(String(y)) !== -1;
  }
}

function summarize(kind, numbers, members) {
  if (kind === 'count') return members.length;
  let total = 0;
  for (let i = 0; i < numbers.length; i++) total += numbers[i];
  if (kind === 'sum') return total;
  return numbers.length > 0 ? total / numbers.length : 0;
}

class BadQuery extends Error {}

class Reader {
  constructor(args) {
    this.args = args;
    this.at = 0;
  }
  look() {
    return this.args[this.at];
  }
  read(expected) {
    if (this.at < this.args.length) return this.args[this.at++];
    throw new BadQuery(`${expected} expected at the end`);
  }
  skip(word) {
    if (this.look() === word) {
      this.at++;
      return true;
    }
    return false;
  }
}

function constant(word) {
  if (word.trim() === '') return word;
  const number = Number(word);
  return Number.isFinite(number) ? number : word;
}

function readCondition(reader) {
  const column = reader.read('field');
  const sign = reader.read('operator');
  let known = false;
  for (const candidate of SIGNS) {
    if (candidate === sign) known = true;
  }
  if (known) return { column, sign, value: constant(reader.read('value')) };
  throw new BadQuery(`${sign} is none of ${SIGNS.join(' ')}`);
}

function readClause(clause, reader, spec) {
  if (clause === 'select') {
    spec.shown = [];
    for (const name of reader.read('columns').split(',')) {
      if (name) spec.shown.push(name);
    }
  } else if (clause === 'where') {
    let more = true;
    while (more) {
      spec.tests.push(readCondition(reader));
      more = reader.skip('and');
    }
  } else if (clause === 'group') {
    reader.skip('by');
    spec.key = reader.read('field');
  } else if (clause === 'sum' || clause === 'avg') {
    spec.summaries.push({ kind: clause, column: reader.read('field') });
  } else if (clause === 'count') {
    spec.summaries.push({ kind: clause, column: null });
  } else if (clause === 'order') {
    reader.skip('by');
    const column = reader.read('field');
    spec.sorting.push({ column, down: reader.skip('desc') });
  } else if (clause === 'limit') {
    const most = constant(reader.read('number'));
    if (Number.isInteger(most) && most >= 0) spec.most = most;
    else throw new BadQuery('limit takes a count');
  } else {
    throw new BadQuery(`unknown clause ${clause}`);
  }
}

function understand(args) {
  const spec = { shown: null, tests: [], key: null, summaries: [], sorting: [], most: Infinity };
  for (const reader = new Reader(args); reader.look() !== undefined;) {
    readClause(reader.read('clause'), reader, spec);
  }
  if (spec.key !== null || spec.summaries.length === 0 || spec.shown === null) return spec;
  throw new BadQuery('select with sum, avg or count needs group');
}

function gather(records, spec) {
  const sets = new Map();
  records.forEach((record) => {
    const key = spec.key !== null ? record[spec.key] : 'all';
    const set = sets.get(key);
    if (set) set.push(record);
    else sets.set(key, [record]);
  });
  const output = [];
  sets.forEach((members, key) => {
    const line = {};
    line[spec.key === null ? 'rows' : spec.key] = key;
    let i = 0;
    while (i < spec.summaries.length) {
      const { kind, column } = spec.summaries[i++];
      const numbers = [];
      for (const member of members) {
        const number = Number(member[column]);
        if (Number.isFinite(number)) numbers.push(number);
      }
      const title = column !== null ? `${kind}(${column})` : kind;
      line[title] = Math.round(summarize(kind, numbers, members) * 100) / 100;
    }
    output.push(line);
  });
  return output;
}

function answer(records, spec) {
  let lines = [];
  for (const record of records) {
    let wanted = true;
    for (let i = 0; wanted && i < spec.tests.length; i++) {
      const { column, sign, value } = spec.tests[i];
      wanted = holds(sign, record[column], value);
    }
    if (wanted) lines.push(record);
  }
  lines = spec.key === null && spec.summaries.length === 0 ? lines : gather(lines, spec);
  lines.sort((x, y) => {
    let order = 0;
    for (let i = 0; order === 0 && i < spec.sorting.length; i++) {
      const { column, down } = spec.sorting[i];
      order = down ? -difference(x[column], y[column]) : difference(x[column], y[column]);
    }
    return order;
  });
  while (lines.length > spec.most) lines.pop();
  if (spec.shown !== null) {
    for (let i = 0; i < lines.length; i++) {
      const full = lines[i];
      lines[i] = spec.shown.reduce((part, c) => {
        part[c] = full[c] ?? '';
        return part;
      }, {});
    }
  }
  return lines;
}

const source = process.argv[2];
if (source !== undefined) {
  try {
    const spec = understand(process.argv.slice(3));
    console.log(formatTable(answer(readInput(source), spec)));
  } catch (problem) {
    if (problem instanceof BadQuery) console.error(`${problem.message}\n${HELP}`);
    else console.error(problem.message);
    process.exit(1);
  }
} else {
  console.error(HELP);
  process.exit(2);
}

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

// query FILE select name, sum(age) where age >= 30 and city = "Rome"
//            group by name order by name desc limit 5

const KEYWORDS = ['select', 'where', 'group', 'order', 'limit'];

function fail(message) {
  console.error('query: ' + message);
  process.exit(2);
}

function scan(text) {
  const pattern = /\s*("[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|[A-Za-z_*][\w.]*|<=|>=|!=|[<>=(),~])/y;
  const tokens = [];
  let end = 0;
  while (end < text.trimEnd().length) {
    pattern.lastIndex = end;
    const m = pattern.exec(text);
    if (!m) fail('cannot read: ' + text.slice(end));
    tokens.push(m[1]);
    end = pattern.lastIndex;
  }
  return tokens;
}

function parse(tokens) {
  const q = { columns: [], where: [], group: '', order: '', sign: 1, limit: Infinity };
  let i = 0;

  const expect = (word) => {
    if (tokens[i++] !== word) fail(word + ' expected before ' + tokens.slice(i - 1).join(' '));
  };
  const name = () => {
    const t = tokens[i++];
    if (t === undefined || !/^[A-Za-z_*]/.test(t) || KEYWORDS.includes(t)) fail('name expected, not ' + t);
    return t;
  };
  const column = () => {
    const n = name();
    if (tokens[i] !== '(') return { title: n, fn: '', field: n };
    i++;
    const field = name();
    expect(')');
    if (!['sum', 'avg', 'count'].includes(n)) fail('no function ' + n);
    return { title: `${n}(${field})`, fn: n, field };
  };
  const literal = () => {
    const t = tokens[i++];
    if (t === undefined) fail('value expected at the end');
    if (t[0] === '"' || t[0] === "'") return t.slice(1, -1);
    return Number.isNaN(Number(t)) ? t : Number(t);
  };

  while (i < tokens.length) {
    switch (tokens[i++]) {
      case 'select':
        do q.columns.push(column());
        while (tokens[i] === ',' && ++i);
        break;
      case 'where':
        // disjunction of conjunctions: where[k] is a list that has to hold
        q.where.push([]);
        for (;;) {
          const field = name();
          const op = tokens[i++];
          if (!['=', '!=', '<', '>', '<=', '>=', '~'].includes(op)) fail('comparison expected, not ' + op);
          q.where[q.where.length - 1].push({ field, op, value: literal() });
          if (tokens[i] === 'or') q.where.push([]);
          else if (tokens[i] !== 'and') break;
          i++;
        }
        break;
      case 'group':
        expect('by');
        q.group = name();
        break;
      case 'order':
        expect('by');
        q.order = column().title;
        if (tokens[i] === 'desc' || tokens[i] === 'asc') q.sign = tokens[i++] === 'desc' ? -1 : 1;
        break;
      case 'limit':
        q.limit = literal();
        if (!Number.isInteger(q.limit) || q.limit < 0) fail('limit takes a count');
        break;
      default:
        fail('unexpected ' + tokens[i - 1]);
    }
  }
  return q;
}

function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const s = String(a);
  const t = String(b);
  return s < t ? -1 : s > t ? 1 : 0;
}

function holds(row, { field, op, value }) {
  if (!(field in row)) return false;
  if (op === '~') return String(row[field]).includes(value);
  const c = compare(row[field], value);
  if (op === '=') return c === 0;
  if (op === '!=') return c !== 0;
  return op[0] === '<' ? c < 0 || (c === 0 && op.length === 2) : c > 0 || (c === 0 && op.length === 2);
}

function grouped(rows, q) {
  const slot = new Map();
  const groups = []; // one array of accumulators per group
  for (const row of rows) {
    const key = q.group ? row[q.group] : '';
    let g = slot.get(key);
    if (g === undefined) {
      g = groups.length;
      slot.set(key, g);
      groups.push(q.columns.map((c) => ({ n: 0, sum: 0, first: row[c.field] })));
    }
    q.columns.forEach((c, k) => {
      const acc = groups[g][k];
      if (c.field !== '*' && row[c.field] === undefined) return;
      acc.n++;
      acc.sum += Number(row[c.field]) || 0;
    });
  }
  return groups.map((accs) => {
    const out = {};
    q.columns.forEach((c, k) => {
      const { n, sum, first } = accs[k];
      if (c.fn === 'sum') out[c.title] = sum;
      else if (c.fn === 'count') out[c.title] = n;
      else if (c.fn === 'avg') out[c.title] = n ? Math.round((sum / n) * 1000) / 1000 : 0;
      else out[c.title] = first;
    });
    return out;
  });
}

function run(rows, q) {
  let out = q.where.length === 0 ? rows : rows.filter((r) => q.where.some((all) => all.every((t) => holds(r, t))));
  const aggregate = q.group !== '' || q.columns.some((c) => c.fn !== '');
  if (aggregate) out = grouped(out, q);
  if (q.order) out = out.slice().sort((a, b) => q.sign * compare(a[q.order], b[q.order]));
  if (out.length > q.limit) out = out.slice(0, q.limit);
  if (aggregate || q.columns.length === 0 || q.columns[0].title === '*') return out;
  return out.map((r) => Object.fromEntries(q.columns.map((c) => [c.title, r[c.field]])));
}

if (process.argv.length < 4) fail('usage: query FILE|- select ... [where ...] [group by ...] [order by ...] [limit N]');
const query = parse(scan(process.argv.slice(3).join(' ')));
console.log(formatTable(run(readInput(process.argv[2]), query)));

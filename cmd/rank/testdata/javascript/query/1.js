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

const USAGE = `usage: query FILE [where FIELD OP VALUE [and|or ...]] [group by F,..]
  [select F,sum(F),avg(F),count(*)..] [order by F [desc],..] [limit N]`;
const WORDS = ['where', 'select', 'order', 'group', 'limit'];
const OPS = ['<=', '>=', '!=', '=', '<', '>', '~'];

function sections(w) {
  const q = {};
  let cur = null;
  for (let i = 0; i < w.length; i++) {
    const x = w[i].toLowerCase();
    if (WORDS.includes(x)) {
      if (q[x]) throw new Error('twice: ' + x);
      cur = q[x] = [];
      if (x === 'order' || x === 'group') {
        i++;
        if (w[i] !== 'by') throw new Error('"by" expected after ' + x);
      }
    } else if (cur === null) {
      throw new Error('unexpected ' + w[i]);
    } else {
      cur.push(w[i]);
    }
  }
  for (const k of Object.keys(q)) {
    if (q[k].length === 0) throw new Error('nothing after ' + k);
  }
  return q;
}

function commas(w) {
  const r = w.join(' ').split(',');
  for (let i = 0; i < r.length; i++) r[i] = r[i].trim();
  return r;
}

function value(s) {
  if (s === 'true' || s === 'false') return s === 'true';
  return s !== '' && !isNaN(s) ? Number(s) : s;
}

function cmp(a, b) {
  if (a === undefined || a === null) return b === undefined || b === null ? 0 : -1;
  if (b === undefined || b === null) return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function test(row, f, op, v) {
  const c = cmp(row[f], v);
  switch (op) {
    case '=': return c === 0;
    case '!=': return c !== 0;
    case '<': return c < 0;
    case '>': return c > 0;
    case '<=': return c <= 0;
    case '>=': return c >= 0;
    default: return String(row[f]).includes(String(v));
  }
}

// or binds weaker than and: a list of lists
function condition(w) {
  const any = [[]];
  for (let i = 0; i < w.length; i += 4) {
    if (i + 2 >= w.length) throw new Error('incomplete condition');
    if (!OPS.includes(w[i + 1])) throw new Error('unknown operator ' + w[i + 1]);
    any[any.length - 1].push([w[i], w[i + 1], value(w[i + 2])]);
    if (w[i + 3] === 'or') any.push([]);
    else if (i + 3 < w.length && w[i + 3] !== 'and') throw new Error('and/or expected, not ' + w[i + 3]);
  }
  if (any[any.length - 1].length === 0) throw new Error('nothing after or');
  return (r) => any.some((all) => all.every((c) => test(r, c[0], c[1], c[2])));
}

function cell(col, rows) {
  const m = /^(sum|avg|count|min|max)\((\*|\w+)\)$/.exec(col);
  if (!m) return rows.length ? rows[0][col] : undefined;
  if (m[1] === 'count' && m[2] === '*') return rows.length;
  let s = 0, n = 0, lo, hi;
  for (let i = 0; i < rows.length; i++) {
    const v = rows[i][m[2]];
    if (v === undefined || v === null) continue;
    n++;
    s += Number(v);
    if (n === 1 || v < lo) lo = v;
    if (n === 1 || v > hi) hi = v;
  }
  switch (m[1]) {
    case 'sum': return s;
    case 'avg': return n ? Math.round((100 * s) / n) / 100 : null;
    case 'count': return n;
    case 'min': return lo;
    default: return hi;
  }
}

function run(data, q) {
  const rows = q.where ? data.filter(condition(q.where)) : data.slice();
  const by = q.group ? commas(q.group) : null;
  const cols = q.select && q.select[0] !== '*' ? commas(q.select) : by ? by.concat('count(*)') : null;
  let sets = [];
  if (by) {
    const at = new Map();
    for (let i = 0; i < rows.length; i++) {
      const k = JSON.stringify(by.map((f) => rows[i][f]));
      if (!at.has(k)) at.set(k, sets.push([]) - 1);
      sets[at.get(k)].push(rows[i]);
    }
  } else if (cols && cols.every((c) => c.includes('('))) {
    sets = [rows];
  } else {
    sets = rows.map((r) => [r]);
  }
  if (q.order) {
    const ks = commas(q.order).map((s) => s.split(/\s+/));
    sets.sort((a, b) => {
      for (let i = 0; i < ks.length; i++) {
        const c = cmp(cell(ks[i][0], a), cell(ks[i][0], b));
        if (c !== 0) return ks[i][1] === 'desc' ? -c : c;
      }
      return 0;
    });
  }
  if (q.limit) {
    const n = Number(q.limit[0]);
    if (!Number.isInteger(n) || n < 0) throw new Error('bad limit ' + q.limit[0]);
    sets = sets.slice(0, n);
  }
  return sets.map((s) => {
    if (!cols) return s[0];
    const o = {};
    for (let i = 0; i < cols.length; i++) o[cols[i]] = cell(cols[i], s);
    return o;
  });
}

if (process.argv.length < 3) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    const q = sections(process.argv.slice(3));
    console.log(formatTable(run(readInput(process.argv[2]), q)));
  } catch (e) {
    console.error('query: ' + e.message);
    process.exitCode = 1;
  }
}

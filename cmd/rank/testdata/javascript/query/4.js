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

// the words of the query and the place
const words = process.argv.slice(3);
let place = 0;
const keywords = ['where', 'select', 'order', 'group', 'limit'];

function nextWord(what) {
  if (place >= words.length) {
    throw new Error(what + ' expected at the end');
  }
  place = place + 1;
  return words[place - 1];
}

// a list like a,b,c
function nextList(what) {
  const list = nextWord(what).split(',');
  for (let i = 0; i < list.length; i++) {
    if (list[i] === '') {
      throw new Error('empty ' + what);
    }
  }
  return list;
}

function compare(a, b) {
  if (a === b) {
    return 0;
  }
  if (a === undefined || a === null) {
    return -1;
  }
  if (b === undefined || b === null) {
    return 1;
  }
  // numbers as numbers, the rest as text
  if (!isNaN(Number(a)) && !isNaN(Number(b))) {
    return Number(a) - Number(b);
  }
  if (String(a) < String(b)) {
    return -1;
  } else if (String(a) > String(b)) {
    return 1;
  }
  return 0;
}

function isTrue(row, field, operator, value) {
  const c = compare(row[field], value);
  if (operator === '=') {
    return c === 0;
  } else if (operator === '!=') {
    return c !== 0;
  } else if (operator === '<') {
    return c < 0;
  } else if (operator === '<=') {
    return c <= 0;
  } else if (operator === '>') {
    return c > 0;
  } else if (operator === '>=') {
    return c >= 0;
  } else if (operator === 'like') {
    return String(row[field]).includes(value);
  }
  throw new Error('unknown operator ' + operator);
}

// group by FIELD sum:x,avg:x,count
function group(rows, field, functions) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(row[field])) {
      groups.set(row[field], []);
    }
    groups.get(row[field]).push(row);
  }
  const result = [];
  for (const [key, members] of groups) {
    const line = {};
    line[field] = key;
    for (const f of functions) {
      if (f === 'count') {
        line.count = members.length;
        continue;
      }
      const parts = f.split(':');
      let sum = 0;
      for (const m of members) {
        sum = sum + (Number(m[parts[1]]) || 0);
      }
      if (parts[0] === 'sum') {
        line[f] = sum;
      } else if (parts[0] === 'avg') {
        line[f] = Math.round(sum / members.length * 100) / 100;
      } else {
        throw new Error('unknown function ' + f);
      }
    }
    result.push(line);
  }
  return result;
}

function runQuery(rows) {
  while (place < words.length) {
    const word = nextWord('keyword').toLowerCase();
    if (word === 'where') {
      // conditions with and between them
      let more = true;
      while (more) {
        const field = nextWord('field');
        const operator = nextWord('operator');
        const value = nextWord('value');
        rows = rows.filter((row) => isTrue(row, field, operator, value));
        more = words[place] === 'and';
        if (more) {
          place = place + 1;
        }
      }
    } else if (word === 'select') {
      const fields = nextList('field');
      const selected = [];
      for (const row of rows) {
        const line = {};
        for (const field of fields) {
          line[field] = row[field];
        }
        selected.push(line);
      }
      rows = selected;
    } else if (word === 'order') {
      if (nextWord('by') !== 'by') {
        throw new Error('by expected after order');
      }
      const field = nextWord('field');
      let direction = 1;
      if (words[place] === 'desc') {
        direction = -1;
        place = place + 1;
      } else if (words[place] === 'asc') {
        place = place + 1;
      }
      rows = rows.slice().sort((a, b) => direction * compare(a[field], b[field]));
    } else if (word === 'group') {
      if (nextWord('by') !== 'by') {
        throw new Error('by expected after group');
      }
      const field = nextWord('field');
      let functions = ['count'];
      if (place < words.length && !keywords.includes(words[place])) {
        functions = nextList('function');
      }
      rows = group(rows, field, functions);
    } else if (word === 'limit') {
      const n = Number(nextWord('number'));
      if (!Number.isInteger(n) || n < 0) {
        throw new Error('bad limit');
      }
      rows = rows.slice(0, n);
    } else {
      throw new Error('unknown keyword ' + word);
    }
  }
  return rows;
}

if (process.argv.length < 3) {
  console.log('usage: node 4.js FILE [where F OP V] [group by F LIST] [order by F] ...');
} else {
  try {
    console.log(formatTable(runQuery(readInput(process.argv[2]))));
  } catch (error) {
    console.log('error: ' + error.message);
  }
}

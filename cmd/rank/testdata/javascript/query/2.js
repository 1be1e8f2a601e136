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

/** Splits the words of the command line into clauses, by keyword. */
function splitIntoClauses(words) {
  const keywords = ['select', 'where', 'group', 'order', 'limit'];
  const clauses = {};
  let current = null;
  for (const word of words) {
    if (keywords.includes(word)) {
      current = [];
      clauses[word] = current;
    } else if (current === null) {
      throw new SyntaxError(`unexpected ${word}`);
    } else if (word !== 'by') {
      current.push(word);
    }
  }
  return clauses;
}

const comparisonOperators = {
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '~': (left, right) => String(left).includes(String(right)),
};

function parseLiteral(text) {
  return text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** Builds a predicate from "FIELD OP VALUE [and|or FIELD OP VALUE]...". */
function buildPredicate(words) {
  const alternatives = [[]];
  for (let index = 0; index < words.length; index += 4) {
    const [field, operatorName, literal] = words.slice(index, index + 3);
    const operator = comparisonOperators[operatorName];
    if (!operator || literal === undefined) throw new SyntaxError(`bad condition on ${field}`);
    const expected = parseLiteral(literal);
    alternatives[alternatives.length - 1].push((row) => operator(row[field], expected));
    if (words[index + 3] === 'or') alternatives.push([]);
  }
  return (row) => alternatives.some((conditions) => conditions.every((condition) => condition(row)));
}

/** Parses "name" or "sum(name)" into a column of the result. */
function parseColumn(word) {
  const match = /^(sum|avg|count|min|max)\((\w*)\)$/.exec(word);
  return match ? { label: word, aggregate: match[1], field: match[2] } : { label: word, aggregate: null, field: word };
}

function splitList(words) {
  return words.join(',').split(',').filter(Boolean);
}

function computeAggregate(column, rows) {
  const numbers = rows.map((row) => Number(row[column.field]));
  const sum = numbers.reduce((total, number) => total + number, 0);
  switch (column.aggregate) {
    case 'count': return rows.length;
    case 'sum': return sum;
    case 'avg': return rows.length === 0 ? 0 : sum / rows.length;
    case 'min': return Math.min(...numbers);
    default: return Math.max(...numbers);
  }
}

function groupRows(rows, fields) {
  const groups = new Map();
  for (const row of rows) {
    const key = JSON.stringify(fields.map((field) => row[field]));
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  return [...groups.values()];
}

/** Turns one group of rows (or a single row) into a row of the result. */
function projectGroup(columns, rows) {
  const result = {};
  for (const column of columns) {
    result[column.label] = column.aggregate ? computeAggregate(column, rows) : rows[0]?.[column.field];
  }
  return result;
}

function compareValues(left, right) {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function sortRows(rows, words) {
  const isDescending = words[words.length - 1] === 'desc';
  const fields = splitList(words.filter((word) => word !== 'desc' && word !== 'asc'));
  const direction = isDescending ? -1 : 1;
  return [...rows].sort((left, right) => {
    for (const field of fields) {
      const order = compareValues(left[field], right[field]);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
}

function runQuery(data, clauses) {
  const rows = clauses.where ? data.filter(buildPredicate(clauses.where)) : data;
  const defaultNames = data.length > 0 ? Object.keys(data[0]) : [];
  const columns = (clauses.select ? splitList(clauses.select) : defaultNames).map(parseColumn);
  const hasAggregates = columns.some((column) => column.aggregate !== null);
  let groups = rows.map((row) => [row]);
  if (clauses.group) groups = groupRows(rows, splitList(clauses.group));
  else if (hasAggregates) groups = [rows];
  let result = groups.map((group) => projectGroup(columns, group));
  if (clauses.order) result = sortRows(result, clauses.order);
  if (clauses.limit) result = result.slice(0, Number(clauses.limit[0]));
  return result;
}

function runFromCommandLine([path, ...words]) {
  if (path === undefined) {
    console.error('usage: query.js FILE [select A,B] [where A = 1] [group by A] [order by A desc] [limit N]');
    process.exitCode = 2;
    return;
  }
  try {
    console.log(formatTable(runQuery(readInput(path), splitIntoClauses(words))));
  } catch (error) {
    console.error(`${error.name}: ${error.message}`);
    process.exitCode = 1;
  }
}

runFromCommandLine(process.argv.slice(2));

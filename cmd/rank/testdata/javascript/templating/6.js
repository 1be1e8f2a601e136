'use strict';

// A template is compiled to a flat program; blocks are jumps in it.
//   TEXT s | SHOW path | RAW path | IF path else | JUMP to | EACH path end | NEXT start
const fs = require('fs');

const [TEXT, SHOW, RAW, IF, JUMP, EACH, NEXT] = [0, 1, 2, 3, 4, 5, 6];

class TemplateError extends Error {
  constructor(line, message) {
    super(`line ${line}: ${message}`);
  }
}

function compile(source) {
  const code = [];
  const open = []; // pending blocks: { op, at, elseAt, line }
  let line = 1;
  let i = 0;
  while (i < source.length) {
    let start = source.indexOf('{{', i);
    if (start < 0) start = source.length;
    if (start > i) code.push({ op: TEXT, arg: source.slice(i, start), line });
    for (let k = i; k < start; k++) {
      if (source.charCodeAt(k) === 10) line++;
    }
    if (start === source.length) break;
    const raw = source[start + 2] === '{';
    const close = raw ? '}}}' : '}}';
    const end = source.indexOf(close, start);
    if (end < 0) throw new TemplateError(line, close + ' is missing');
    const tag = source.slice(start + close.length, end).trim();
    i = end + close.length;

    const [word, path, extra] = tag.split(/\s+/);
    const at = code.length;
    if (raw) {
      code.push({ op: RAW, arg: tag, line });
    } else if (word === '#if' || word === '#each') {
      if (!path || extra) throw new TemplateError(line, word + ' takes one path');
      const op = word === '#if' ? IF : EACH;
      code.push({ op, arg: path, to: -1, line });
      open.push({ op, at, elseAt: -1, line });
    } else if (word === 'else') {
      const block = open[open.length - 1];
      if (!block || block.op !== IF || block.elseAt >= 0) throw new TemplateError(line, 'else without #if');
      code.push({ op: JUMP, to: -1, line });
      block.elseAt = at;
      code[block.at].to = at + 1;
    } else if (word === '/if' || word === '/each') {
      const block = open.pop();
      if (!block || block.op !== (word === '/if' ? IF : EACH)) throw new TemplateError(line, 'unexpected ' + word);
      if (block.op === EACH) {
        code.push({ op: NEXT, to: block.at + 1, line });
        code[block.at].to = at + 1;
      } else if (block.elseAt >= 0) {
        code[block.elseAt].to = at;
      } else {
        code[block.at].to = at;
      }
    } else if (/^(this|@index|[A-Za-z_]\w*)(\.\w+)*$/.test(tag)) {
      code.push({ op: SHOW, arg: tag, line });
    } else {
      throw new TemplateError(line, 'cannot understand {{' + tag + '}}');
    }
    for (let k = start; k < i; k++) {
      if (source.charCodeAt(k) === 10) line++;
    }
  }
  if (open.length > 0) throw new TemplateError(open[open.length - 1].line, 'block is never closed');
  return code;
}

function lookup(frames, path) {
  const names = path.split('.');
  const top = frames[frames.length - 1];
  let value;
  if (names[0] === 'this') {
    value = top.value;
  } else if (names[0] === '@index') {
    value = top.index;
  } else {
    for (let f = frames.length - 1; f >= 0; f--) {
      const v = frames[f].value;
      if (v !== null && typeof v === 'object' && names[0] in v) {
        value = v[names[0]];
        break;
      }
    }
  }
  for (let k = 1; k < names.length; k++) {
    if (value === undefined || value === null) return undefined;
    value = value[names[k]];
  }
  return value;
}

const ENTITY = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function truthy(v) {
  return Array.isArray(v) ? v.length > 0 : Boolean(v);
}

function execute(code, data) {
  const out = [];
  const frames = [{ value: data, index: 0, items: null }];
  let pc = 0;
  while (pc < code.length) {
    const { op, arg, to, line } = code[pc++];
    if (op === TEXT) {
      out.push(arg);
      continue;
    }
    if (op === JUMP) {
      pc = to;
      continue;
    }
    if (op === NEXT) {
      const frame = frames[frames.length - 1];
      if (++frame.index < frame.items.length) {
        frame.value = frame.items[frame.index];
        pc = to;
      } else {
        frames.pop();
      }
      continue;
    }
    const value = lookup(frames, arg);
    if (op === IF) {
      if (!truthy(value)) pc = to;
    } else if (op === EACH) {
      if (value !== undefined && !Array.isArray(value)) throw new TemplateError(line, arg + ' is not a list');
      if (truthy(value)) frames.push({ value: value[0], index: 0, items: value });
      else pc = to;
    } else {
      if (value === undefined) throw new TemplateError(line, 'no value for ' + arg);
      out.push(op === RAW ? String(value) : String(value).replace(/[&<>"']/g, (c) => ENTITY[c]));
    }
  }
  return out.join('');
}

function render(source, data) {
  return execute(compile(source), data);
}

module.exports = { compile, render, TemplateError };

if (require.main === module) {
  const [, , templatePath, dataPath] = process.argv;
  if (!dataPath) {
    console.error('usage: templating TEMPLATE DATA.json');
    process.exit(2);
  }
  try {
    process.stdout.write(render(fs.readFileSync(templatePath, 'utf8'), JSON.parse(fs.readFileSync(dataPath, 'utf8'))));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

'use strict';

const fs = require('fs');

// The template is compiled to a flat program with jumps and run with one stack.

const ESC = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const NAME = /^(@index|@key|this|[A-Za-z_]\w*)(\.\w+)*$/;

function fail(msg, line) {
  throw new Error('line ' + line + ': ' + msg);
}

function lineAt(s, pos) {
  let n = 1;
  for (let i = 0; i < pos; i++) if (s[i] === '\n') n++;
  return n;
}

function compile(src) {
  const code = [];
  const open = [];
  let pos = 0;
  for (;;) {
    const a = src.indexOf('{{', pos);
    if (a < 0) break;
    if (a > pos) code.push({ op: 'text', arg: src.slice(pos, a) });
    const line = lineAt(src, a);
    const raw = src[a + 2] === '{';
    const end = raw ? '}}}' : '}}';
    const b = src.indexOf(end, a);
    if (b < 0) fail('tag is not closed', line);
    const tag = src.slice(a + end.length, b).trim();
    pos = b + end.length;
    const w = tag.split(/\s+/);
    const top = open[open.length - 1];
    if (raw || !/^[#/!]|^else$/.test(tag)) {
      if (!NAME.test(tag)) fail('bad name "' + tag + '"', line);
      code.push({ op: raw ? 'raw' : 'put', arg: tag, line });
    } else if (w[0] === '#if' || w[0] === '#each') {
      if (w.length !== 2 || !NAME.test(w[1])) fail(w[0] + ' needs one name', line);
      open.push({ kind: w[0].slice(1), at: code.length, line, other: -1 });
      code.push({ op: w[0].slice(1), arg: w[1], line, to: -1 });
    } else if (tag === 'else') {
      if (!top || top.kind !== 'if' || top.other >= 0) fail('unexpected else', line);
      top.other = code.length;
      code.push({ op: 'jump', to: -1 });
      code[top.at].to = code.length;
    } else if (tag[0] === '/') {
      if (!top || tag !== '/' + top.kind) fail('unexpected {{' + tag + '}}', line);
      open.pop();
      if (top.kind === 'each') code.push({ op: 'next', to: top.at + 1 });
      code[top.other >= 0 ? top.other : top.at].to = code.length;
    } else if (tag[0] !== '!') {
      fail('unknown block ' + w[0], line);
    }
  }
  if (open.length > 0) {
    const o = open.pop();
    fail('{{#' + o.kind + '}} is not closed', o.line);
  }
  code.push({ op: 'text', arg: src.slice(pos) });
  return code;
}

function lookup(st, name) {
  const p = name.split('.');
  let v;
  for (let i = st.length - 1; i >= 0; i--) {
    const f = st[i];
    if (p[0] === 'this') v = f.self;
    else if (p[0] === '@index') v = f.i;
    else if (p[0] === '@key') v = f.keys ? f.keys[f.i] : undefined;
    else if (f.self !== null && typeof f.self === 'object') v = f.self[p[0]];
    if (v !== undefined) break;
  }
  for (let i = 1; i < p.length && v !== undefined && v !== null; i++) v = v[p[i]];
  return v;
}

function truth(v) {
  return Array.isArray(v) ? v.length > 0 : Boolean(v);
}

function run(code, data) {
  const st = [{ self: data }];
  let out = '';
  for (let pc = 0; pc < code.length; pc++) {
    const c = code[pc];
    if (c.op === 'text') {
      out += c.arg;
    } else if (c.op === 'jump') {
      pc = c.to - 1;
    } else if (c.op === 'next') {
      const f = st[st.length - 1];
      f.i++;
      if (f.i < f.keys.length) {
        f.self = f.all[f.keys[f.i]];
        pc = c.to - 1;
      } else {
        st.pop();
      }
    } else {
      const v = lookup(st, c.arg);
      if (c.op === 'if') {
        if (!truth(v)) pc = c.to - 1;
      } else if (c.op === 'each') {
        if (v !== undefined && v !== null && typeof v !== 'object') fail(c.arg + ' is not a list', c.line);
        const keys = Object.keys(v || {});
        if (keys.length === 0) pc = c.to - 1;
        else st.push({ all: v, keys, i: 0, self: v[keys[0]] });
      } else {
        if (v === undefined) fail('unknown name ' + c.arg, c.line);
        out += c.op === 'raw' ? String(v) : String(v).replace(/[&<>"']/g, (x) => ESC[x]);
      }
    }
  }
  return out;
}

function main(argv) {
  if (argv.length !== 2) {
    console.error('usage: templating TEMPLATE DATA.json');
    return 2;
  }
  try {
    const src = fs.readFileSync(argv[0], 'utf8');
    process.stdout.write(run(compile(src), JSON.parse(fs.readFileSync(argv[1], 'utf8'))));
    return 0;
  } catch (e) {
    console.error(argv[0] + ': ' + e.message);
    return 1;
  }
}

process.exitCode = main(process.argv.slice(2));

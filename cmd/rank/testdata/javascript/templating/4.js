'use strict';

const fs = require('fs');

// the pieces of the template and the place where we are
let pieces = [];
let place = 0;

// cut the text into pieces: text, value, raw, if, else, endif, each, endeach
function cut(text) {
  let line = 1;
  let i = 0;
  while (i < text.length) {
    const start = text.indexOf('{{', i);
    if (start === -1) {
      pieces.push({ kind: 'text', text: text.slice(i), line: line });
      break;
    }
    const before = text.slice(i, start);
    if (before !== '') {
      pieces.push({ kind: 'text', text: before, line: line });
    }
    line = line + before.split('\n').length - 1;
    let close = '}}';
    if (text[start + 2] === '{') {
      close = '}}}';
    }
    const end = text.indexOf(close, start);
    if (end === -1) {
      throw new Error('line ' + line + ': ' + close + ' is missing');
    }
    const inside = text.slice(start + close.length, end).trim();
    if (close === '}}}') {
      pieces.push({ kind: 'raw', name: inside, line: line });
    } else if (inside.startsWith('#if ')) {
      pieces.push({ kind: 'if', name: inside.slice(4).trim(), line: line });
    } else if (inside.startsWith('#each ')) {
      pieces.push({ kind: 'each', name: inside.slice(6).trim(), line: line });
    } else if (inside === 'else') {
      pieces.push({ kind: 'else', line: line });
    } else if (inside === '/if') {
      pieces.push({ kind: 'endif', line: line });
    } else if (inside === '/each') {
      pieces.push({ kind: 'endeach', line: line });
    } else if (inside === '' || inside[0] === '#' || inside[0] === '/') {
      throw new Error('line ' + line + ': unknown tag {{' + inside + '}}');
    } else {
      pieces.push({ kind: 'value', name: inside, line: line });
    }
    i = end + close.length;
  }
}

// look up a.b.c, first in the innermost scope
function lookup(name, scopes, line) {
  if (name === 'this') {
    return scopes[scopes.length - 1];
  }
  const parts = name.split('.');
  for (let s = scopes.length - 1; s >= 0; s--) {
    let value = scopes[s];
    if (parts[0] === 'this') {
      value = { this: value };
    }
    if (value === null || typeof value !== 'object' || !(parts[0] in value)) {
      continue;
    }
    for (let i = 0; i < parts.length; i++) {
      if (value === null || value === undefined) {
        throw new Error('line ' + line + ': ' + name + ' has no ' + parts[i]);
      }
      value = value[parts[i]];
    }
    return value;
  }
  return undefined;
}

function escape(value) {
  let text = '';
  for (const c of String(value)) {
    if (c === '&') {
      text = text + '&amp;';
    } else if (c === '<') {
      text = text + '&lt;';
    } else if (c === '>') {
      text = text + '&gt;';
    } else if (c === '"') {
      text = text + '&quot;';
    } else {
      text = text + c;
    }
  }
  return text;
}

// writes pieces until one of the end kinds comes, nothing is written if off
function render(scopes, off, ends, opener) {
  let out = '';
  while (place < pieces.length) {
    const p = pieces[place];
    if (ends.includes(p.kind)) {
      return out;
    }
    place = place + 1;
    if (p.kind === 'text') {
      out = out + p.text;
    } else if (p.kind === 'value' || p.kind === 'raw') {
      if (!off) {
        const value = lookup(p.name, scopes, p.line);
        if (value === undefined) {
          throw new Error('line ' + p.line + ': unknown name ' + p.name);
        }
        if (p.kind === 'raw') {
          out = out + String(value);
        } else {
          out = out + escape(value);
        }
      }
    } else if (p.kind === 'if') {
      let yes = false;
      if (!off) {
        const value = lookup(p.name, scopes, p.line);
        yes = Boolean(value) && !(Array.isArray(value) && value.length === 0);
      }
      const first = render(scopes, off || !yes, ['else', 'endif'], p);
      let second = '';
      if (pieces[place].kind === 'else') {
        place = place + 1;
        second = render(scopes, off || yes, ['endif'], p);
      }
      place = place + 1;
      if (yes) {
        out = out + first;
      } else {
        out = out + second;
      }
    } else if (p.kind === 'each') {
      let list = [];
      if (!off) {
        list = lookup(p.name, scopes, p.line);
        if (!Array.isArray(list)) {
          throw new Error('line ' + p.line + ': ' + p.name + ' is not a list');
        }
      }
      const begin = place;
      // go once through the body without output to find the end
      render(scopes, true, ['endeach'], p);
      const after = place + 1;
      for (let i = 0; i < list.length; i++) {
        place = begin;
        out = out + render(scopes.concat([{ index: i }, list[i]]), off, ['endeach'], p);
      }
      place = after;
    } else {
      throw new Error('line ' + p.line + ': unexpected ' + p.kind);
    }
  }
  if (opener !== null) {
    throw new Error('line ' + opener.line + ': ' + opener.kind + ' is not closed');
  }
  return out;
}

if (process.argv.length < 4) {
  console.log('usage: node 4.js TEMPLATE DATA.json');
  process.exit(2);
}
try {
  cut(fs.readFileSync(process.argv[2], 'utf8'));
  const data = JSON.parse(fs.readFileSync(process.argv[3], 'utf8'));
  process.stdout.write(render([data], false, [], null));
} catch (error) {
  console.log('error: ' + error.message);
  process.exit(1);
}

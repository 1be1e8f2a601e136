'use strict';

const fs = require('fs');

const MARKER = /\{\{\{\s*([^{}]+?)\s*\}\}\}|\{\{\s*([^{}]+?)\s*\}\}/g;
const PATH = /^(?:this|@index|@first|[A-Za-z_]\w*)(?:\.\w+)*$/;

class SyntaxProblem extends Error {
  constructor(row, text) {
    super(`line ${row}: ${text}`);
    this.row = row;
  }
}

function countBreaks(text) {
  let n = 0;
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) n++;
  return n;
}

function split(input) {
  const pieces = [];
  let start = 0;
  let row = 1;
  let hit;
  MARKER.lastIndex = 0;
  while ((hit = MARKER.exec(input)) !== null) {
    const plain = input.slice(start, hit.index);
    if (plain.length > 0) pieces.push({ type: 'text', content: plain, row });
    row += countBreaks(plain);
    const piece = sortOut(hit, row);
    piece.row = row;
    pieces.push(piece);
    row += countBreaks(hit[0]);
    start = hit.index + hit[0].length;
  }
  const tail = input.slice(start);
  if (tail !== '') pieces.push({ type: 'text', content: tail, row });
  return pieces;
}

function sortOut(hit, row) {
  const triple = hit[1];
  const inner = hit[2];
  if (triple === undefined) {
    switch (true) {
      case inner === 'else':
        return { type: 'else', content: inner };
      case inner[0] === '/':
        return { type: 'close', content: inner.slice(1).trim() };
      case inner[0] === '#': {
        const words = inner.slice(1).trim().split(/\s+/);
        const kind = words[0];
        if (kind === 'if' || kind === 'unless' || kind === 'each') {
          if (words.length === 2) return { type: 'open', content: kind, path: validPath(words[1], row) };
          throw new SyntaxProblem(row, `#${kind} takes one name`);
        }
        throw new SyntaxProblem(row, `unknown block #${kind}`);
      }
      default:
        return { type: 'name', content: validPath(inner, row) };
    }
  }
  return { type: 'raw', content: validPath(triple, row) };
}

function validPath(path, row) {
  if (PATH.test(path)) return path;
  throw new SyntaxProblem(row, `bad name "${path}"`);
}

function buildTree(pieces) {
  const top = { inside: [], otherwise: [], row: 1 };
  const open = [top];
  let list = top.inside;
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i];
    const current = open[open.length - 1];
    if (piece.type === 'open') {
      const node = { type: piece.content, path: piece.path, inside: [], otherwise: [], row: piece.row, outer: list };
      list.push(node);
      open.push(node);
      list = node.inside;
    } else if (piece.type === 'else') {
      if (current !== top && list !== current.otherwise) {
        list = current.otherwise;
      } else {
        throw new SyntaxProblem(piece.row, 'else without a block');
      }
    } else if (piece.type === 'close') {
      if (current === top) throw new SyntaxProblem(piece.row, `/${piece.content} closes nothing`);
      if (current.type === piece.content) {
        list = current.outer;
        open.pop();
      } else {
        throw new SyntaxProblem(piece.row, `/${piece.content} closes #${current.type} of line ${current.row}`);
      }
    } else {
      list.push(piece);
    }
  }
  if (open.length === 1) return top.inside;
  const last = open[open.length - 1];
  throw new SyntaxProblem(last.row, `#${last.type} is never closed`);
}

function resolve(path, frames) {
  const steps = path.split('.');
  let result;
  let found = false;
  for (let i = 0; !found && i < frames.length; i++) {
    const frame = frames[i];
    if (frame === null || typeof frame !== 'object') continue;
    if (Object.hasOwn(frame, steps[0])) {
      result = frame[steps[0]];
      found = true;
    }
  }
  let k = 1;
  while (k < steps.length) {
    result = result === null || result === undefined ? undefined : result[steps[k]];
    k++;
  }
  return result;
}

function truthy(thing) {
  if (Array.isArray(thing)) return thing.length !== 0;
  return !!thing;
}

function quote(text) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '&': out += '&amp;'; break;
      case '<': out += '&lt;'; break;
      case '>': out += '&gt;'; break;
      case '"': out += '&quot;'; break;
      case "'": out += '&#39;'; break;
      default: out += text[i];
    }
  }
  return out;
}

function asString(thing) {
  if (thing === null || thing === undefined) return '';
  return String(thing);
}

function output(node, frames) {
  switch (node.type) {
    case 'text':
      return node.content;
    case 'name':
      return quote(asString(resolve(node.content, frames)));
    case 'raw':
      return asString(resolve(node.content, frames));
    case 'if':
      if (!truthy(resolve(node.path, frames))) return outputAll(node.otherwise, frames);
      return outputAll(node.inside, frames);
    case 'unless':
      if (truthy(resolve(node.path, frames))) return outputAll(node.otherwise, frames);
      return outputAll(node.inside, frames);
    default: {
      const things = resolve(node.path, frames);
      if (truthy(things)) {
        if (!Array.isArray(things)) throw new SyntaxProblem(node.row, `${node.path} is not a list`);
        let text = '';
        let i = 0;
        do {
          const extra = { this: things[i], '@index': i, '@first': i === 0 };
          text += outputAll(node.inside, [extra, things[i]].concat(frames));
        } while (++i < things.length);
        return text;
      }
      return outputAll(node.otherwise, frames);
    }
  }
}

function outputAll(nodes, frames) {
  let text = '';
  for (const node of nodes) text += output(node, frames);
  return text;
}

function fillIn(input, values) {
  return outputAll(buildTree(split(input)), [values]);
}

if (require.main === module) {
  const source = process.argv[2];
  const values = process.argv[3];
  if (values) {
    try {
      const parsed = JSON.parse(fs.readFileSync(values, 'utf8'));
      process.stdout.write(fillIn(fs.readFileSync(source, 'utf8'), parsed));
    } catch (problem) {
      console.error(`${source}: ${problem.message}`);
      process.exit(1);
    }
  } else {
    console.error('usage: TEMPLATE DATA.json');
    process.exit(2);
  }
}

module.exports = { render: fillIn, TemplateError: SyntaxProblem };

'use strict';

const fs = require('fs');

const REPLACEMENTS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const KINDS = new Set(['if', 'unless', 'each']);

class MarkupError extends Error {
  constructor(reason, lineNumber) {
    super(`line ${lineNumber}: ${reason}`);
    this.lineNumber = lineNumber;
  }
}

function assertThat(condition, lineNumber, reason) {
  if (!condition) throw new MarkupError(reason, lineNumber);
}

const newlines = (text) => text.split('\n').length - 1;

function variable(lineNumber, path) {
  const pattern = /^(?:this|@index|@first|[A-Za-z_]\w*)(?:\.\w+)*$/;
  assertThat(pattern.test(path), lineNumber, `bad name "${path}"`);
  return path;
}

function opening(lineNumber, words) {
  const [kind, ...names] = words;
  assertThat(KINDS.has(kind), lineNumber, `unknown block #${kind}`);
  assertThat(names.length === 1, lineNumber, `#${kind} takes one name`);
  return { sort: 'open', data: kind, list: variable(lineNumber, names[0]), lineNumber };
}

function tagToken(lineNumber, inner) {
  if (inner === 'else') return { sort: 'else', data: inner, lineNumber };
  if (inner.startsWith('/')) return { sort: 'close', data: inner.slice(1).trim(), lineNumber };
  if (inner.startsWith('#')) return opening(lineNumber, inner.slice(1).trim().split(/\s+/));
  return { sort: 'name', data: variable(lineNumber, inner), lineNumber };
}

function* scan(template) {
  const tags = /\{\{\{\s*([^{}]+?)\s*\}\}\}|\{\{\s*([^{}]+?)\s*\}\}/g;
  let done = 0;
  let lineNumber = 1;
  for (const found of template.matchAll(tags)) {
    const [whole, raw, inner] = found;
    const literal = template.slice(done, found.index);
    if (literal !== '') yield { sort: 'text', data: literal, lineNumber };
    lineNumber += newlines(literal);
    if (raw === undefined) yield tagToken(lineNumber, inner);
    else yield { sort: 'raw', data: variable(lineNumber, raw), lineNumber };
    lineNumber += newlines(whole);
    done = found.index + whole.length;
  }
  if (done < template.length) yield { sort: 'text', data: template.slice(done), lineNumber };
}

class Builder {
  constructor() {
    this.root = { yes: [], no: [] };
    this.path = [this.root];
    this.into = this.root.yes;
  }

  top() {
    return this.path[this.path.length - 1];
  }

  accept(token) {
    if (token.sort === 'open') this.enter(token);
    else if (token.sort === 'else') this.turn(token);
    else if (token.sort === 'close') this.leave(token);
    else this.into.push(token);
  }

  enter(token) {
    const block = { sort: token.data, data: token.list, yes: [], no: [], lineNumber: token.lineNumber, home: this.into };
    this.into.push(block);
    this.path.push(block);
    this.into = block.yes;
  }

  turn({ lineNumber }) {
    const top = this.top();
    assertThat(top !== this.root && this.into !== top.no, lineNumber, 'else without a block');
    this.into = top.no;
  }

  leave({ lineNumber, data }) {
    const top = this.top();
    assertThat(top !== this.root, lineNumber, `/${data} closes nothing`);
    assertThat(top.sort === data, lineNumber, `/${data} closes #${top.sort} of line ${top.lineNumber}`);
    this.path.pop();
    this.into = top.home;
  }

  finish() {
    const top = this.top();
    assertThat(top === this.root, top.lineNumber, `#${top.sort} is never closed`);
    return this.root.yes;
  }
}

const owns = (layer, key) => layer !== null && typeof layer === 'object' && Object.hasOwn(layer, key);

class Renderer {
  constructor(data) {
    this.layers = [data];
  }

  find(path) {
    const [head, ...fields] = path.split('.');
    const layer = this.layers.find((candidate) => owns(candidate, head));
    const step = (value, key) => (value == null ? undefined : value[key]);
    return fields.reduce(step, layer && layer[head]);
  }

  holds(path) {
    const value = this.find(path);
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  }

  string(path) {
    const value = this.find(path);
    return value == null ? '' : String(value);
  }

  all(blocks) {
    return blocks.map((block) => this[block.sort](block)).join('');
  }

  text(block) {
    return block.data;
  }

  name(block) {
    return this.string(block.data).replace(/[&<>"']/g, (c) => REPLACEMENTS[c]);
  }

  raw(block) {
    return this.string(block.data);
  }

  if(block) {
    return this.all(this.holds(block.data) ? block.yes : block.no);
  }

  unless(block) {
    return this.all(this.holds(block.data) ? block.no : block.yes);
  }

  each(block) {
    if (!this.holds(block.data)) return this.all(block.no);
    const values = this.find(block.data);
    assertThat(Array.isArray(values), block.lineNumber, `${block.data} is not a list`);
    return values.map((value, position) => this.round(block.yes, position, value)).join('');
  }

  round(blocks, position, value) {
    const before = this.layers;
    this.layers = [{ this: value, '@index': position, '@first': position === 0 }, value, ...before];
    const text = this.all(blocks);
    this.layers = before;
    return text;
  }
}

function render(template, data) {
  const builder = new Builder();
  for (const token of scan(template)) builder.accept(token);
  return new Renderer(data).all(builder.finish());
}

function readText(path) {
  return fs.readFileSync(path, 'utf8');
}

function main(templateFile, dataFile) {
  if (!dataFile) {
    console.error('usage: TEMPLATE DATA.json');
    return 2;
  }
  try {
    const data = JSON.parse(readText(dataFile));
    process.stdout.write(render(readText(templateFile), data));
    return 0;
  } catch (problem) {
    console.error(`${templateFile}: ${problem.message}`);
    return 1;
  }
}

if (require.main === module) process.exitCode = main(process.argv[2], process.argv[3]);

module.exports = { render, TemplateError: MarkupError };

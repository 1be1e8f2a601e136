'use strict';

const fs = require('fs');

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const TAG = /\{\{\{\s*([^{}]+?)\s*\}\}\}|\{\{\s*([^{}]+?)\s*\}\}/g;
const NAME = /^(?:this|@index|@first|[A-Za-z_]\w*)(?:\.\w+)*$/;
const BLOCKS = new Set(['if', 'unless', 'each']);

class TemplateError extends Error {
  constructor(line, message) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/* Tokens: {kind, value, line}; kind is text, raw, open, else, close or name. */
function* tokenize(source) {
  let position = 0;
  let line = 1;
  for (const match of source.matchAll(TAG)) {
    const before = source.slice(position, match.index);
    if (before !== '') yield { kind: 'text', value: before, line };
    line += before.split('\n').length - 1;
    yield { ...classify(match, line), line };
    line += match[0].split('\n').length - 1;
    position = match.index + match[0].length;
  }
  if (position < source.length) yield { kind: 'text', value: source.slice(position), line };
}

function classify(match, line) {
  if (match[1] !== undefined) return { kind: 'raw', value: checkName(match[1], line) };
  const body = match[2];
  if (body === 'else') return { kind: 'else', value: body };
  if (body.startsWith('/')) return { kind: 'close', value: body.slice(1).trim() };
  if (!body.startsWith('#')) return { kind: 'name', value: checkName(body, line) };
  const [block, ...argument] = body.slice(1).trim().split(/\s+/);
  if (!BLOCKS.has(block)) throw new TemplateError(line, `unknown block #${block}`);
  if (argument.length !== 1) throw new TemplateError(line, `#${block} takes one name`);
  return { kind: 'open', value: block, argument: checkName(argument[0], line) };
}

function checkName(name, line) {
  if (!NAME.test(name)) throw new TemplateError(line, `bad name "${name}"`);
  return name;
}

function parse(tokens) {
  const root = { block: 'root', body: [], other: [], line: 1 };
  const stack = [root];
  let target = root.body;
  const actions = {
    text: (token) => target.push(token),
    name: (token) => target.push(token),
    raw: (token) => target.push(token),
    open(token) {
      const node = { kind: token.value, name: token.argument, body: [], other: [], line: token.line, parent: target };
      target.push(node);
      stack.push(node);
      target = node.body;
    },
    else(token) {
      const top = stack[stack.length - 1];
      if (top === root || target === top.other) throw new TemplateError(token.line, 'else without a block');
      target = top.other;
    },
    close(token) {
      const top = stack[stack.length - 1];
      if (top === root) throw new TemplateError(token.line, `/${token.value} closes nothing`);
      if (top.kind !== token.value) {
        throw new TemplateError(token.line, `/${token.value} closes #${top.kind} of line ${top.line}`);
      }
      stack.pop();
      target = top.parent;
    },
  };
  for (const token of tokens) actions[token.kind](token);
  if (stack.length > 1) {
    const open = stack.pop();
    throw new TemplateError(open.line, `#${open.kind} is never closed`);
  }
  return root.body;
}

function lookup(path, scopes) {
  const [head, ...fields] = path.split('.');
  const scope = scopes.find((s) => s !== null && typeof s === 'object' && Object.hasOwn(s, head));
  return fields.reduce((value, field) => (value == null ? undefined : value[field]), scope && scope[head]);
}

const isTrue = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
const escape = (text) => text.replace(/[&<>"']/g, (c) => ENTITIES[c]);
const toText = (value) => (value == null ? '' : String(value));

const RENDERERS = {
  text: (node) => node.value,
  name: (node, scopes) => escape(toText(lookup(node.value, scopes))),
  raw: (node, scopes) => toText(lookup(node.value, scopes)),
  if: (node, scopes) => renderAll(isTrue(lookup(node.name, scopes)) ? node.body : node.other, scopes),
  unless: (node, scopes) => renderAll(isTrue(lookup(node.name, scopes)) ? node.other : node.body, scopes),
  each(node, scopes) {
    const list = lookup(node.name, scopes);
    if (!isTrue(list)) return renderAll(node.other, scopes);
    if (!Array.isArray(list)) throw new TemplateError(node.line, `${node.name} is not a list`);
    return list.map((item, index) => {
      const own = { this: item, '@index': index, '@first': index === 0 };
      return renderAll(node.body, [own, item, ...scopes]);
    }).join('');
  },
};

function renderAll(nodes, scopes) {
  return nodes.map((node) => RENDERERS[node.kind](node, scopes)).join('');
}

function render(source, data) {
  return renderAll(parse(tokenize(source)), [data]);
}

if (require.main === module) {
  const [templatePath, dataPath] = process.argv.slice(2);
  if (!dataPath) {
    console.error('usage: TEMPLATE DATA.json');
    process.exit(2);
  }
  try {
    const data = JSON.parse(fs.readFileSync(dataPath, 'utf8'));
    process.stdout.write(render(fs.readFileSync(templatePath, 'utf8'), data));
  } catch (error) {
    console.error(`${templatePath}: ${error.message}`);
    process.exit(1);
  }
}

module.exports = { render, TemplateError };

'use strict';

class TemplateError extends Error {
  constructor(line, message) {
    super(`line ${line}: ${message}`);
    this.name = 'TemplateError';
  }
}

const TAG = /\{\{\{\s*([^{}]*?)\s*\}\}\}|\{\{\s*([^{}]*?)\s*\}\}/g;

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text) => text.replace(/[&<>"']/g, (c) => escapes[c]);

/** Tokens: { kind: text|raw|tag, value, line } */
function tokenize(source) {
  const lineAt = (index) => source.slice(0, index).split('\n').length;
  const matches = [...source.matchAll(TAG)];
  const text = (from, to) => ({ kind: 'text', value: source.slice(from, to), line: lineAt(from) });
  const ends = [0, ...matches.map((m) => m.index + m[0].length)];
  const tokens = matches.flatMap((m, i) => [
    text(ends[i], m.index),
    { kind: m[1] === undefined ? 'tag' : 'raw', value: m[1] === undefined ? m[2] : m[1], line: lineAt(m.index) },
  ]);
  return [...tokens, text(ends[ends.length - 1], source.length)];
}

const toText = (value) => (value === undefined || value === null ? '' : String(value));

/** Scopes are a list, innermost first; the first name decides which one is meant. */
function lookup(path, scopes, line) {
  if (path === 'this' || path === '.') return scopes[0];
  const [head, ...rest] = path.replace(/^this\./, '').split('.');
  const scope = scopes.find((s) => s !== null && typeof s === 'object' && head in s);
  if (scope === undefined) throw new TemplateError(line, `unknown name "${head}"`);
  return rest.reduce((value, key) => (value === undefined || value === null ? undefined : value[key]), scope[head]);
}

const truthy = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

const sequence = (nodes) => (scopes) => nodes.map((node) => node(scopes)).join('');

/** Compiles to functions from scopes to text; gives { body, stop, rest }. */
function parse(tokens, closers, opened) {
  const nodes = [];
  let rest = tokens;
  while (rest.length > 0) {
    const [token, ...after] = rest;
    if (token.kind === 'tag' && closers.includes(token.value)) {
      return { body: sequence(nodes), stop: token.value, rest: after };
    }
    const { node, rest: remaining } = parseOne(token, after);
    nodes.push(node);
    rest = remaining;
  }
  if (closers.length > 0) throw new TemplateError(opened.line, `{{${opened.value}}} is never closed`);
  return { body: sequence(nodes), stop: null, rest };
}

const blocks = {
  if: (path, line, yes, no) => (scopes) => (truthy(lookup(path, scopes, line)) ? yes : no)(scopes),
  each: (path, line, body, none) => (scopes) => {
    const list = lookup(path, scopes, line);
    if (!Array.isArray(list)) throw new TemplateError(line, `"${path}" is not a list`);
    const details = (i) => ({ '@index': i, '@first': i === 0, '@last': i === list.length - 1 });
    return list.length ? list.map((value, i) => body([value, details(i), ...scopes])).join('') : none(scopes);
  },
};

function parseOne(token, after) {
  const { kind, value, line } = token;
  if (kind === 'text') return { node: () => value, rest: after };
  if (kind === 'raw') return { node: (scopes) => toText(lookup(value, scopes, line)), rest: after };

  const block = /^#(\w+)\s+(\S+)$/.exec(value);
  if (block !== null) {
    const [, name, path] = block;
    if (!Object.hasOwn(blocks, name)) throw new TemplateError(line, `unknown block "${name}"`);
    const close = `/${name}`;
    const main = parse(after, [close, 'else'], token);
    const other = main.stop === 'else'
      ? parse(main.rest, [close], token)
      : { body: () => '', rest: main.rest };
    return { node: blocks[name](path, line, main.body, other.body), rest: other.rest };
  }
  if (value === '' || value === 'else' || /^[#/]/.test(value)) {
    throw new TemplateError(line, `misplaced {{${value}}}`);
  }
  return { node: (scopes) => escape(toText(lookup(value, scopes, line))), rest: after };
}

const compile = (source) => {
  const { body } = parse(tokenize(source), [], null);
  return (data) => body([data]);
};

module.exports = { compile, TemplateError };

if (require.main === module) {
  const fs = require('fs');
  const [templatePath, dataPath] = process.argv.slice(2);
  if (dataPath === undefined) {
    console.error('usage: template.js TEMPLATE DATA.json');
    process.exit(2);
  }
  try {
    const render = compile(fs.readFileSync(templatePath, 'utf8'));
    process.stdout.write(render(JSON.parse(fs.readFileSync(dataPath, 'utf8'))));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

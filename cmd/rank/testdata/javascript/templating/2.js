'use strict';

const fs = require('fs');

/** An error in a template, with the line where it is. */
class TemplateError extends Error {
  constructor(message, line) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

const TAG_PATTERN = /\{\{\{\s*(.+?)\s*\}\}\}|\{\{\s*(.+?)\s*\}\}/g;
const HTML_ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character]);
}

function countLineBreaks(text) {
  return text.split('\n').length - 1;
}

/** Classifies the inside of a double braced tag. */
function classifyTag(content) {
  const opening = /^#(if|each)\s+(\S+)$/.exec(content);
  if (opening) return { type: opening[1], path: opening[2] };
  if (content === 'else') return { type: 'else' };
  const closing = /^\/(if|each)$/.exec(content);
  if (closing) return { type: 'close', name: closing[1] };
  if (/^(this|[\w$@]+)(\.[\w$]+)*$/.test(content)) return { type: 'value', path: content };
  return { type: 'unknown', content };
}

/** Splits the template into tokens of text and tags. */
function tokenize(source) {
  const tokens = [];
  let line = 1;
  let textStart = 0;
  for (const match of source.matchAll(TAG_PATTERN)) {
    const text = source.slice(textStart, match.index);
    tokens.push({ type: 'text', text, line });
    line += countLineBreaks(text);
    const tag = match[1] !== undefined ? { type: 'raw', path: match[1] } : classifyTag(match[2]);
    tokens.push({ ...tag, line });
    line += countLineBreaks(match[0]);
    textStart = match.index + match[0].length;
  }
  tokens.push({ type: 'text', text: source.slice(textStart), line });
  return tokens;
}

/** Builds a tree in which blocks own their children. */
function parse(tokens) {
  const root = { type: 'root', children: [], line: 1 };
  const openBlocks = [{ node: root, target: root.children }];
  for (const token of tokens) {
    const current = openBlocks[openBlocks.length - 1];
    if (token.type === 'if' || token.type === 'each') {
      const node = { ...token, children: [], alternative: [] };
      current.target.push(node);
      openBlocks.push({ node, target: node.children });
    } else if (token.type === 'else') {
      if (current.node === root || current.target === current.node.alternative) {
        throw new TemplateError('else does not belong to a block', token.line);
      }
      current.target = current.node.alternative;
    } else if (token.type === 'close') {
      if (current.node.type !== token.name) {
        throw new TemplateError(`/${token.name} closes nothing`, token.line);
      }
      openBlocks.pop();
    } else if (token.type === 'unknown') {
      throw new TemplateError(`cannot understand ${token.content}`, token.line);
    } else {
      current.target.push(token);
    }
  }
  if (openBlocks.length > 1) {
    const unclosed = openBlocks[openBlocks.length - 1].node;
    throw new TemplateError(`${unclosed.type} is not closed`, unclosed.line);
  }
  return root;
}

/** Looks a path like a.b up, in the innermost scope that knows its first name. */
function lookUp(path, scopes) {
  const [firstName, ...otherNames] = path.split('.');
  const scope = scopes.find((candidate) => Object.hasOwn(Object(candidate), firstName));
  let value = scope === undefined ? undefined : scope[firstName];
  for (const name of otherNames) {
    value = value === undefined || value === null ? undefined : value[name];
  }
  return value;
}

function isTruthy(value) {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function toText(value) {
  return value === undefined || value === null ? '' : String(value);
}

function renderNodes(nodes, scopes) {
  return nodes.map((node) => renderNode(node, scopes)).join('');
}

function renderEach(node, scopes) {
  const list = lookUp(node.path, scopes);
  if (!isTruthy(list)) return renderNodes(node.alternative, scopes);
  if (!Array.isArray(list)) throw new TemplateError(`${node.path} is not a list`, node.line);
  return list
    .map((element, index) => {
      const innerScope = { ...(typeof element === 'object' ? element : {}), this: element, '@index': index };
      return renderNodes(node.children, [innerScope, ...scopes]);
    })
    .join('');
}

function renderNode(node, scopes) {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'raw':
      return toText(lookUp(node.path, scopes));
    case 'value':
      return escapeHtml(toText(lookUp(node.path, scopes)));
    case 'if':
      return renderNodes(isTruthy(lookUp(node.path, scopes)) ? node.children : node.alternative, scopes);
    default:
      return renderEach(node, scopes);
  }
}

function render(source, data) {
  return renderNodes(parse(tokenize(source)).children, [data]);
}

function main([templatePath, dataPath]) {
  if (!dataPath) {
    console.error('usage: node templating.js TEMPLATE DATA.json');
    process.exitCode = 2;
    return;
  }
  try {
    const data = JSON.parse(fs.readFileSync(dataPath, 'utf8'));
    process.stdout.write(render(fs.readFileSync(templatePath, 'utf8'), data));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

main(process.argv.slice(2));

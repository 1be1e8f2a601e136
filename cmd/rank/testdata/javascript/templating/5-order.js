'use strict';

const fs = require('fs');

// what may follow the number sign
const SECTIONS = new Set(['each', 'unless', 'if']);
const IDENTIFIER = /^(?:this|@index|@first|[A-Za-z_]\w*)(?:\.\w+)*$/;
const BRACES = /\{\{\{\s*([^{}]+?)\s*\}\}\}|\{\{\s*([^{}]+?)\s*\}\}/g;
const ESCAPED = { "'": '&#39;', '"': '&quot;', '>': '&gt;', '<': '&lt;', '&': '&amp;' };
const ENCODING = 'utf8';

const stringify = (thing) => (thing == null ? '' : String(thing));
const protect = (plain) => plain.replace(/[&<>"']/g, (sign) => ESCAPED[sign]);
const holds = (thing) => (Array.isArray(thing) ? 0 < thing.length : Boolean(thing));

class RenderError extends Error {
  constructor(at, what) {
    const text = `line ${at}: ${what}`;
    super(text);
    this.at = at;
  }
}

function fetch(dotted, environments) {
  const [first, ...others] = dotted.split('.');
  const place = environments.find((e) => typeof e === 'object' && e !== null && Object.hasOwn(e, first));
  const begin = place && place[first];
  return others.reduce((thing, key) => (thing == null ? undefined : thing[key]), begin);
}

function produceAll(list, environments) {
  const strings = list.map((part) => PRODUCERS[part.what](part, environments));
  return strings.join('');
}

const PRODUCERS = {
  each(part, environments) {
    const elements = fetch(part.subject, environments);
    if (!holds(elements)) return produceAll(part.second, environments);
    if (!Array.isArray(elements)) throw new RenderError(part.at, `${part.subject} is not a list`);
    const strings = elements.map((element, number) => {
      const isFirst = number === 0;
      const local = { '@first': isFirst, '@index': number, this: element };
      return produceAll(part.first, [local, element, ...environments]);
    });
    return strings.join('');
  },
  unless: (part, environments) => produceAll(holds(fetch(part.subject, environments)) ? part.second : part.first, environments),
  if: (part, environments) => produceAll(holds(fetch(part.subject, environments)) ? part.first : part.second, environments),
  raw: (part, environments) => stringify(fetch(part.body, environments)),
  name: (part, environments) => protect(stringify(fetch(part.body, environments))),
  text: (part) => part.body,
};

// refuses names that could not be looked up anyway
function verify(dotted, at) {
  const good = IDENTIFIER.test(dotted);
  if (!good) throw new RenderError(at, `bad name "${dotted}"`);
  return dotted;
}

function analyse(found, at) {
  const [, raw, content] = found;
  if (raw !== undefined) return { body: verify(raw, at), what: 'raw' };
  if (content.startsWith('/')) return { body: content.slice(1).trim(), what: 'close' };
  if (content === 'else') return { body: content, what: 'else' };
  if (!content.startsWith('#')) return { body: verify(content, at), what: 'name' };
  const [section, ...rest] = content.slice(1).trim().split(/\s+/);
  if (!SECTIONS.has(section)) throw new RenderError(at, `unknown block #${section}`);
  if (1 !== rest.length) throw new RenderError(at, `#${section} takes one name`);
  const [subject] = rest;
  return { subject: verify(subject, at), body: section, what: 'open' };
}

function* pieces(input) {
  let at = 1;
  let offset = 0;
  for (const found of input.matchAll(BRACES)) {
    const whole = found[0];
    const gap = input.slice(offset, found.index);
    if (gap !== '') yield { at, what: 'text', body: gap };
    offset = found.index + whole.length;
    at += gap.split('\n').length - 1;
    yield { at, ...analyse(found, at) };
    at += whole.split('\n').length - 1;
  }
  if (input.length > offset) yield { at, what: 'text', body: input.slice(offset) };
}

function structure(stream) {
  const base = { at: 1, second: [], first: [], section: 'root' };
  let receiver = base.first;
  const levels = [base];
  const steps = {
    close(piece) {
      const deepest = levels[levels.length - 1];
      if (base === deepest) throw new RenderError(piece.at, `/${piece.body} closes nothing`);
      if (piece.body !== deepest.what) {
        throw new RenderError(piece.at, `/${piece.body} closes #${deepest.what} of line ${deepest.at}`);
      }
      receiver = deepest.outside;
      levels.pop();
    },
    else(piece) {
      const deepest = levels[levels.length - 1];
      if (deepest.second === receiver || base === deepest) throw new RenderError(piece.at, 'else without a block');
      receiver = deepest.second;
    },
    open(piece) {
      const { at, subject } = piece;
      const part = { outside: receiver, at, second: [], first: [], subject, what: piece.body };
      levels.push(part);
      receiver.push(part);
      receiver = part.first;
    },
    raw: (piece) => receiver.push(piece),
    text: (piece) => receiver.push(piece),
    name: (piece) => receiver.push(piece),
  };
  for (const piece of stream) steps[piece.what](piece);
  if (1 < levels.length) {
    const unclosed = levels.pop();
    throw new RenderError(unclosed.at, `#${unclosed.what} is never closed`);
  }
  return base.first;
}

function render(input, values) {
  const stream = pieces(input);
  const tree = structure(stream);
  return produceAll(tree, [values]);
}

module.exports = { TemplateError: RenderError, render };

if (require.main === module) {
  const [from, values] = process.argv.slice(2);
  if (!values) {
    console.error('usage: TEMPLATE DATA.json');
    process.exit(2);
  }
  try {
    const parsed = JSON.parse(fs.readFileSync(values, ENCODING));
    const input = fs.readFileSync(from, ENCODING);
    const output = render(input, parsed);
    process.stdout.write(output);
  } catch (trouble) {
    console.error(`${from}: ${trouble.message}`);
    process.exit(1);
  }
}

'use strict';

const { readFileSync } = require('fs');

/** Thrown for everything that is wrong with a template. */
class BadTemplate extends Error {}

function complain(where, message) {
  throw new BadTemplate(`line ${where}: ${message}`);
}

const lineAt = (source, offset) => source.slice(0, offset).split('\n').length;

function checked(where, path) {
  const [head, ...tail] = path.split('.');
  const goodHead = head === '@index' || head === '@first' || /^[A-Za-z_]\w*$/.test(head);
  return goodHead && tail.every((step) => /^\w+$/.test(step)) ? path : complain(where, `bad name "${path}"`);
}

// Turns the text into nested blocks: [type, argument, line, then, otherwise].
class Compiler {
  constructor(source) {
    this.source = source;
    this.outermost = { type: null, then: [], otherwise: [], above: null };
    this.block = this.outermost;
    this.inElse = false;
  }

  append(part) {
    (this.inElse ? this.block.otherwise : this.block.then).push(part);
  }

  literal(from, to) {
    if (to > from) this.append({ type: 'text', arg: this.source.slice(from, to) });
  }

  begin(words, where) {
    const type = words.shift();
    if (type !== 'if' && type !== 'each' && type !== 'unless') complain(where, `unknown block #${type}`);
    if (words.length !== 1) complain(where, `#${type} takes one name`);
    const block = {
      type, arg: checked(where, words[0]), where, otherwise: [], then: [], above: this.block, aboveElse: this.inElse,
    };
    this.append(block);
    this.block = block;
    this.inElse = false;
  }

  end(type, where) {
    const { block } = this;
    if (!block.above) complain(where, `/${type} closes nothing`);
    if (block.type !== type) complain(where, `/${type} closes #${block.type} of line ${block.where}`);
    this.inElse = block.aboveElse;
    this.block = block.above;
  }

  tag(inside, where) {
    const rest = inside.slice(1).trim();
    switch (inside[0]) {
      case '#':
        this.begin(rest.split(/\s+/), where);
        break;
      case '/':
        this.end(rest, where);
        break;
      default:
        if (inside !== 'else') {
          this.append({ type: 'name', arg: checked(where, inside) });
        } else if (this.inElse || !this.block.above) {
          complain(where, 'else without a block');
        } else {
          this.inElse = true;
        }
    }
  }

  compile() {
    const braces = /\{\{\{\s*([^{}]+?)\s*\}\}\}|\{\{\s*([^{}]+?)\s*\}\}/g;
    let from = 0;
    for (let hit = braces.exec(this.source); hit; hit = braces.exec(this.source)) {
      const where = lineAt(this.source, hit.index);
      this.literal(from, hit.index);
      from = braces.lastIndex;
      if (hit[2] !== undefined) this.tag(hit[2], where);
      else this.append({ type: 'raw', arg: checked(where, hit[1]) });
    }
    this.literal(from, this.source.length);
    const { block } = this;
    return block.above ? complain(block.where, `#${block.type} is never closed`) : block.then;
  }
}

// Scopes are a linked list, the innermost first.
function valueOf(path, scope) {
  const steps = path.split('.');
  const head = steps.shift();
  let here = scope;
  while (here && !(here.vars && typeof here.vars === 'object' && Object.hasOwn(here.vars, head))) here = here.outer;
  let value = here ? here.vars[head] : undefined;
  while (steps.length > 0) {
    const step = steps.shift();
    value = value?.[step];
  }
  return value;
}

function nonEmpty(value) {
  return Boolean(Array.isArray(value) ? value.length : value);
}

function escaped(text) {
  const pairs = [['&', 'amp'], ['<', 'lt'], ['>', 'gt'], ['"', 'quot'], ["'", '#39']];
  return pairs.reduce((result, [sign, entity]) => result.split(sign).join(`&${entity};`), text);
}

function write(out, parts, scope) {
  parts.forEach(({ type, arg, where, then, otherwise }) => {
    if (type === 'text') {
      out.push(arg);
      return;
    }
    const value = valueOf(arg, scope);
    const text = String(value ?? '');
    const full = nonEmpty(value);
    if (type === 'raw') out.push(text);
    else if (type === 'name') out.push(escaped(text));
    else if (type === 'if') write(out, full ? then : otherwise, scope);
    else if (type === 'unless') write(out, full ? otherwise : then, scope);
    else if (!full) write(out, otherwise, scope);
    else if (!Array.isArray(value)) complain(where, `${arg} is not a list`);
    else {
      let index = 0;
      for (const element of value) {
        const inner = { vars: element, outer: scope };
        write(out, then, { vars: { this: element, '@first': index === 0, '@index': index }, outer: inner });
        index += 1;
      }
    }
  });
  return out;
}

function render(source, model) {
  const parts = new Compiler(source).compile();
  return write([], parts, { vars: model, outer: null }).join('');
}

function command([file, modelFile]) {
  if (modelFile === undefined) {
    console.error('usage: TEMPLATE DATA.json');
    return 2;
  }
  let status = 1;
  try {
    const model = JSON.parse(readFileSync(modelFile, 'utf8'));
    process.stdout.write(render(readFileSync(file, 'utf8'), model));
    status = 0;
  } catch (e) {
    console.error(file + ': ' + e.message);
  }
  return status;
}

module.exports = { TemplateError: BadTemplate, render };
if (require.main === module) process.exit(command(process.argv.slice(2)));

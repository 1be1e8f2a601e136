// An evaluator of expressions as people type them into a calculator:
//   2(3 + 4)^2, sin 30°, rate = 7%, 5! / 3!, max(a, b, 3)
// Operator precedence parsing after Pratt.

export class SyntaxProblem extends Error {
  constructor(message, position) {
    super(`${message} at ${position + 1}`);
    this.name = 'SyntaxProblem';
    this.position = position;
  }
}

const KINDS = [
  ['space', /[ \t\r\n]+/y],
  ['number', /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy],
  ['hex', /0x[\da-f]+/iy],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['operator', /\*\*|<=|>=|==|!=|&&|\|\||[-+*/^%!°=<>?:,()√]/y],
];

function* tokenize(text) {
  let at = 0;
  while (at < text.length) {
    let best = null;
    for (const [kind, pattern] of KINDS) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found && (!best || found[0].length > best.text.length)) {
        best = { kind, text: found[0], position: at };
      }
    }
    if (!best) throw new SyntaxProblem(`unexpected ${JSON.stringify(text[at])}`, at);
    at += best.text.length;
    if (best.kind !== 'space') yield best;
  }
  yield { kind: 'end', text: '', position: at };
}

// What binds more tightly has the larger number.
const BINDING = {
  '?': 2,
  '||': 4, '&&': 5,
  '==': 6, '!=': 6, '<': 7, '>': 7, '<=': 7, '>=': 7,
  '+': 10, '-': 10,
  '*': 20, '/': 20, 'mod': 20,
  'implied': 22,
  'unary': 25,
  '^': 30, '**': 30,
  '!': 40, '°': 40, '%': 40,
};
const RIGHT = new Set(['^', '**', '?']);

class Parser {
  constructor(text) {
    this.tokens = [...tokenize(text)];
    this.at = 0;
  }

  get current() {
    return this.tokens[this.at];
  }

  take(text) {
    if (this.current.text !== text || this.current.kind === 'end') return false;
    this.at += 1;
    return true;
  }

  expect(text) {
    if (!this.take(text)) {
      const got = this.current.text || 'the end';
      throw new SyntaxProblem(`expected ${text}, not ${got},`, this.current.position);
    }
  }

  program() {
    const [first, second] = this.tokens;
    let tree;
    if (first.kind === 'name' && second.text === '=') {
      this.at = 2;
      tree = { type: 'assign', name: first.text, value: this.expression(0) };
    } else {
      tree = this.expression(0);
    }
    if (this.current.kind !== 'end') {
      throw new SyntaxProblem(`unexpected ${this.current.text}`, this.current.position);
    }
    return tree;
  }

  expression(limit) {
    let left = this.prefix();
    for (;;) {
      const token = this.current;
      if (['!', '°', '%'].includes(token.text)) {
        if (BINDING[token.text] < limit) return left;
        this.at += 1;
        left = { type: 'postfix', operator: token.text, operand: left };
        continue;
      }
      const implied = token.kind === 'name' && token.text !== 'mod' || token.text === '(';
      const operator = implied ? 'implied' : token.text;
      const binding = BINDING[operator];
      if (binding === undefined || token.kind === 'number' || binding <= limit) return left;
      if (!implied) this.at += 1;
      if (operator === '?') {
        const yes = this.expression(0);
        this.expect(':');
        left = { type: 'choice', test: left, yes, no: this.expression(binding - 1) };
        continue;
      }
      const right = this.expression(RIGHT.has(operator) ? binding - 1 : binding);
      left = { type: 'binary', operator: implied ? '*' : operator, left, right, position: token.position };
    }
  }

  prefix() {
    const token = this.current;
    this.at += 1;
    switch (token.kind) {
      case 'number':
        return { type: 'number', value: Number(token.text.replaceAll('_', '')) };
      case 'hex':
        return { type: 'number', value: parseInt(token.text, 16) };
      case 'name':
        return this.nameOrCall(token);
      case 'end':
        throw new SyntaxProblem('something is missing', token.position);
    }
    if (token.text === '(') {
      const inside = this.expression(0);
      this.expect(')');
      return inside;
    }
    if ('+-!√'.includes(token.text)) {
      return { type: 'unary', operator: token.text, operand: this.expression(BINDING.unary) };
    }
    throw new SyntaxProblem(`unexpected ${token.text}`, token.position);
  }

  nameOrCall(token) {
    if (!FUNCTIONS.has(token.text)) return { type: 'name', name: token.text, position: token.position };
    if (!this.take('(')) {
      // sin 30° without parentheses
      return { type: 'call', name: token.text, parameters: [this.expression(BINDING.implied)], position: token.position };
    }
    const parameters = [];
    while (!this.take(')')) {
      if (parameters.length > 0) this.expect(',');
      parameters.push(this.expression(0));
    }
    return { type: 'call', name: token.text, parameters, position: token.position };
  }
}

function factorial(n) {
  if (n < 0 || !Number.isInteger(n)) return NaN;
  if (n > 170) return Infinity;
  let product = 1;
  for (let i = 2; i <= n; i++) product *= i;
  return product;
}

const FUNCTIONS = new Map(Object.entries({
  sin: [1, 1, Math.sin],
  cos: [1, 1, Math.cos],
  tan: [1, 1, Math.tan],
  sqrt: [1, 1, Math.sqrt],
  abs: [1, 1, Math.abs],
  ln: [1, 1, Math.log],
  log: [1, 2, (x, base = 10) => Math.log(x) / Math.log(base)],
  round: [1, 2, (x, digits = 0) => Math.round(x * 10 ** digits) / 10 ** digits],
  min: [1, Infinity, Math.min],
  max: [1, Infinity, Math.max],
  mean: [1, Infinity, (...xs) => xs.reduce((a, b) => a + b, 0) / xs.length],
}));

const BINARY = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  'mod': (a, b) => ((a % b) + b) % b,
  '^': Math.pow,
  '**': Math.pow,
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
};

export class Calculator {
  constructor() {
    this.variables = new Map([['pi', Math.PI], ['π', Math.PI], ['e', Math.E], ['ans', 0]]);
  }

  evaluate(text) {
    const tree = new Parser(text).program();
    const value = this.value(tree.type === 'assign' ? tree.value : tree);
    if (tree.type === 'assign') this.variables.set(tree.name, value);
    this.variables.set('ans', value);
    return value;
  }

  value(tree) {
    switch (tree.type) {
      case 'number': return tree.value;
      case 'name': return this.lookUp(tree);
      case 'unary': return this.unary(tree.operator, this.value(tree.operand));
      case 'postfix': return this.postfix(tree.operator, this.value(tree.operand));
      case 'choice': return this.value(tree.test) ? this.value(tree.yes) : this.value(tree.no);
      case 'call': return this.call(tree);
      case 'binary': return this.binary(tree);
      default: throw new TypeError(`no such node: ${tree.type}`);
    }
  }

  lookUp({ name, position }) {
    if (!this.variables.has(name)) throw new SyntaxProblem(`${name} has no value,`, position);
    return this.variables.get(name);
  }

  unary(operator, x) {
    if (operator === '-') return -x;
    if (operator === '!') return Number(!x);
    return operator === '√' ? Math.sqrt(x) : x;
  }

  postfix(operator, x) {
    if (operator === '!') return factorial(x);
    return operator === '%' ? x / 100 : x * Math.PI / 180;
  }

  binary({ operator, left, right }) {
    const a = this.value(left);
    if (operator === '&&') return a ? this.value(right) : a;
    if (operator === '||') return a || this.value(right);
    // A tip: 80 + 15% adds 15 % of 80, as pocket calculators do.
    if ((operator === '+' || operator === '-') && right.type === 'postfix' && right.operator === '%') {
      return BINARY[operator](a, a * this.value(right));
    }
    return BINARY[operator](a, this.value(right));
  }

  call({ name, parameters, position }) {
    const [least, most, apply] = FUNCTIONS.get(name);
    if (parameters.length < least || parameters.length > most) {
      throw new SyntaxProblem(`${name} does not take ${parameters.length} values,`, position);
    }
    return apply(...parameters.map((p) => this.value(p)));
  }
}

export function format(value, digits = 10) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-6)) return value.toExponential(digits - 1).replace(/\.?0+e/, 'e');
  return String(Number(value.toPrecision(digits)));
}

'use strict';

const SEPARATOR = '.';
const WILDCARD = '*';
const DEFAULTS = Object.freeze({ priority: 0, once: false, replay: 0 });
const HISTORY_SIZE = 20;

// One rule per option: what is wrong with a value that does not pass.
const OPTION_RULES = {
  priority: [Number.isFinite, 'has to be a number'],
  once: [(v) => typeof v === 'boolean', 'has to be true or false'],
  replay: [(v) => Number.isInteger(v) && v >= 0, 'has to be a count'],
};

function checkOptions(given) {
  for (const [name, value] of Object.entries(given)) {
    const rule = OPTION_RULES[name];
    if (!rule) throw new TypeError(`unknown option ${name}`);
    const [test, complaint] = rule;
    if (!test(value)) throw new TypeError(`${name} ${complaint}, not ${value}`);
  }
  return { ...DEFAULTS, ...given };
}

function checkPattern(pattern) {
  if (typeof pattern !== 'string' || pattern.split(SEPARATOR).includes('')) {
    throw new TypeError(`bad event name ${JSON.stringify(pattern)}`);
  }
}

function matches(pattern, name) {
  const wanted = pattern.split(SEPARATOR);
  const parts = name.split(SEPARATOR);
  if (wanted[wanted.length - 1] === WILDCARD && parts.length > wanted.length) {
    parts.length = wanted.length;
  }
  return wanted.length === parts.length && wanted.every((w, i) => w === WILDCARD || w === parts[i]);
}

class Emitter {
  #listeners = new Map();
  #history = [];
  #sequence = 0;

  on(pattern, handler, options = {}) {
    checkPattern(pattern);
    if (typeof handler !== 'function') throw new TypeError('the handler has to be a function');
    const entry = { pattern, handler, order: this.#sequence++, ...checkOptions(options) };
    if (!this.#listeners.has(pattern)) this.#listeners.set(pattern, []);
    this.#listeners.get(pattern).push(entry);
    if (entry.replay > 0) {
      const past = this.#history.filter((event) => matches(pattern, event.name));
      for (const event of past.slice(-entry.replay)) {
        handler(event.payload, { name: event.name, replayed: true });
      }
    }
    return () => this.#drop(entry);
  }

  once(pattern, handler, options = {}) {
    return this.on(pattern, handler, { ...options, once: true });
  }

  off(pattern, handler) {
    const entries = this.#listeners.get(pattern) || [];
    const found = entries.filter((entry) => handler === undefined || entry.handler === handler);
    found.forEach((entry) => this.#drop(entry));
    return found.length;
  }

  #drop(entry) {
    const entries = this.#listeners.get(entry.pattern);
    const index = entries ? entries.indexOf(entry) : -1;
    if (index < 0) return false;
    entries.splice(index, 1);
    if (entries.length === 0) this.#listeners.delete(entry.pattern);
    return true;
  }

  #select(name) {
    const found = [];
    for (const [pattern, entries] of this.#listeners) {
      if (matches(pattern, name)) found.push(...entries);
    }
    return found.sort((a, b) => b.priority - a.priority || a.order - b.order);
  }

  async emit(name, payload) {
    checkPattern(name);
    this.#history.push({ name, payload });
    if (this.#history.length > HISTORY_SIZE) this.#history.shift();
    const report = { name, results: [], errors: [] };
    for (const entry of this.#select(name)) {
      if (entry.once && !this.#drop(entry)) continue;
      try {
        report.results.push(await entry.handler(payload, { name, replayed: false }));
      } catch (error) {
        report.errors.push(`${entry.pattern}: ${error.message}`);
      }
    }
    return report;
  }

  *past(pattern = WILDCARD) {
    for (const event of this.#history) {
      if (matches(pattern, event.name)) yield event;
    }
  }
}

const SCRIPT = [
  ['user.login', { user: 'ada' }],
  ['user.login', { user: 'bob' }],
  ['user.logout', { user: 'ada' }],
  ['disk.full', { free: 0 }],
];

async function demonstrate() {
  const emitter = new Emitter();
  emitter.on('user.*', (p, { name }) => `audit ${name} ${p.user}`, { priority: 5 });
  emitter.once('user.login', (p) => `first login was ${p.user}`, { priority: 10 });
  emitter.on('user.login', async (p) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return `mail sent to ${p.user}`;
  });
  emitter.on('disk.*', () => { throw new Error('cannot write the log'); });
  for (const [name, payload] of SCRIPT) {
    const { results, errors } = await emitter.emit(name, payload);
    console.log(name);
    for (const result of results) console.log('  ' + result);
    for (const error of errors) console.log('  failed: ' + error);
  }
  emitter.on('user.*', (p, { name }) => console.log(`replay ${name} ${p.user}`), { replay: 2 });
  console.log('history:', [...emitter.past('user')].length, 'removed:', emitter.off('user.*'));
}

demonstrate();

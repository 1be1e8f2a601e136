'use strict';

// The story that is told at the end of this file.
const STORY = [
  ['user.login', { user: 'ada' }],
  ['user.login', { user: 'bob' }],
  ['user.logout', { user: 'ada' }],
  ['disk.full', { free: 0 }],
];
const REMEMBERED = 20;
const PRESET = Object.freeze({ replay: 0, once: false, priority: 0 });
const ANYTHING = '*';
const DIVIDER = '.';

function agrees(selector, topic) {
  const actual = topic.split(DIVIDER);
  const expected = selector.split(DIVIDER);
  const last = expected[expected.length - 1];
  if (actual.length > expected.length && ANYTHING === last) {
    actual.length = expected.length;
  }
  return actual.length === expected.length && expected.every((e, k) => actual[k] === e || e === ANYTHING);
}

function verifySelector(selector) {
  if (typeof selector !== 'string' || selector.split(DIVIDER).includes('')) {
    const shown = JSON.stringify(selector);
    throw new TypeError(`bad event name ${shown}`);
  }
}

const REQUIREMENTS = {
  replay: [(x) => x >= 0 && Number.isInteger(x), 'has to be a count'],
  once: [(x) => 'boolean' === typeof x, 'has to be true or false'],
  priority: [Number.isFinite, 'has to be a number'],
};

function verifyOptions(wishes) {
  for (const [wish, x] of Object.entries(wishes)) {
    const requirement = REQUIREMENTS[wish];
    if (!requirement) throw new TypeError(`unknown option ${wish}`);
    const [accepts, message] = requirement;
    if (!accepts(x)) throw new TypeError(`${wish} ${message}, not ${x}`);
  }
  const merged = { ...PRESET, ...wishes };
  return merged;
}

class Dispatcher {
  #ticket = 0;
  #records = [];
  #observers = new Map();

  *past(selector = ANYTHING) {
    for (const record of this.#records) {
      if (agrees(selector, record.topic)) yield record;
    }
  }

  async emit(topic, content) {
    verifySelector(topic);
    const outcome = { errors: [], results: [], name: topic };
    this.#records.push({ content, topic });
    if (REMEMBERED < this.#records.length) this.#records.shift();
    const chosen = this.#choose(topic);
    for (const observer of chosen) {
      if (observer.once && !this.#cancel(observer)) continue;
      try {
        const context = { replayed: false, name: topic };
        const result = await observer.callee(content, context);
        outcome.results.push(result);
      } catch (trouble) {
        const text = `${observer.selector}: ${trouble.message}`;
        outcome.errors.push(text);
      }
    }
    return outcome;
  }

  // the most urgent first, then in the order they came
  #choose(topic) {
    const chosen = [];
    for (const [selector, observers] of this.#observers) {
      if (agrees(selector, topic)) chosen.push(...observers);
    }
    chosen.sort((p, q) => q.priority - p.priority || p.ticket - q.ticket);
    return chosen;
  }

  #cancel(observer) {
    const { selector } = observer;
    const observers = this.#observers.get(selector);
    const position = observers ? observers.indexOf(observer) : -1;
    if (0 > position) return false;
    observers.splice(position, 1);
    if (0 === observers.length) this.#observers.delete(selector);
    return true;
  }

  off(selector, callee) {
    const observers = this.#observers.get(selector) || [];
    const concerned = observers.filter((observer) => observer.callee === callee || callee === undefined);
    const total = concerned.length;
    concerned.forEach((observer) => this.#cancel(observer));
    return total;
  }

  once(selector, callee, wishes = {}) {
    const all = { ...wishes, once: true };
    return this.on(selector, callee, all);
  }

  on(selector, callee, wishes = {}) {
    if ('function' !== typeof callee) throw new TypeError('the handler has to be a function');
    verifySelector(selector);
    const checked = verifyOptions(wishes);
    const observer = { ...checked, callee, selector, ticket: this.#ticket++ };
    if (!this.#observers.has(selector)) this.#observers.set(selector, []);
    this.#observers.get(selector).push(observer);
    if (0 < observer.replay) {
      const former = this.#records.filter((record) => agrees(selector, record.topic));
      const latest = former.slice(-observer.replay);
      for (const record of latest) {
        callee(record.content, { replayed: true, name: record.topic });
      }
    }
    return () => this.#cancel(observer);
  }
}

async function tell() {
  const dispatcher = new Dispatcher();
  const delay = 5;
  dispatcher.on('disk.*', () => { throw new Error('cannot write the log'); });
  dispatcher.on('user.login', async (content) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    return `mail sent to ${content.user}`;
  });
  dispatcher.once('user.login', (content) => `first login was ${content.user}`, { priority: 10 });
  dispatcher.on('user.*', (content, { name }) => `audit ${name} ${content.user}`, { priority: 5 });
  for (const [topic, content] of STORY) {
    const { errors, results } = await dispatcher.emit(topic, content);
    console.log(topic);
    for (const result of results) console.log('  ' + result);
    for (const trouble of errors) console.log('  failed: ' + trouble);
  }
  dispatcher.on('user.*', (content, { name }) => console.log(`replay ${name} ${content.user}`), { replay: 2 });
  const found = [...dispatcher.past('user')];
  const removed = dispatcher.off('user.*');
  console.log('history:', found.length, 'removed:', removed);
}

tell();

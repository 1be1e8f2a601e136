'use strict';

const DOT = '.';
const STAR = '*';
const STANDARD = Object.freeze({ priority: 0, once: false, replay: 0 });
const MEMORY = 20;

function faultOf(key, v) {
  switch (key) {
    case 'priority':
      return Number.isFinite(v) ? null : 'has to be a number';
    case 'once':
      return v === true || v === false ? null : 'has to be true or false';
    case 'replay':
      return Number.isInteger(v) && v >= 0 ? null : 'has to be a count';
    default:
      return undefined;
  }
}

function validated(settings) {
  const keys = Object.keys(settings);
  let i = 0;
  while (i < keys.length) {
    const key = keys[i++];
    const fault = faultOf(key, settings[key]);
    if (fault === undefined) throw new TypeError(`unknown option ${key}`);
    if (fault !== null) throw new TypeError(`${key} ${fault}, not ${settings[key]}`);
  }
  return Object.assign({}, STANDARD, settings);
}

function assertName(text) {
  if (typeof text === 'string') {
    let good = true;
    for (const part of text.split(DOT)) {
      if (part === '') good = false;
    }
    if (good) return;
  }
  throw new TypeError(`bad event name ${JSON.stringify(text)}`);
}

function covers(mask, title) {
  const left = mask.split(DOT);
  let right = title.split(DOT);
  if (left[left.length - 1] === STAR && left.length < right.length) {
    right = right.slice(0, left.length);
  }
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) {
    if (left[i] !== STAR && left[i] !== right[i]) return false;
  }
  return true;
}

class Bus {
  #subscriptions = new Map();
  #log = [];
  #counter = 0;

  on(mask, callback, settings = {}) {
    assertName(mask);
    if (typeof callback === 'function') {
      const subscription = { mask, callback, rank: this.#counter++, ...validated(settings) };
      const present = this.#subscriptions.get(mask);
      if (present === undefined) this.#subscriptions.set(mask, [subscription]);
      else present.push(subscription);
      if (subscription.replay !== 0) {
        const old = [];
        for (let i = this.#log.length - 1; i >= 0 && old.length < subscription.replay; i--) {
          if (covers(mask, this.#log[i].title)) old.unshift(this.#log[i]);
        }
        old.forEach((event) => callback(event.data, { name: event.title, replayed: true }));
      }
      return () => this.#forget(subscription);
    }
    throw new TypeError('the handler has to be a function');
  }

  once(mask, callback, settings = {}) {
    return this.on(mask, callback, Object.assign({}, settings, { once: true }));
  }

  off(mask, callback) {
    if (!this.#subscriptions.has(mask)) return 0;
    let removed = 0;
    for (const subscription of this.#subscriptions.get(mask).slice()) {
      if (callback !== undefined && subscription.callback !== callback) continue;
      this.#forget(subscription);
      removed++;
    }
    return removed;
  }

  #forget(subscription) {
    const present = this.#subscriptions.get(subscription.mask);
    if (present) {
      for (let i = 0; i < present.length; i++) {
        if (present[i] === subscription) {
          present.splice(i, 1);
          if (!present.length) this.#subscriptions.delete(subscription.mask);
          return true;
        }
      }
    }
    return false;
  }

  #interested(title) {
    let list = [];
    this.#subscriptions.forEach((present, mask) => {
      list = covers(mask, title) ? list.concat(present) : list;
    });
    list.sort((x, y) => (x.priority === y.priority ? x.rank - y.rank : y.priority - x.priority));
    return list;
  }

  async emit(title, data) {
    assertName(title);
    this.#log.push({ title, data });
    while (this.#log.length > MEMORY) this.#log.shift();
    const summary = { name: title, results: [], errors: [] };
    const queue = this.#interested(title);
    let subscription = queue.shift();
    while (subscription !== undefined) {
      const gone = subscription.once ? !this.#forget(subscription) : false;
      if (!gone) {
        try {
          const result = await subscription.callback(data, { name: title, replayed: false });
          summary.results.push(result);
        } catch (fault) {
          summary.errors.push(`${subscription.mask}: ${fault.message}`);
        }
      }
      subscription = queue.shift();
    }
    return summary;
  }

  past(mask = STAR) {
    return this.#log.filter((event) => covers(mask, event.title));
  }
}

const SCENE = [
  ['user.login', { user: 'ada' }],
  ['user.login', { user: 'bob' }],
  ['user.logout', { user: 'ada' }],
  ['disk.full', { free: 0 }],
];

async function show() {
  const bus = new Bus();
  bus.on('user.*', (data, { name }) => `audit ${name} ${data.user}`, { priority: 5 });
  bus.once('user.login', (data) => `first login was ${data.user}`, { priority: 10 });
  bus.on('user.login', (data) => new Promise((finish) => {
    setTimeout(() => finish(`mail sent to ${data.user}`), 5);
  }));
  bus.on('disk.*', () => { throw new Error('cannot write the log'); });
  let i = 0;
  do {
    const summary = await bus.emit(SCENE[i][0], SCENE[i][1]);
    console.log(SCENE[i][0]);
    summary.results.forEach((result) => console.log('  ' + result));
    summary.errors.forEach((fault) => console.log('  failed: ' + fault));
    i++;
  } while (i < SCENE.length);
  bus.on('user.*', (data, { name }) => console.log(`replay ${name} ${data.user}`), { replay: 2 });
  console.log('history:', bus.past('user').length, 'removed:', bus.off('user.*'));
}

show();

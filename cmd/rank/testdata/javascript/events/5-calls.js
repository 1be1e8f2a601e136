'use strict';

const LIMIT = 20;

const isFlag = (x) => typeof x === 'boolean';
const isCount = (x) => Number.isInteger(x) && x >= 0;

const CHECKS = {
  priority: { accepts: Number.isFinite, otherwise: 'has to be a number' },
  once: { accepts: isFlag, otherwise: 'has to be true or false' },
  replay: { accepts: isCount, otherwise: 'has to be a count' },
};

function ensure(condition, message) {
  if (!condition) throw new TypeError(message);
}

function checkOne(x, name) {
  const check = CHECKS[name];
  ensure(check, `unknown option ${name}`);
  ensure(check.accepts(x), `${name} ${check.otherwise}, not ${x}`);
}

function segments(topic) {
  return topic.split('.');
}

function ensureTopic(topic) {
  const good = typeof topic === 'string' && !segments(topic).includes('');
  ensure(good, `bad event name ${JSON.stringify(topic)}`);
}

function shorten(parts, wanted) {
  const open = wanted[wanted.length - 1] === '*' && parts.length > wanted.length;
  return open ? parts.slice(0, wanted.length) : parts;
}

function fits(topic, mask) {
  const wanted = segments(mask);
  const parts = shorten(segments(topic), wanted);
  const agrees = (w, i) => w === '*' || w === parts[i];
  return wanted.length === parts.length && wanted.every(agrees);
}

/** A bounded list of what has been sent. */
class Archive {
  #messages = [];

  record(body, topic) {
    this.#messages.push({ body, topic });
    if (this.#messages.length > LIMIT) this.#messages.shift();
  }

  *about(mask) {
    for (const message of this.#messages) {
      if (fits(message.topic, mask)) yield message;
    }
  }

  replay(receiver, mask, count) {
    const messages = [...this.about(mask)];
    for (const { body, topic } of messages.slice(-count)) {
      receiver(body, { name: topic, replayed: true });
    }
  }
}

/** The receivers, kept by mask. */
class Registry {
  #byMask = new Map();
  #serial = 0;

  insert(mask, receiver, { priority, once }) {
    const record = { mask, receiver, priority, once, serial: this.#serial++ };
    if (!this.#byMask.has(mask)) this.#byMask.set(mask, []);
    this.#byMask.get(mask).push(record);
    return record;
  }

  at(mask) {
    return this.#byMask.get(mask) || [];
  }

  remove(record) {
    const records = this.at(record.mask);
    const place = records.indexOf(record);
    if (place < 0) return false;
    records.splice(place, 1);
    if (records.length === 0) this.#byMask.delete(record.mask);
    return true;
  }

  forTopic(topic) {
    const found = [...this.#byMask.entries()].filter(([mask]) => fits(topic, mask));
    return found.flatMap(([, records]) => records).sort(Registry.precedence);
  }

  static precedence(one, two) {
    return two.priority - one.priority || one.serial - two.serial;
  }
}

class Hub {
  #registry = new Registry();
  #archive = new Archive();

  on(mask, receiver, options = {}) {
    ensureTopic(mask);
    ensure(typeof receiver === 'function', 'the handler has to be a function');
    Object.entries(options).forEach(([name, x]) => checkOne(x, name));
    const { priority = 0, once = false, replay = 0 } = options;
    const record = this.#registry.insert(mask, receiver, { priority, once });
    if (replay > 0) this.#archive.replay(receiver, mask, replay);
    return () => this.#registry.remove(record);
  }

  once(mask, receiver, options = {}) {
    return this.on(mask, receiver, { ...options, once: true });
  }

  off(mask, receiver) {
    const concerned = (record) => receiver === undefined || record.receiver === receiver;
    const found = this.#registry.at(mask).filter(concerned);
    for (const record of found) this.#registry.remove(record);
    return found.length;
  }

  async #deliver(report, record, body) {
    const { receiver, mask } = record;
    try {
      report.results.push(await receiver(body, { name: report.name, replayed: false }));
    } catch (problem) {
      report.errors.push(`${mask}: ${problem.message}`);
    }
  }

  async emit(topic, body) {
    ensureTopic(topic);
    this.#archive.record(body, topic);
    const report = { name: topic, results: [], errors: [] };
    for (const record of this.#registry.forTopic(topic)) {
      const skip = record.once && !this.#registry.remove(record);
      if (!skip) await this.#deliver(report, record, body);
    }
    return report;
  }

  past(mask = '*') {
    return this.#archive.about(mask);
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function mail({ user }) {
  await pause(5);
  return `mail sent to ${user}`;
}

function breakDown() {
  throw new Error('cannot write the log');
}

function subscribe(hub) {
  hub.on('user.*', ({ user }, { name }) => `audit ${name} ${user}`, { priority: 5 });
  hub.once('user.login', ({ user }) => `first login was ${user}`, { priority: 10 });
  hub.on('user.login', mail);
  hub.on('disk.*', breakDown);
}

async function send(hub, topic, body) {
  const { errors, results } = await hub.emit(topic, body);
  const lines = [topic, ...results.map((r) => '  ' + r), ...errors.map((e) => '  failed: ' + e)];
  console.log(lines.join('\n'));
}

async function demo() {
  const hub = new Hub();
  subscribe(hub);
  await send(hub, 'user.login', { user: 'ada' });
  await send(hub, 'user.login', { user: 'bob' });
  await send(hub, 'user.logout', { user: 'ada' });
  await send(hub, 'disk.full', { free: 0 });
  hub.on('user.*', ({ user }, { name }) => console.log(`replay ${name} ${user}`), { replay: 2 });
  console.log('history:', [...hub.past('user')].length, 'removed:', hub.off('user.*'));
}

demo();

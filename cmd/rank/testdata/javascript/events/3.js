'use strict';

// "user.*" stands for one further word, "user.**" for any number of them.
const matcher = (pattern) => {
  const source = pattern
    .split('.')
    .map((word) => (word === '**' ? '.+' : word === '*' ? '[^.]+' : word.replace(/[\\^$+?()[\]{}|]/g, '\\$&')))
    .join('\\.');
  const expression = new RegExp(`^${source}$`);
  return (name) => expression.test(name);
};

const byPriority = (a, b) => b.priority - a.priority || a.id - b.id;

function createEmitter({ remember = 20 } = {}) {
  let listeners = [];
  let history = [];
  let ids = 0;

  const drop = (predicate) => {
    const before = listeners.length;
    listeners = listeners.filter((l) => !predicate(l));
    return before - listeners.length;
  };

  const subscribe = (pattern, handler, { priority = 0, once = false, replay = false } = {}) => {
    if (typeof handler !== 'function') throw new TypeError('a handler has to be a function');
    const listener = { id: ids++, pattern, handler, priority, once, matches: matcher(pattern) };
    const past = replay ? history.filter((event) => listener.matches(event.name)) : [];
    const heard = once ? past.slice(0, 1) : past;
    heard.forEach((event) => handler(event.data, event));
    if (!(once && heard.length > 0)) {
      listeners = [...listeners, listener].sort(byPriority);
    }
    return () => drop((l) => l.id === listener.id) > 0;
  };

  // Takes the listeners of an event, and forgets those that wanted only one.
  const claim = (name, data) => {
    const event = Object.freeze({ name, data, at: history.length ? history[history.length - 1].at + 1 : 0 });
    history = [...history, event].slice(-remember);
    const called = listeners.filter((l) => l.matches(name));
    drop((l) => l.once && called.includes(l));
    return { event, called };
  };

  const attempt = ({ handler, pattern }, event) => {
    try {
      return { pattern, value: handler(event.data, event) };
    } catch (error) {
      return { pattern, error };
    }
  };

  return {
    on: subscribe,
    once: (pattern, handler, options = {}) => subscribe(pattern, handler, { ...options, once: true }),
    off: (pattern, handler) => drop((l) => l.pattern === pattern && (handler === undefined || l.handler === handler)),

    emit(name, data) {
      const { event, called } = claim(name, data);
      return called.map((listener) => attempt(listener, event));
    },

    /** All handlers of one priority run together, the next priority waits for them. */
    async emitAsync(name, data) {
      const { event, called } = claim(name, data);
      const levels = [...new Set(called.map((l) => l.priority))];
      const settle = async (listener) => {
        const { pattern, value, error } = attempt(listener, event);
        return error ? { pattern, error } : Promise.resolve(value).then(
          (v) => ({ pattern, value: v }),
          (e) => ({ pattern, error: e }),
        );
      };
      return levels.reduce(async (before, level) => {
        const done = await before;
        const group = await Promise.all(called.filter((l) => l.priority === level).map(settle));
        return [...done, ...group];
      }, Promise.resolve([]));
    },

    count: (name) => listeners.filter((l) => l.matches(name)).length,
    past: (pattern = '**') => history.filter((event) => matcher(pattern)(event.name)),
  };
}

async function demonstration() {
  const say = (label) => (data) => {
    console.log(`${label}:`, JSON.stringify(data));
    return label;
  };
  const wait = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
  const emitter = createEmitter({ remember: 5 });

  const stop = emitter.on('user.*', say('any user event'));
  emitter.on('user.login', say('login, first'), { priority: 10 });
  emitter.once('user.login', say('login, only once'));
  emitter.on('**', say('audit'), { priority: -10 });

  console.log(emitter.emit('user.login', { name: 'ann' }).length, 'handlers');
  console.log(emitter.emit('user.login', { name: 'bob' }).length, 'handlers');
  console.log('stopped', stop(), 'again', stop());

  emitter.on('job.*', () => wait(20, 'slow'), { priority: 1 });
  emitter.on('job.*', () => wait(5, 'quick'));
  emitter.on('job.*', () => {
    throw new Error('broken handler');
  });
  const results = await emitter.emitAsync('job.start', 7);
  results.forEach(({ pattern, value, error }) => console.log(pattern, error ? `failed: ${error.message}` : value));

  emitter.on('user.**', say('replayed'), { replay: true });
  console.log(emitter.off('job.*'), 'removed;', emitter.past().map((e) => e.name).join(', '));
}

module.exports = { createEmitter };

if (require.main === module) demonstration();

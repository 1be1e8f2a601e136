'use strict';

// every listener is an object in this list
let listeners = [];
// events that were sent, for the replay
let history = [];
let counter = 0;

// does the pattern "user.*" fit to the name "user.login"?
function fits(pattern, name) {
  if (pattern === '*' || pattern === name) {
    return true;
  }
  const a = pattern.split('.');
  const b = name.split('.');
  if (a.length > b.length) {
    return false;
  }
  for (let i = 0; i < a.length; i++) {
    if (a[i] === '*') {
      // a star at the end is good for everything that follows
      if (i === a.length - 1) {
        return true;
      }
    } else if (a[i] !== b[i]) {
      return false;
    }
  }
  return a.length === b.length;
}

function addListener(pattern, handler, priority, once) {
  if (typeof handler !== 'function') {
    throw new TypeError('the handler has to be a function');
  }
  counter = counter + 1;
  const entry = {
    id: counter,
    pattern: pattern,
    handler: handler,
    priority: priority || 0,
    once: once,
  };
  // put it before the first one with a smaller priority
  let place = 0;
  while (place < listeners.length && listeners[place].priority >= entry.priority) {
    place = place + 1;
  }
  listeners.splice(place, 0, entry);
  return entry.id;
}

function on(pattern, handler, priority) {
  return addListener(pattern, handler, priority, false);
}

function once(pattern, handler, priority) {
  return addListener(pattern, handler, priority, true);
}

// off with the id, or with pattern and handler
function off(what, handler) {
  let removed = 0;
  let i = 0;
  while (i < listeners.length) {
    let remove = false;
    if (typeof what === 'number') {
      remove = listeners[i].id === what;
    } else if (listeners[i].pattern === what) {
      if (handler === undefined || listeners[i].handler === handler) {
        remove = true;
      }
    }
    if (remove) {
      listeners.splice(i, 1);
      removed = removed + 1;
    } else {
      i = i + 1;
    }
  }
  return removed;
}

async function emit(name, data) {
  history.push({ name: name, data: data });
  if (history.length > 100) {
    history.shift();
  }
  const results = [];
  // a copy, because handlers may change the list
  const copy = listeners.slice();
  for (let i = 0; i < copy.length; i++) {
    const entry = copy[i];
    if (!fits(entry.pattern, name)) {
      continue;
    }
    if (entry.once) {
      off(entry.id);
    }
    try {
      const value = await entry.handler(data, name);
      results.push({ id: entry.id, ok: true, value: value });
    } catch (error) {
      results.push({ id: entry.id, ok: false, error: error.message });
    }
  }
  return results;
}

async function replay(pattern, handler) {
  let count = 0;
  for (let i = 0; i < history.length; i++) {
    if (fits(pattern, history[i].name)) {
      await handler(history[i].data, history[i].name);
      count = count + 1;
    }
  }
  return count;
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// the demonstration
async function demo() {
  on('user.*', (data, name) => {
    console.log('  log:', name, data);
    return 'logged';
  });
  on('user.login', async (data) => {
    await wait(20);
    console.log('  welcome', data);
    return data.length;
  }, 10);
  once('user.login', () => {
    console.log('  this comes only one time');
  }, 5);
  const bad = on('*', (data) => {
    if (data === 'eve') {
      throw new Error('eve is not allowed');
    }
    return 'checked';
  }, 20);

  const names = ['adam', 'eve'];
  for (let i = 0; i < names.length; i++) {
    console.log('emit user.login', names[i]);
    const results = await emit('user.login', names[i]);
    for (let j = 0; j < results.length; j++) {
      if (results[j].ok) {
        console.log('  result', results[j].id, results[j].value);
      } else {
        console.log('  failed', results[j].id, results[j].error);
      }
    }
  }
  console.log('removed', off(bad));
  console.log('emit user.logout');
  const last = await emit('user.logout', 'adam');
  console.log('  results', last.length);
  console.log('replay');
  const count = await replay('user.login', (data) => console.log('  again', data));
  console.log(count, 'events of', history.length);
}

demo();

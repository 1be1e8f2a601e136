// -- given --
'use strict';

const readline = require('readline');

class UsageError extends Error {}

function parseCommand(line) {
  const words = line.trim().split(/\s+/);
  const name = words.shift();
  const options = {};
  const rest = [];
  for (const word of words) {
    const match = /^--([a-z]+)(?:=(.*))?$/.exec(word);
    if (match) {
      options[match[1]] = match[2] === undefined ? true : match[2];
    } else {
      rest.push(word);
    }
  }
  return { name, options, rest };
}

function main(createStore) {
  const store = createStore();
  const input = readline.createInterface({ input: process.stdin });
  input.on('line', (line) => {
    if (!line.trim()) return;
    try {
      const reply = store.run(parseCommand(line));
      if (reply !== undefined) console.log(reply);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      console.log('usage: ' + error.message);
    }
  });
}
// -- own --

// all todos, the next number and the copies for undo
let items = [];
let nextId = 1;
let past = [];

function remember() {
  past.push(JSON.stringify({ items: items, nextId: nextId }));
}

function findItem(text) {
  for (let i = 0; i < items.length; i++) {
    if (items[i].id === Number(text)) {
      return i;
    }
  }
  throw new UsageError('there is no todo ' + text);
}

function showItem(item) {
  let text = item.id + '. ';
  if (item.done) {
    text = text + '[x] ';
  } else {
    text = text + '[ ] ';
  }
  text = text + item.title;
  for (let i = 0; i < item.tags.length; i++) {
    text = text + ' #' + item.tags[i];
  }
  if (item.due !== '') {
    text = text + ' (due ' + item.due + ')';
  }
  return text;
}

function checkDate(text) {
  if (typeof text !== 'string' || !/^\d\d\d\d-\d\d-\d\d$/.test(text)) {
    throw new UsageError('--due=YYYY-MM-DD');
  }
}

function run(command) {
  const options = command.options;
  const rest = command.rest;
  if (command.name === 'add') {
    if (rest.length === 0) {
      throw new UsageError('add TITLE [--tags=a,b] [--due=YYYY-MM-DD]');
    }
    const item = { id: nextId, title: rest.join(' '), tags: [], due: '', done: false };
    if (typeof options.tags === 'string') {
      item.tags = options.tags.split(',');
    }
    if (options.due !== undefined) {
      checkDate(options.due);
      item.due = options.due;
    }
    remember();
    items.push(item);
    nextId = nextId + 1;
    return 'added ' + item.id;
  } else if (command.name === 'done') {
    const place = findItem(rest[0]);
    remember();
    items[place].done = true;
    return showItem(items[place]);
  } else if (command.name === 'edit') {
    const place = findItem(rest[0]);
    if (options.due !== undefined) {
      checkDate(options.due);
    }
    remember();
    if (rest.length > 1) {
      items[place].title = rest.slice(1).join(' ');
    }
    if (typeof options.tags === 'string') {
      items[place].tags = options.tags.split(',');
    }
    if (options.due !== undefined) {
      items[place].due = options.due;
    }
    return showItem(items[place]);
  } else if (command.name === 'remove') {
    const place = findItem(rest[0]);
    remember();
    items.splice(place, 1);
    return 'removed ' + rest[0];
  } else if (command.name === 'undo') {
    if (past.length === 0) {
      return 'nothing to undo';
    }
    const before = JSON.parse(past.pop());
    items = before.items;
    nextId = before.nextId;
    return 'undone';
  } else if (command.name === 'list') {
    const found = [];
    for (let i = 0; i < items.length; i++) {
      // leave out what does not fit to the filters
      if (options.open && items[i].done) {
        continue;
      }
      if (options.done && !items[i].done) {
        continue;
      }
      if (options.tag !== undefined && !items[i].tags.includes(options.tag)) {
        continue;
      }
      found.push(items[i]);
    }
    if (options.sort === 'title') {
      found.sort((a, b) => a.title.localeCompare(b.title));
    } else if (options.sort === 'due') {
      // todos without date go to the end
      found.sort((a, b) => (a.due || '9999').localeCompare(b.due || '9999'));
    } else if (options.sort !== undefined && options.sort !== 'id') {
      throw new UsageError('list --sort=id|title|due');
    }
    if (found.length === 0) {
      return 'nothing found';
    }
    let text = '';
    for (let i = 0; i < found.length; i++) {
      if (i > 0) {
        text = text + '\n';
      }
      text = text + showItem(found[i]);
    }
    return text;
  } else if (command.name === 'stats') {
    let done = 0;
    const tags = {};
    for (let i = 0; i < items.length; i++) {
      if (items[i].done) {
        done = done + 1;
      }
      for (let j = 0; j < items[i].tags.length; j++) {
        const tag = items[i].tags[j];
        if (tags[tag] === undefined) {
          tags[tag] = 0;
        }
        tags[tag] = tags[tag] + 1;
      }
    }
    let text = items.length + ' todos, ' + done + ' done, ' + (items.length - done) + ' open';
    for (const tag of Object.keys(tags).sort()) {
      text = text + '\n#' + tag + ' ' + tags[tag];
    }
    return text;
  } else {
    throw new UsageError('add, done, list, edit, remove, undo or stats');
  }
}

function createStore() {
  return { run: run };
}

main(createStore);

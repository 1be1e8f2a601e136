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

const PRIORITIES = new Map([['low', 1], ['normal', 2], ['high', 3]]);
const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const UNDO_LIMIT = 50;

const COMPARATORS = {
  id: (a, b) => a.id - b.id,
  due: (a, b) => (a.due || '9999').localeCompare(b.due || '9999') || a.id - b.id,
  text: (a, b) => a.text.localeCompare(b.text) || a.id - b.id,
  priority: (a, b) => PRIORITIES.get(b.priority) - PRIORITIES.get(a.priority) || a.id - b.id,
};

const FILTERS = {
  tag: (value) => (item) => item.tags.includes(value),
  done: () => (item) => item.done,
  open: () => (item) => !item.done,
  before: (value) => (item) => item.due !== null && item.due < value,
  text: (value) => (item) => item.text.toLowerCase().includes(String(value).toLowerCase()),
};

// Every option is checked and converted by its entry before a command sees it.
const OPTION_READERS = {
  tags(value) {
    if (value === true || value === '') throw new UsageError('--tags=one,two');
    return value.split(',').filter(Boolean);
  },
  due(value) {
    if (!DATE_PATTERN.test(value) || Number.isNaN(Date.parse(value))) {
      throw new UsageError(`--due=YYYY-MM-DD, not ${value}`);
    }
    return value;
  },
  priority(value) {
    if (!PRIORITIES.has(value)) {
      throw new UsageError(`--priority=${[...PRIORITIES.keys()].join('|')}`);
    }
    return value;
  },
};

function readOptions(options) {
  const fields = {};
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTION_READERS, name)) throw new UsageError(`unknown option --${name}`);
    fields[name] = OPTION_READERS[name](value);
  }
  return fields;
}

function describe(item) {
  const parts = [String(item.id).padStart(3), item.done ? '[x]' : '[ ]', item.text];
  if (item.priority !== 'normal') parts.push(`(${item.priority})`);
  if (item.due) parts.push(`due ${item.due}`);
  for (const tag of item.tags) parts.push('#' + tag);
  return parts.join(' ');
}

function createStore() {
  let items = new Map();
  let nextId = 1;
  const history = [];

  function find(word) {
    const item = items.get(Number(word));
    if (!item) throw new UsageError(`no item ${word}`);
    return item;
  }

  function remember(label) {
    const copy = new Map();
    for (const [id, item] of items) copy.set(id, { ...item, tags: [...item.tags] });
    history.push({ label, items: copy, nextId });
    if (history.length > UNDO_LIMIT) history.shift();
  }

  const commands = {
    add: { least: 1, changes: true, usage: 'add TEXT... [--tags=] [--due=] [--priority=]' , run(rest, options) {
      const fields = readOptions(options);
      const item = { id: nextId, text: rest.join(' '), done: false, due: null, tags: [], priority: 'normal', ...fields };
      items.set(nextId, item);
      nextId += 1;
      return describe(item);
    } },
    done: { least: 1, changes: true, usage: 'done ID...', run(rest) {
      const found = rest.map(find);
      for (const item of found) item.done = true;
      return `${found.length} done`;
    } },
    edit: { least: 1, changes: true, usage: 'edit ID [TEXT...] [options]', run([id, ...words], options) {
      const item = find(id);
      Object.assign(item, readOptions(options));
      if (words.length > 0) item.text = words.join(' ');
      return describe(item);
    } },
    remove: { least: 1, changes: true, usage: 'remove ID...', run(rest) {
      const found = rest.map(find);
      for (const item of found) items.delete(item.id);
      return `${found.length} removed`;
    } },
    list: { least: 0, changes: false, usage: 'list [--sort=KEY] [filters]', run(rest, { sort = 'id', ...filters }) {
      if (!Object.hasOwn(COMPARATORS, sort)) {
        throw new UsageError(`--sort=${Object.keys(COMPARATORS).join('|')}`);
      }
      const tests = Object.entries(filters).map(([name, value]) => {
        if (!Object.hasOwn(FILTERS, name)) throw new UsageError(`unknown filter --${name}`);
        return FILTERS[name](value);
      });
      const chosen = [...items.values()].filter((item) => tests.every((test) => test(item)));
      return chosen.sort(COMPARATORS[sort]).map(describe).join('\n') || 'nothing to show';
    } },
    undo: { least: 0, changes: false, usage: 'undo', run() {
      const last = history.pop();
      if (!last) throw new UsageError('nothing to undo');
      ({ items, nextId } = last);
      return `undid ${last.label}`;
    } },
    stats: { least: 0, changes: false, usage: 'stats', run() {
      const perTag = new Map();
      let done = 0;
      for (const item of items.values()) {
        if (item.done) done += 1;
        for (const tag of item.tags) perTag.set(tag, (perTag.get(tag) || 0) + 1);
      }
      const lines = [`${items.size} items, ${done} done, ${items.size - done} open`];
      for (const [tag, count] of [...perTag].sort((a, b) => b[1] - a[1])) lines.push(`  #${tag}: ${count}`);
      return lines.join('\n');
    } },
  };

  return {
    run({ name, options, rest }) {
      if (!Object.hasOwn(commands, name)) {
        throw new UsageError(`one of ${Object.keys(commands).join(', ')}`);
      }
      const command = commands[name];
      if (rest.length < command.least) throw new UsageError(command.usage);
      if (command.changes) remember(name);
      try {
        return command.run(rest, options);
      } catch (error) {
        if (command.changes) history.pop();
        throw error;
      }
    },
  };
}

main(createStore);

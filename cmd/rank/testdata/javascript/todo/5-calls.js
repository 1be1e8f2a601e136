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

const RANKS = new Map([['low', 1], ['normal', 2], ['high', 3]]);
const KEEP = 50;

const thenById = (difference, one, two) => difference || one.id - two.id;
const dueKey = (entry) => entry.due || '9999';

const SORTERS = {
  id: (one, two) => one.id - two.id,
  due: (one, two) => thenById(dueKey(one).localeCompare(dueKey(two)), one, two),
  text: (one, two) => thenById(one.text.localeCompare(two.text), one, two),
  priority: (one, two) => thenById(RANKS.get(two.priority) - RANKS.get(one.priority), one, two),
};

const contains = (needle, text) => text.toLowerCase().includes(String(needle).toLowerCase());

const PREDICATES = {
  tag: (entry, v) => entry.tags.includes(v),
  done: (entry) => entry.done,
  open: (entry) => !entry.done,
  before: (entry, v) => entry.due !== null && entry.due < v,
  text: (entry, v) => contains(v, entry.text),
};

function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function demand(condition, message) {
  if (!condition) throw new UsageError(message);
}

function known(table, name, message) {
  demand(Object.hasOwn(table, name), message);
  return table[name];
}

const PARSERS = {
  tags(text) {
    demand(text !== true && text !== '', '--tags=one,two');
    return text.split(',').filter(Boolean);
  },
  due(text) {
    demand(isDay(text), `--due=YYYY-MM-DD, not ${text}`);
    return text;
  },
  priority(text) {
    demand(RANKS.has(text), `--priority=${[...RANKS.keys()].join('|')}`);
    return text;
  },
};

function applyOptions(given, entry) {
  const parsed = {};
  for (const [option, text] of Object.entries(given)) {
    parsed[option] = known(PARSERS, option, `unknown option --${option}`)(text);
  }
  return Object.assign(entry, parsed);
}

function suffixes(entry) {
  const list = [];
  if (entry.priority !== 'normal') list.push(`(${entry.priority})`);
  if (entry.due) list.push(`due ${entry.due}`);
  return list.concat(entry.tags.map((tag) => '#' + tag));
}

function lineOf(entry) {
  const box = entry.done ? '[x]' : '[ ]';
  return [String(entry.id).padStart(3), box, entry.text, ...suffixes(entry)].join(' ');
}

function cloneAll(entries) {
  const clones = new Map();
  for (const [id, entry] of entries) clones.set(id, { ...entry, tags: [...entry.tags] });
  return clones;
}

function tagCounts(entries) {
  const counts = new Map();
  for (const { tags } of entries.values()) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) || 0) + 1);
  }
  return [...counts].sort((one, two) => two[1] - one[1]);
}

function chosenBy(filters, entries) {
  const checks = Object.entries(filters).map(([kind, wanted]) => {
    const predicate = known(PREDICATES, kind, `unknown filter --${kind}`);
    return (entry) => predicate(entry, wanted);
  });
  return [...entries.values()].filter((entry) => checks.every((check) => check(entry)));
}

class Store {
  constructor() {
    this.state = { entries: new Map(), next: 1 };
    this.undoable = [];
  }

  get(word) {
    const entry = this.state.entries.get(Number(word));
    demand(entry, `no item ${word}`);
    return entry;
  }

  getAll(words) {
    return words.map((word) => this.get(word));
  }

  add(options, words) {
    const { state } = this;
    const blank = { id: state.next, text: words.join(' '), done: false, due: null, tags: [], priority: 'normal' };
    const entry = applyOptions(options, blank);
    state.entries.set(state.next, entry);
    state.next += 1;
    return lineOf(entry);
  }

  done(options, words) {
    const entries = this.getAll(words);
    for (const entry of entries) entry.done = true;
    return `${entries.length} done`;
  }

  edit(options, words) {
    const entry = applyOptions(options, this.get(words[0]));
    if (words.length > 1) entry.text = words.slice(1).join(' ');
    return lineOf(entry);
  }

  remove(options, words) {
    const entries = this.getAll(words);
    for (const entry of entries) this.state.entries.delete(entry.id);
    return `${entries.length} removed`;
  }

  list(options) {
    const { sort = 'id', ...filters } = options;
    const sorter = known(SORTERS, sort, `--sort=${Object.keys(SORTERS).join('|')}`);
    const chosen = chosenBy(filters, this.state.entries);
    return chosen.sort(sorter).map(lineOf).join('\n') || 'nothing to show';
  }

  undo() {
    demand(this.undoable.length > 0, 'nothing to undo');
    const { state, label } = this.undoable.pop();
    this.state = state;
    return `undid ${label}`;
  }

  stats() {
    const { entries } = this.state;
    const finished = [...entries.values()].filter((entry) => entry.done).length;
    const head = `${entries.size} items, ${finished} done, ${entries.size - finished} open`;
    return [head, ...tagCounts(entries).map(([tag, n]) => `  #${tag}: ${n}`)].join('\n');
  }

  guarded(action, label) {
    const { entries, next } = this.state;
    this.undoable.push({ label, state: { entries: cloneAll(entries), next } });
    if (this.undoable.length > KEEP) this.undoable.shift();
    try {
      return action();
    } catch (problem) {
      this.undoable.pop();
      throw problem;
    }
  }
}

const TABLE = {
  add: ['add TEXT... [--tags=] [--due=] [--priority=]', 1, true],
  done: ['done ID...', 1, true],
  edit: ['edit ID [TEXT...] [options]', 1, true],
  remove: ['remove ID...', 1, true],
  list: ['list [--sort=KEY] [filters]', 0, false],
  undo: ['undo', 0, false],
  stats: ['stats', 0, false],
};

function createStore() {
  const store = new Store();
  const run = ({ rest, name, options }) => {
    const [usage, least, writes] = known(TABLE, name, `one of ${Object.keys(TABLE).join(', ')}`);
    demand(rest.length >= least, usage);
    const action = () => store[name](options, rest);
    return writes ? store.guarded(action, name) : action();
  };
  return { run };
}

main(createStore);

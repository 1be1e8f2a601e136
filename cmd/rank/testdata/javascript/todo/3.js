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

const today = () => new Date().toISOString().slice(0, 10);

const demand = (condition, message) => {
  if (!condition) throw new UsageError(message);
};

const tagsOf = (text) => (typeof text === 'string' ? [...new Set(text.split(',').filter(Boolean))].sort() : []);

const dueOf = (text) => {
  demand(text === undefined || /^\d{4}-\d\d-\d\d$/.test(text), '--due=YYYY-MM-DD');
  return text;
};

// A state is { next, items } and is never modified.
const replace = (state, id, change) => ({
  ...state,
  items: state.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
});

const find = (state, text) => {
  const item = state.items.find((candidate) => candidate.id === Number(text));
  demand(item !== undefined, `there is no item ${text}`);
  return item;
};

const orders = {
  id: (a, b) => a.id - b.id,
  due: (a, b) => (a.due || '9999').localeCompare(b.due || '9999') || a.id - b.id,
  text: (a, b) => a.text.localeCompare(b.text),
};

const show = (item) =>
  [
    String(item.id).padStart(3),
    item.done ? '[x]' : '[ ]',
    item.text,
    item.due ? `(due ${item.due})` : '',
    ...item.tags.map((tag) => `#${tag}`),
  ].filter(Boolean).join(' ');

const filters = {
  tag: (wanted) => (item) => item.tags.includes(wanted),
  done: () => (item) => item.done,
  open: () => (item) => !item.done,
  overdue: () => (item) => !item.done && item.due !== undefined && item.due < today(),
  before: (day) => (item) => item.due !== undefined && item.due < day,
};

// Commands that lead to another state.
const changes = {
  add(state, { options, rest }) {
    demand(rest.length > 0, 'add TEXT [--tags=a,b] [--due=YYYY-MM-DD]');
    const item = {
      id: state.next, text: rest.join(' '), tags: tagsOf(options.tags), due: dueOf(options.due), done: false,
    };
    return { next: state.next + 1, items: [...state.items, item] };
  },
  done: (state, { rest }) => rest.reduce((s, id) => replace(s, find(s, id).id, { done: true }), state),
  edit(state, { options, rest: [id, ...words] }) {
    const old = find(state, id);
    return replace(state, old.id, {
      text: words.length ? words.join(' ') : old.text,
      tags: 'tags' in options ? tagsOf(options.tags) : old.tags,
      due: 'due' in options ? dueOf(options.due) : old.due,
    });
  },
  remove(state, { rest }) {
    const gone = rest.map((id) => find(state, id));
    return { ...state, items: state.items.filter((item) => !gone.includes(item)) };
  },
};

const questions = {
  list(state, { options }) {
    const order = orders[options.sort || 'id'];
    demand(order !== undefined, `--sort=${Object.keys(orders).join('|')}`);
    const tests = Object.keys(options).filter((name) => name in filters).map((name) => filters[name](options[name]));
    const shown = state.items.filter((item) => tests.every((test) => test(item))).sort(order);
    return shown.length ? shown.map(show).join('\n') : 'nothing to show';
  },
  stats(state) {
    const done = state.items.filter((item) => item.done).length;
    const tags = state.items.flatMap((item) => item.tags)
      .reduce((counts, tag) => ({ ...counts, [tag]: (counts[tag] || 0) + 1 }), {});
    const perTag = Object.keys(tags).sort().map((tag) => `  #${tag} ${tags[tag]}`);
    return [`${state.items.length} items, ${done} done, ${state.items.length - done} open`, ...perTag].join('\n');
  },
};

function createStore() {
  let states = [{ next: 1, items: [] }];

  return {
    run(command) {
      const [now] = states;
      if (command.name === 'undo') {
        demand(states.length > 1, 'nothing to undo');
        states = states.slice(1);
        return 'undone';
      }
      if (Object.hasOwn(questions, command.name)) return questions[command.name](now, command);
      demand(Object.hasOwn(changes, command.name), [...Object.keys(changes), ...Object.keys(questions), 'undo'].join(' '));
      states = [changes[command.name](now, command), ...states];
      return undefined;
    },
  };
}

main(createStore);

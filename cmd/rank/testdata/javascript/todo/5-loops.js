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

const LEVELS = new Map([['low', 1], ['normal', 2], ['high', 3]]);
const DAY_FORMAT = /^\d{4}-\d{2}-\d{2}$/;
const MAX_UNDO = 50;

function compareBy(key) {
  switch (key) {
    case 'id':
      return (x, y) => x.id - y.id;
    case 'due':
      return (x, y) => {
        const order = (x.due || '9999').localeCompare(y.due || '9999');
        if (order === 0) return x.id - y.id;
        return order;
      };
    case 'text':
      return (x, y) => {
        const order = x.text.localeCompare(y.text);
        return order !== 0 ? order : x.id - y.id;
      };
    case 'priority':
      return (x, y) => {
        const order = LEVELS.get(y.priority) - LEVELS.get(x.priority);
        if (order === 0) return x.id - y.id;
        return order;
      };
    default:
      return null;
  }
}

function makeTest(kind, wanted) {
  if (kind === 'tag') return (task) => task.tags.indexOf(wanted) >= 0;
  if (kind === 'done') return (task) => task.done;
  if (kind === 'open') return (task) => (task.done ? false : true);
  if (kind === 'before') return (task) => !(task.due === null || task.due >= wanted);
  if (kind === 'text') {
    return (task) => task.text.toLowerCase().indexOf(String(wanted).toLowerCase()) !== -1;
  }
  return null;
}

function convert(kind, given) {
  switch (kind) {
    case 'tags': {
      if (given !== true && given !== '') {
        const tags = [];
        const pieces = given.split(',');
        let i = 0;
        while (i < pieces.length) {
          if (pieces[i]) tags.push(pieces[i]);
          i++;
        }
        return tags;
      }
      throw new UsageError('--tags=one,two');
    }
    case 'due':
      if (DAY_FORMAT.test(given) && !Number.isNaN(Date.parse(given))) return given;
      throw new UsageError(`--due=YYYY-MM-DD, not ${given}`);
    case 'priority':
      if (LEVELS.has(given)) return given;
      throw new UsageError(`--priority=${[...LEVELS.keys()].join('|')}`);
    default:
      throw new UsageError(`unknown option --${kind}`);
  }
}

function readFields(given) {
  return Object.entries(given).reduce((result, [kind, text]) => {
    result[kind] = convert(kind, text);
    return result;
  }, {});
}

function showTask(task) {
  let line = `${String(task.id).padStart(3)} ${task.done ? '[x]' : '[ ]'} ${task.text}`;
  line += task.priority === 'normal' ? '' : ` (${task.priority})`;
  line += task.due ? ` due ${task.due}` : '';
  task.tags.forEach((tag) => {
    line += ` #${tag}`;
  });
  return line;
}

const NAMES = ['add', 'done', 'edit', 'remove', 'list', 'undo', 'stats'];
const ONE_WORD = ['add', 'done', 'edit', 'remove'];

function usageOf(name) {
  switch (name) {
    case 'add': return 'add TEXT... [--tags=] [--due=] [--priority=]';
    case 'done': return 'done ID...';
    case 'edit': return 'edit ID [TEXT...] [options]';
    case 'remove': return 'remove ID...';
    default: return name;
  }
}

function createStore() {
  let tasks = new Map();
  let counter = 1;
  const past = [];

  const byId = (text) => {
    const task = tasks.get(Number(text));
    if (task) return task;
    throw new UsageError(`no item ${text}`);
  };

  const save = (label) => {
    const copies = new Map();
    tasks.forEach((task, id) => copies.set(id, { ...task, tags: task.tags.slice() }));
    past.push({ label, copies, counter });
    while (past.length > MAX_UNDO) past.shift();
  };

  function listTasks(given) {
    const key = given.sort === undefined ? 'id' : given.sort;
    const order = compareBy(key);
    if (order === null) throw new UsageError('--sort=id|due|text|priority');
    const tests = [];
    for (const kind in given) {
      if (kind === 'sort') continue;
      const test = makeTest(kind, given[kind]);
      if (test === null) throw new UsageError(`unknown filter --${kind}`);
      tests.push(test);
    }
    const chosen = [];
    for (const task of tasks.values()) {
      let wanted = true;
      for (let i = 0; wanted && i < tests.length; i++) {
        if (!tests[i](task)) wanted = false;
      }
      if (wanted) chosen.push(task);
    }
    if (chosen.length === 0) return 'nothing to show';
    chosen.sort(order);
    let text = showTask(chosen[0]);
    for (let i = 1; i < chosen.length; i++) text += '\n' + showTask(chosen[i]);
    return text;
  }

  function statistics() {
    const tally = new Map();
    let finished = 0;
    tasks.forEach((task) => {
      finished += task.done ? 1 : 0;
      let i = 0;
      while (i < task.tags.length) {
        const old = tally.get(task.tags[i]);
        tally.set(task.tags[i], old === undefined ? 1 : old + 1);
        i++;
      }
    });
    let text = `${tasks.size} items, ${finished} done, ${tasks.size - finished} open`;
    [...tally].sort((x, y) => y[1] - x[1]).forEach(([tag, n]) => {
      text += `\n  #${tag}: ${n}`;
    });
    return text;
  }

  function perform(name, words, given) {
    if (name === 'add') {
      const fields = readFields(given);
      const task = { id: counter, text: words.join(' '), done: false, due: null, tags: [], priority: 'normal', ...fields };
      tasks.set(counter++, task);
      return showTask(task);
    } else if (name === 'done') {
      const found = [];
      for (let i = 0; i < words.length; i++) found.push(byId(words[i]));
      found.forEach((task) => { task.done = true; });
      return `${found.length} done`;
    } else if (name === 'edit') {
      const task = byId(words[0]);
      Object.assign(task, readFields(given));
      task.text = words.length < 2 ? task.text : words.slice(1).join(' ');
      return showTask(task);
    } else if (name === 'remove') {
      const found = [];
      for (const word of words) found.push(byId(word));
      let i = found.length;
      while (i-- > 0) tasks.delete(found[i].id);
      return `${found.length} removed`;
    } else if (name === 'list') {
      return listTasks(given);
    } else if (name === 'undo') {
      if (past.length > 0) {
        const last = past.pop();
        tasks = last.copies;
        counter = last.counter;
        return `undid ${last.label}`;
      }
      throw new UsageError('nothing to undo');
    }
    return statistics();
  }

  return {
    run(command) {
      const { name, options, rest } = command;
      if (NAMES.indexOf(name) < 0) throw new UsageError(`one of ${NAMES.join(', ')}`);
      const changing = ONE_WORD.includes(name);
      if (changing && rest.length === 0) throw new UsageError(usageOf(name));
      if (!changing) return perform(name, rest, options);
      save(name);
      let finished = false;
      try {
        const reply = perform(name, rest, options);
        finished = true;
        return reply;
      } finally {
        if (!finished) past.pop();
      }
    },
  };
}

main(createStore);

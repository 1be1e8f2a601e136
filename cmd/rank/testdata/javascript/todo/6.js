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

const OPEN = 1;
const DONE = 2;
const GONE = 4;

function parseDue(text) {
  if (text === undefined) return 0;
  const m = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!m) throw new UsageError('--due=YYYY-MM-DD');
  return Number(m[1] + m[2] + m[3]);
}

function formatDue(due) {
  if (due === 0) return '          ';
  const s = String(due);
  return s.slice(0, 4) + '-' + s.slice(4, 6) + '-' + s.slice(6);
}

function createStore() {
  // Task number i (counted from 1) is at index i of each array.
  const text = [''];
  const due = [0];
  const tags = [0];
  const state = [0];
  // tags are bits, so a store knows at most 31 of them
  const tagNames = [];
  // undo log: [task, text, due, tags, state] before a change
  const log = [];

  function tagBits(names, create) {
    let bits = 0;
    for (const name of String(names).split(',')) {
      let i = tagNames.indexOf(name);
      if (i < 0) {
        if (!create) throw new UsageError('no tag ' + name);
        if (tagNames.length === 31) throw new UsageError('at most 31 tags');
        i = tagNames.length;
        tagNames.push(name);
      }
      bits |= 1 << i;
    }
    return bits;
  }

  function tagList(bits) {
    const out = [];
    for (let i = 0; bits >>> i; i++) {
      if ((bits >>> i) & 1) out.push('#' + tagNames[i]);
    }
    return out.join(' ');
  }

  function remember(i) {
    log.push([i, text[i], due[i], tags[i], state[i]]);
  }

  function number(rest) {
    const i = Number(rest[0]);
    if (!Number.isInteger(i) || i < 1 || i >= text.length || state[i] === GONE) {
      throw new UsageError('number of a task expected');
    }
    return i;
  }

  function change(i, options, words) {
    const bits = options.tag ? tagBits(options.tag, true) : tags[i];
    const day = options.due ? parseDue(options.due) : due[i];
    remember(i);
    if (words.length > 0) text[i] = words.join(' ');
    tags[i] = bits;
    due[i] = day;
  }

  function list(options) {
    let mask = OPEN;
    if (options.all) mask = OPEN | DONE;
    else if (options.done) mask = DONE;
    const need = options.tag ? tagBits(options.tag, false) : 0;
    const before = options.before ? parseDue(options.before) : 0;
    const picked = [];
    for (let i = 1; i < text.length; i++) {
      if (!(state[i] & mask)) continue;
      if ((tags[i] & need) !== need) continue;
      if (before && (due[i] === 0 || due[i] >= before)) continue;
      picked.push(i);
    }
    if (options.sort === 'due') {
      picked.sort((a, b) => (due[a] || 99999999) - (due[b] || 99999999) || a - b);
    } else if (options.sort === 'text') {
      picked.sort((a, b) => (text[a] < text[b] ? -1 : text[a] > text[b] ? 1 : a - b));
    } else if (options.sort) {
      throw new UsageError('--sort=due or --sort=text');
    }
    if (picked.length === 0) return 'nothing';
    return picked
      .map((i) => {
        const mark = state[i] === DONE ? 'x' : ' ';
        return `${String(i).padStart(3)} [${mark}] ${formatDue(due[i])} ${text[i]} ${tagList(tags[i])}`.trimEnd();
      })
      .join('\n');
  }

  function undo() {
    if (log.length === 0) throw new UsageError('nothing to undo');
    const [i, oldText, oldDue, oldTags, oldState] = log.pop();
    text[i] = oldText;
    due[i] = oldDue;
    tags[i] = oldTags;
    state[i] = oldState;
    return 'undone: task ' + i;
  }

  function statistics() {
    let open = 0;
    let done = 0;
    const perTag = new Array(tagNames.length).fill(0);
    for (let i = 1; i < text.length; i++) {
      if (state[i] === GONE) continue;
      if (state[i] === DONE) done++;
      else open++;
      for (let t = 0; t < perTag.length; t++) perTag[t] += (tags[i] >>> t) & 1;
    }
    const lines = [`${open} open, ${done} done`];
    tagNames.forEach((name, t) => lines.push(`  #${name} ${perTag[t]}`));
    return lines.join('\n');
  }

  function run({ name, options, rest }) {
    let i;
    switch (name) {
      case 'add':
        if (rest.length === 0) throw new UsageError('add TEXT [--tag=a,b] [--due=DATE]');
        i = text.length;
        text.push('');
        due.push(0);
        tags.push(0);
        state.push(GONE);
        try {
          change(i, options, rest);
        } catch (error) {
          text.length = due.length = tags.length = state.length = i;
          throw error;
        }
        state[i] = OPEN;
        return 'task ' + i;
      case 'edit':
        change(number(rest), options, rest.slice(1));
        return undefined;
      case 'done':
      case 'remove':
        i = number(rest);
        remember(i);
        state[i] = name === 'done' ? DONE : GONE;
        return undefined;
      case 'list':
        return list(options);
      case 'undo':
        return undo();
      case 'stats':
        return statistics();
      default:
        throw new UsageError('add, edit, done, remove, list, undo, stats');
    }
  }

  return { run };
}

main(createStore);

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

const KEYS = ['id', 'due', 'text'];

function createStore() {
  let list = [];
  let next = 1;
  const old = [];

  function save() {
    old.push([next, JSON.stringify(list)]);
    if (old.length > 50) old.shift();
  }

  function at(s) {
    for (let i = 0; i < list.length; i++) {
      if (list[i].id === Number(s)) return i;
    }
    throw new UsageError('no task ' + s);
  }

  function due(s) {
    if (typeof s !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(s)) throw new UsageError('--due=YYYY-MM-DD');
    return s;
  }

  function tags(s) {
    if (typeof s !== 'string') throw new UsageError('--tags=a,b');
    return s.split(',').filter((t) => t !== '');
  }

  function set(t, o) {
    if (o.due !== undefined) t.due = due(o.due);
    if (o.tags !== undefined) t.tags = tags(o.tags);
  }

  function show(t) {
    let s = String(t.id).padStart(3) + (t.done ? ' [x] ' : ' [ ] ') + t.text;
    if (t.due) s += ' (' + t.due + ')';
    for (let i = 0; i < t.tags.length; i++) s += ' #' + t.tags[i];
    return s;
  }

  function select(o) {
    const key = o.sort === undefined ? 'id' : o.sort;
    if (KEYS.indexOf(key) < 0) throw new UsageError('--sort=' + KEYS.join('|'));
    const r = [];
    for (let i = 0; i < list.length; i++) {
      const t = list[i];
      if (o.open && t.done) continue;
      if (o.done && !t.done) continue;
      if (o.tag && t.tags.indexOf(o.tag) < 0) continue;
      if (o.before && !(t.due && t.due < due(o.before))) continue;
      if (o.text && t.text.indexOf(o.text) < 0) continue;
      // insertion keeps equal ones in order; tasks without a date come last
      let j = r.length;
      for (; j > 0 && less(t, r[j - 1], key); j--) r[j] = r[j - 1];
      r[j] = t;
    }
    return o.reverse ? r.reverse() : r;
  }

  function less(a, b, key) {
    if (key === 'due') return (a.due || '9') < (b.due || '9');
    return a[key] < b[key];
  }

  function stats() {
    const cnt = {};
    let done = 0;
    for (let i = 0; i < list.length; i++) {
      if (list[i].done) done++;
      for (const g of list[i].tags) cnt[g] = (cnt[g] || 0) + 1;
    }
    let s = list.length + ' tasks, ' + done + ' done';
    if (list.length > 0) s += ' (' + Math.round((100 * done) / list.length) + '%)';
    const names = Object.keys(cnt).sort();
    for (let i = 0; i < names.length; i++) s += '\n#' + names[i] + ' ' + cnt[names[i]];
    return s;
  }

  function run({ name, options: o, rest: w }) {
    let t, i;
    switch (name) {
      case 'add':
        if (w.length === 0) throw new UsageError('add TEXT [--due=] [--tags=]');
        t = { id: next, text: w.join(' '), due: '', tags: [], done: false };
        set(t, o);
        save();
        next++;
        list.push(t);
        return show(t);
      case 'done':
        i = at(w[0]);
        save();
        list[i].done = !o.not;
        return show(list[i]);
      case 'edit':
        i = at(w[0]);
        t = Object.assign({}, list[i]);
        if (w.length > 1) t.text = w.slice(1).join(' ');
        set(t, o);
        save();
        list[i] = t;
        return show(t);
      case 'remove':
        i = at(w[0]);
        save();
        list.splice(i, 1);
        return undefined;
      case 'undo':
        if (old.length === 0) return 'nothing to undo';
        t = old.pop();
        next = t[0];
        list = JSON.parse(t[1]);
        return undefined;
      case 'list':
        return select(o).map(show).join('\n') || '(none)';
      case 'stats':
        return stats();
      default:
        throw new UsageError('add | done | list | edit | remove | undo | stats');
    }
  }

  return { run };
}

main(createStore);

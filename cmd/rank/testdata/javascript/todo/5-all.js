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

// A notebook of chores. Nothing but class Notebook knows how they are kept.

const STEPS_BACK = 50;
const weightOf = (name) => ['low', 'normal', 'high'].indexOf(name);

function fail(text) {
  throw new UsageError(text);
}

function orderOf(criterion) {
  const tie = (p, q, d) => (d === 0 ? p.id - q.id : d);
  switch (criterion) {
    case 'priority': return (p, q) => tie(p, q, weightOf(q.level) - weightOf(p.level));
    case 'text': return (p, q) => tie(p, q, p.title.localeCompare(q.title));
    case 'due': return (p, q) => tie(p, q, (p.until || '9999').localeCompare(q.until || '9999'));
    case 'id': return (p, q) => tie(p, q, 0);
    default: return fail('--sort=id|due|text|priority');
  }
}

function passes(chore, criteria) {
  let index = 0;
  let good = true;
  while (good && index < criteria.length) {
    const [what, operand] = criteria[index++];
    if (what === 'open') good = !chore.finished;
    else if (what === 'done') good = chore.finished;
    else if (what === 'tag') good = chore.labels.indexOf(operand) > -1;
    else if (what === 'text') good = chore.title.toLowerCase().indexOf(String(operand).toLowerCase()) > -1;
    else good = chore.until !== null && operand > chore.until;
  }
  return good;
}

function change(chore, flags) {
  const pending = [];
  Object.keys(flags).forEach((flag) => {
    const raw = flags[flag];
    if (flag === 'priority') {
      if (weightOf(raw) < 0) fail('--priority=low|normal|high');
      pending.push(['level', raw]);
    } else if (flag === 'due') {
      const valid = /^\d{4}-\d{2}-\d{2}$/.test(raw) && !isNaN(Date.parse(raw));
      if (!valid) fail(`--due=YYYY-MM-DD, not ${raw}`);
      pending.push(['until', raw]);
    } else if (flag === 'tags') {
      if (raw === '' || raw === true) fail('--tags=one,two');
      pending.push(['labels', raw.split(',').filter((label) => label !== '')]);
    } else {
      fail(`unknown option --${flag}`);
    }
  });
  while (pending.length > 0) {
    const [member, content] = pending.shift();
    chore[member] = content;
  }
  return chore;
}

function paint(chore) {
  const mark = chore.finished ? 'x' : ' ';
  const level = chore.level !== 'normal' ? ` (${chore.level})` : '';
  const until = chore.until ? ` due ${chore.until}` : '';
  const labels = chore.labels.reduce((text, label) => `${text} #${label}`, '');
  return `${String(chore.id).padStart(3)} [${mark}] ${chore.title}${level}${until}${labels}`;
}

class Notebook {
  chores = [];
  serial = 0;
  earlier = [];

  locate(words) {
    return words.map((word) => {
      const hit = this.chores.find((chore) => chore.id === Number(word));
      return hit || fail(`no item ${word}`);
    });
  }

  keep(verb) {
    const copied = this.chores.map((chore) => ({ ...chore, labels: chore.labels.slice() }));
    if (this.earlier.push([verb, this.serial, copied]) > STEPS_BACK) this.earlier.shift();
  }

  create(words, flags) {
    const draft = { id: this.serial + 1, level: 'normal', labels: [], until: null, finished: false, title: words.join(' ') };
    const chore = change(draft, flags);
    this.serial += 1;
    this.chores.push(chore);
    return paint(chore);
  }

  finish(words) {
    const hits = this.locate(words);
    hits.forEach((chore) => { chore.finished = true; });
    return hits.length + ' done';
  }

  alter([which, ...title], flags) {
    const [chore] = this.locate([which]);
    change(chore, flags);
    chore.title = title.length === 0 ? chore.title : title.join(' ');
    return paint(chore);
  }

  discard(words) {
    const hits = this.locate(words);
    this.chores = this.chores.filter((chore) => !hits.includes(chore));
    return hits.length + ' removed';
  }

  show(words, flags) {
    const order = orderOf('sort' in flags ? flags.sort : 'id');
    const criteria = Object.entries(flags).filter(([what]) => what !== 'sort');
    for (const [what] of criteria) {
      if (!['tag', 'done', 'open', 'before', 'text'].includes(what)) fail(`unknown filter --${what}`);
    }
    const visible = this.chores.filter((chore) => passes(chore, criteria));
    if (visible.length === 0) return 'nothing to show';
    return visible.sort(order).map((chore) => paint(chore)).join('\n');
  }

  back() {
    if (this.earlier.length === 0) fail('nothing to undo');
    const [verb, serial, chores] = this.earlier.pop();
    Object.assign(this, { serial, chores });
    return 'undid ' + verb;
  }

  summary() {
    const uses = {};
    const closed = this.chores.filter((chore) => chore.finished).length;
    this.chores.flatMap((chore) => chore.labels).forEach((label) => {
      uses[label] = 1 + (uses[label] ?? 0);
    });
    const ranked = Object.keys(uses).sort((p, q) => uses[q] - uses[p]);
    let text = `${this.chores.length} items, ${closed} done, ${this.chores.length - closed} open`;
    for (const label of ranked) text += `\n  #${label}: ${uses[label]}`;
    return text;
  }
}

const VERBS = new Map([
  ['add', ['create', 'add TEXT... [--tags=] [--due=] [--priority=]']],
  ['done', ['finish', 'done ID...']],
  ['edit', ['alter', 'edit ID [TEXT...] [options]']],
  ['remove', ['discard', 'remove ID...']],
  ['list', ['show', null]],
  ['undo', ['back', null]],
  ['stats', ['summary', null]],
]);

function createStore() {
  const book = new Notebook();
  return {
    run(command) {
      const verb = VERBS.get(command.name);
      if (verb === undefined) return fail(`one of ${[...VERBS.keys()].join(', ')}`);
      const [method, syntax] = verb;
      const reading = syntax === null;
      if (!reading) {
        if (command.rest.length < 1) fail(syntax);
        book.keep(command.name);
      }
      let reply = null;
      try {
        reply = book[method](command.rest, command.options);
      } finally {
        if (reply === null && !reading) book.earlier.pop();
      }
      return reply;
    },
  };
}

main(createStore);

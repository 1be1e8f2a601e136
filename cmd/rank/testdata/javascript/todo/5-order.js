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

/* how far back one can go */
const HISTORY_LENGTH = 50;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const URGENCY = new Map([['low', 1], ['normal', 2], ['high', 3]]);
const NORMAL = 'normal';
const FAR_AWAY = '9999';

// turns an entry into what the user sees
function render(job) {
  const pieces = [];
  const number = String(job.id).padStart(3);
  pieces.push(number, job.done ? '[x]' : '[ ]', job.text);
  if (NORMAL !== job.priority) pieces.push(`(${job.priority})`);
  if (job.due) pieces.push(`due ${job.due}`);
  for (const label of job.tags) pieces.push('#' + label);
  const result = pieces.join(' ');
  return result;
}

const INPUTS = {
  priority(input) {
    const allowed = [...URGENCY.keys()];
    if (!URGENCY.has(input)) {
      throw new UsageError(`--priority=${allowed.join('|')}`);
    }
    return input;
  },
  due(input) {
    const stamp = Date.parse(input);
    if (Number.isNaN(stamp) || !ISO_DAY.test(input)) {
      throw new UsageError(`--due=YYYY-MM-DD, not ${input}`);
    }
    return input;
  },
  tags(input) {
    if (input === '' || input === true) throw new UsageError('--tags=one,two');
    return input.split(',').filter(Boolean);
  },
};

function takeOptions(raw) {
  const taken = {};
  for (const [key, input] of Object.entries(raw)) {
    if (!Object.hasOwn(INPUTS, key)) throw new UsageError(`unknown option --${key}`);
    const reader = INPUTS[key];
    taken[key] = reader(input);
  }
  return taken;
}

const SELECTIONS = {
  text: (input) => (job) => job.text.toLowerCase().includes(String(input).toLowerCase()),
  before: (input) => (job) => job.due !== null && input > job.due,
  open: () => (job) => !job.done,
  done: () => (job) => job.done,
  tag: (input) => (job) => job.tags.includes(input),
};

const SORTINGS = {
  id: (p, q) => p.id - q.id,
  due: (p, q) => (p.due || FAR_AWAY).localeCompare(q.due || FAR_AWAY) || p.id - q.id,
  text: (p, q) => p.text.localeCompare(q.text) || p.id - q.id,
  priority: (p, q) => URGENCY.get(q.priority) - URGENCY.get(p.priority) || p.id - q.id,
};

function createStore() {
  const snapshots = [];
  let upcoming = 1;
  let jobs = new Map();

  function snapshot(command) {
    const saved = new Map();
    for (const [id, job] of jobs) saved.set(id, { ...job, tags: [...job.tags] });
    snapshots.push({ upcoming, jobs: saved, command });
    if (HISTORY_LENGTH < snapshots.length) snapshots.shift();
  }

  function pick(text) {
    const id = Number(text);
    const job = jobs.get(id);
    if (!job) throw new UsageError(`no item ${text}`);
    return job;
  }

  const verbs = {
    add: { writes: true, help: 'add TEXT... [--tags=] [--due=] [--priority=]', minimum: 1, go(args, raw) {
      const text = args.join(' ');
      const given = takeOptions(raw);
      const job = { priority: NORMAL, tags: [], due: null, done: false, text, id: upcoming, ...given };
      jobs.set(upcoming, job);
      upcoming += 1;
      return render(job);
    } },
    done: { writes: true, help: 'done ID...', minimum: 1, go(args) {
      const picked = args.map(pick);
      for (const job of picked) job.done = true;
      return `${picked.length} done`;
    } },
    edit: { writes: true, help: 'edit ID [TEXT...] [options]', minimum: 1, go([which, ...text], raw) {
      const job = pick(which);
      const changes = takeOptions(raw);
      if (text.length > 0) job.text = text.join(' ');
      Object.assign(job, changes);
      return render(job);
    } },
    remove: { writes: true, help: 'remove ID...', minimum: 1, go(args) {
      const picked = args.map(pick);
      const total = picked.length;
      for (const job of picked) jobs.delete(job.id);
      return `${total} removed`;
    } },
    list: { writes: false, help: 'list [--sort=KEY] [filters]', minimum: 0, go(args, { sort = 'id', ...wanted }) {
      const names = Object.keys(SORTINGS);
      if (!Object.hasOwn(SORTINGS, sort)) {
        throw new UsageError(`--sort=${names.join('|')}`);
      }
      const all = [...jobs.values()];
      const checks = Object.entries(wanted).map(([key, input]) => {
        if (!Object.hasOwn(SELECTIONS, key)) throw new UsageError(`unknown filter --${key}`);
        return SELECTIONS[key](input);
      });
      const visible = all.filter((job) => checks.every((check) => check(job)));
      visible.sort(SORTINGS[sort]);
      return visible.map(render).join('\n') || 'nothing to show';
    } },
    undo: { writes: false, help: 'undo', minimum: 0, go() {
      const former = snapshots.pop();
      if (!former) throw new UsageError('nothing to undo');
      ({ upcoming, jobs } = former);
      return `undid ${former.command}`;
    } },
    stats: { writes: false, help: 'stats', minimum: 0, go() {
      let finished = 0;
      const byTag = new Map();
      for (const job of jobs.values()) {
        for (const label of job.tags) byTag.set(label, 1 + (byTag.get(label) || 0));
        if (job.done) finished += 1;
      }
      const remaining = jobs.size - finished;
      const ranked = [...byTag].sort((p, q) => q[1] - p[1]);
      const output = [`${jobs.size} items, ${finished} done, ${remaining} open`];
      for (const [label, number] of ranked) output.push(`  #${label}: ${number}`);
      return output.join('\n');
    } },
  };
  const verbNames = Object.keys(verbs);

  return {
    run({ rest, options, name }) {
      if (!Object.hasOwn(verbs, name)) {
        throw new UsageError(`one of ${verbNames.join(', ')}`);
      }
      const verb = verbs[name];
      const count = rest.length;
      if (verb.minimum > count) throw new UsageError(verb.help);
      if (verb.writes) snapshot(name);
      try {
        const answer = verb.go(rest, options);
        return answer;
      } catch (failure) {
        if (verb.writes) snapshots.pop();
        throw failure;
      }
    },
  };
}

main(createStore);

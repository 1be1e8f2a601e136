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

/**
 * @typedef {{id: number, text: string, tags: string[], due: string, isDone: boolean}} TodoItem
 */

/** Formats one item as a line of the list. */
function formatItem(item) {
  const mark = item.isDone ? 'x' : ' ';
  const due = item.due ? ` (due ${item.due})` : '';
  const tags = item.tags.map((tag) => ` #${tag}`).join('');
  return `${String(item.id).padStart(3)} [${mark}] ${item.text}${due}${tags}`;
}

function parseTags(optionValue) {
  return typeof optionValue === 'string' ? optionValue.split(',').filter(Boolean) : [];
}

function validateDueDate(optionValue) {
  if (optionValue === undefined) return '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(optionValue)) {
    throw new UsageError('--due=YYYY-MM-DD');
  }
  return optionValue;
}

/** Comparisons for the option --sort; items without due date come last. */
const itemComparisons = {
  id: (left, right) => left.id - right.id,
  text: (left, right) => left.text.localeCompare(right.text),
  due: (left, right) => (left.due || '9999').localeCompare(right.due || '9999') || left.id - right.id,
};

class TodoStore {
  constructor() {
    this.items = [];
    this.nextId = 1;
    this.undoStack = [];
    this.commands = {
      add: this.addItem,
      done: this.completeItem,
      edit: this.editItem,
      remove: this.removeItem,
      list: this.listItems,
      undo: this.undoLastChange,
      stats: this.describeStatistics,
    };
  }

  run({ name, options, rest }) {
    if (!Object.hasOwn(this.commands, name)) {
      throw new UsageError(Object.keys(this.commands).join(' | '));
    }
    return this.commands[name].call(this, rest, options);
  }

  rememberState() {
    this.undoStack.push(this.items.map((item) => ({ ...item })));
  }

  findItem(idText, usage) {
    const item = this.items.find((candidate) => candidate.id === Number(idText));
    if (!item) throw new UsageError(usage);
    return item;
  }

  addItem(words, options) {
    if (words.length === 0) throw new UsageError('add TEXT [--tags=A,B] [--due=DATE]');
    const item = {
      id: this.nextId,
      text: words.join(' '),
      tags: parseTags(options.tags),
      due: validateDueDate(options.due),
      isDone: false,
    };
    this.rememberState();
    this.nextId += 1;
    this.items.push(item);
    return formatItem(item);
  }

  completeItem([idText]) {
    const item = this.findItem(idText, 'done ID');
    this.rememberState();
    this.replaceItem({ ...item, isDone: true });
    return formatItem(this.findItem(idText, 'done ID'));
  }

  editItem([idText, ...words], options) {
    const item = this.findItem(idText, 'edit ID [TEXT] [--tags=A,B] [--due=DATE]');
    const edited = { ...item };
    if (words.length > 0) edited.text = words.join(' ');
    if (options.tags !== undefined) edited.tags = parseTags(options.tags);
    if (options.due !== undefined) edited.due = validateDueDate(options.due);
    this.rememberState();
    this.replaceItem(edited);
    return formatItem(edited);
  }

  replaceItem(changedItem) {
    this.items = this.items.map((item) => (item.id === changedItem.id ? changedItem : item));
  }

  removeItem([idText]) {
    const removed = this.findItem(idText, 'remove ID');
    this.rememberState();
    this.items = this.items.filter((item) => item !== removed);
    return `removed ${removed.id}`;
  }

  listItems(words, options) {
    const comparison = itemComparisons[options.sort || 'id'];
    if (!comparison) throw new UsageError('list [--sort=id|text|due] [--tag=A] [--open] [--done] [--before=DATE]');
    const visibleItems = this.items
      .filter((item) => !options.tag || item.tags.includes(options.tag))
      .filter((item) => !options.open || !item.isDone)
      .filter((item) => !options.done || item.isDone)
      .filter((item) => !options.before || (item.due !== '' && item.due < options.before))
      .sort(comparison);
    return visibleItems.length > 0 ? visibleItems.map(formatItem).join('\n') : '(nothing)';
  }

  undoLastChange() {
    if (this.undoStack.length === 0) return 'nothing to undo';
    this.items = this.undoStack.pop();
    return 'undone';
  }

  describeStatistics() {
    const doneCount = this.items.filter((item) => item.isDone).length;
    const countsByTag = new Map();
    for (const tag of this.items.flatMap((item) => item.tags)) {
      countsByTag.set(tag, (countsByTag.get(tag) || 0) + 1);
    }
    const tagLines = [...countsByTag].sort().map(([tag, count]) => `  #${tag}: ${count}`);
    return [`${this.items.length} items, ${doneCount} done`, ...tagLines].join('\n');
  }
}

function createStore() {
  return new TodoStore();
}

main(createStore);

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

'use strict';

/*
 * Messages go out on channels such as "user.login". Subscribers name a channel,
 * an asterisk stands for any part of it, at the end for all parts that follow.
 */

function reject(message) {
  throw new TypeError(message);
}

function partsOf(channel) {
  const parts = typeof channel === 'string' ? channel.split('.') : [''];
  return parts.indexOf('') >= 0 ? reject(`bad event name ${JSON.stringify(channel)}`) : parts;
}

function hears(mask, parts, i = 0) {
  if (i === mask.length) return i === parts.length || mask[i - 1] === '*';
  if (i === parts.length) return false;
  return (mask[i] === '*' || parts[i] === mask[i]) && hears(mask, parts, i + 1);
}

function settle(wishes) {
  const settled = { urgency: 0, single: false, backlog: 0 };
  for (const key in wishes) {
    const given = wishes[key];
    if (key === 'replay') {
      if (!(given >= 0 && Number.isInteger(given))) reject(`replay has to be a count, not ${given}`);
      settled.backlog = given;
    } else if (key === 'priority') {
      if (!Number.isFinite(given)) reject(`priority has to be a number, not ${given}`);
      settled.urgency = given;
    } else if (key === 'once') {
      if (given !== true && given !== false) reject(`once has to be true or false, not ${given}`);
      settled.single = given;
    } else {
      reject(`unknown option ${key}`);
    }
  }
  return settled;
}

function makeSwitchboard(capacity) {
  // always in the order of delivery
  let subscribers = [];
  const sent = [];

  const leave = (who) => {
    const others = subscribers.filter((subscriber) => subscriber !== who);
    const present = others.length < subscribers.length;
    subscribers = others;
    return present;
  };

  const enlist = (who) => {
    let position = subscribers.length;
    while (position > 0 && subscribers[position - 1].urgency < who.urgency) position--;
    subscribers = [...subscribers.slice(0, position), who, ...subscribers.slice(position)];
  };

  const catchUp = ({ mask, react, backlog }) => {
    const chosen = [];
    let i = sent.length;
    while (i-- > 0 && chosen.length < backlog) {
      if (hears(mask, partsOf(sent[i].channel))) chosen.push(sent[i]);
    }
    while (chosen.length > 0) {
      const { channel, content } = chosen.pop();
      react(content, { replayed: true, name: channel });
    }
  };

  const subscribe = (channel, react, wishes = {}) => {
    const mask = partsOf(channel);
    if (typeof react !== 'function') reject('the handler has to be a function');
    const who = Object.assign(settle(wishes), { channel, mask, react });
    enlist(who);
    catchUp(who);
    return leave.bind(null, who);
  };

  const deliver = async (who, channel, content, outcome) => {
    if (who.single) {
      const present = leave(who);
      if (!present) return;
    }
    await Promise.resolve()
      .then(() => who.react(content, { replayed: false, name: channel }))
      .then((result) => outcome.results.push(result), (e) => outcome.errors.push(who.channel + ': ' + e.message));
  };

  return {
    on: subscribe,
    once: (channel, react, wishes) => subscribe(channel, react, { ...wishes, once: true }),
    off(channel, react) {
      const count = subscribers.length;
      subscribers = subscribers.filter((who) => who.channel !== channel || (react !== undefined && who.react !== react));
      return count - subscribers.length;
    },
    async emit(channel, content) {
      const parts = partsOf(channel);
      const outcome = { name: channel, errors: [], results: [] };
      if (sent.push({ content, channel }) > capacity) sent.shift();
      const audience = subscribers.filter(({ mask }) => hears(mask, parts));
      for (let i = 0; i < audience.length; i++) await deliver(audience[i], channel, content, outcome);
      return outcome;
    },
    past(channel = '*') {
      const mask = partsOf(channel);
      return sent.filter((message) => hears(mask, partsOf(message.channel)));
    },
  };
}

function report({ name, results, errors }) {
  console.log([name].concat(results, errors.map((e) => `failed: ${e}`)).join('\n  '));
}

const board = makeSwitchboard(20);
board.once('user.login', (who) => 'first login was ' + who.user, { priority: 10 });
board.on('disk.*', () => Promise.reject(new Error('cannot write the log')));
board.on('user.*', (who, about) => `audit ${about.name} ${who.user}`, { priority: 5 });
board.on('user.login', ({ user }) => new Promise((done) => setTimeout(done, 5, 'mail sent to ' + user)));

const plan = 'user.login ada,user.login bob,user.logout ada,disk.full'.split(',').map((text) => text.split(' '));

function next() {
  const step = plan.shift();
  if (step !== undefined) {
    const [channel, user] = step;
    const content = user === undefined ? { free: 0 } : { user };
    return board.emit(channel, content).then(report).then(next);
  }
  board.on('user.*', (who, about) => console.log('replay', about.name, who.user), { replay: 2 });
  const history = board.past('user').length;
  return console.log('history:', history, 'removed:', board.off('user.*'));
}

next();

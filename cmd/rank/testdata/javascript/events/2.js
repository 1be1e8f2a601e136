'use strict';

/** One registered listener. */
class Subscription {
  constructor(pattern, listener, priority, isOnce, sequenceNumber) {
    this.patternParts = pattern.split('.');
    this.pattern = pattern;
    this.listener = listener;
    this.priority = priority;
    this.isOnce = isOnce;
    this.sequenceNumber = sequenceNumber;
  }

  /** "*" stands for one part, a final "**" for any number of parts. */
  matches(eventName) {
    const nameParts = eventName.split('.');
    for (let index = 0; index < this.patternParts.length; index += 1) {
      const part = this.patternParts[index];
      if (part === '**') return true;
      if (index >= nameParts.length) return false;
      if (part !== '*' && part !== nameParts[index]) return false;
    }
    return nameParts.length === this.patternParts.length;
  }
}

function comparePrecedence(left, right) {
  return right.priority - left.priority || left.sequenceNumber - right.sequenceNumber;
}

class EventEmitter {
  constructor(historyLimit = 100) {
    this.historyLimit = historyLimit;
    this.subscriptions = [];
    this.history = [];
    this.nextSequenceNumber = 1;
  }

  /** Registers a listener and returns a function that removes it again. */
  on(pattern, listener, options = {}) {
    const { priority = 0, isOnce = false, replay = false } = options;
    const subscription = new Subscription(pattern, listener, priority, isOnce, this.nextSequenceNumber);
    this.nextSequenceNumber += 1;
    this.subscriptions.push(subscription);
    this.subscriptions.sort(comparePrecedence);
    if (replay) this.replayHistory(subscription);
    return () => this.removeSubscription(subscription);
  }

  once(pattern, listener, options = {}) {
    return this.on(pattern, listener, { ...options, isOnce: true });
  }

  /** Removes one listener of a pattern, or all of them. */
  off(pattern, listener) {
    const isKept = (subscription) =>
      subscription.pattern !== pattern || (listener !== undefined && subscription.listener !== listener);
    const countBefore = this.subscriptions.length;
    this.subscriptions = this.subscriptions.filter(isKept);
    return countBefore - this.subscriptions.length;
  }

  removeSubscription(subscription) {
    this.subscriptions = this.subscriptions.filter((candidate) => candidate !== subscription);
  }

  /** Calls the listeners in turn and returns their results. */
  emit(eventName, payload) {
    this.recordEvent(eventName, payload);
    return this.takeMatching(eventName).map((subscription) => subscription.listener(payload, eventName));
  }

  /** Waits for every listener; a failing one does not hinder the others. */
  async emitAsync(eventName, payload) {
    this.recordEvent(eventName, payload);
    const calls = this.takeMatching(eventName).map(async (subscription) => subscription.listener(payload, eventName));
    const outcomes = await Promise.allSettled(calls);
    return outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? { value: outcome.value } : { error: outcome.reason.message });
  }

  takeMatching(eventName) {
    const matching = this.subscriptions.filter((subscription) => subscription.matches(eventName));
    for (const subscription of matching) {
      if (subscription.isOnce) this.removeSubscription(subscription);
    }
    return matching;
  }

  recordEvent(eventName, payload) {
    this.history.push({ eventName, payload });
    if (this.history.length > this.historyLimit) this.history.shift();
  }

  replayHistory(subscription) {
    for (const { eventName, payload } of this.history) {
      if (!subscription.matches(eventName)) continue;
      subscription.listener(payload, eventName);
      if (subscription.isOnce) {
        this.removeSubscription(subscription);
        return;
      }
    }
  }
}

function createPrinter(label) {
  return (payload, eventName) => {
    console.log(`${label}: ${eventName} ${JSON.stringify(payload)}`);
    return label;
  };
}

async function demonstrate() {
  const emitter = new EventEmitter();
  const stopAudit = emitter.on('user.*', createPrinter('audit'), { priority: 10 });
  emitter.on('user.login', createPrinter('welcome'));
  emitter.once('user.login', createPrinter('first login'), { priority: 5 });
  console.log(emitter.emit('user.login', { name: 'Ada' }));
  console.log(emitter.emit('user.login', { name: 'Alan' }));
  stopAudit();
  console.log('listeners of logout:', emitter.emit('user.logout', { name: 'Ada' }).length);

  emitter.on('order.**', async (order) => order.amount * 2);
  emitter.on('order.paid', () => {
    throw new Error('printer out of paper');
  });
  console.log(await emitter.emitAsync('order.paid', { amount: 21 }));
  emitter.on('**', createPrinter('replayed'), { replay: true });
  console.log('removed', emitter.off('order.paid'));
}

demonstrate();

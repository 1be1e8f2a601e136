'use strict';

// Listeners live in one table of slots. Slots are recycled through a free
// list, and a handle carries a generation so that stale handles are harmless.

const HISTORY = 64;

// Matches segment by segment; * is one segment, ** at the end any number.
function matches(pattern, segments) {
  const last = pattern.length - 1;
  for (let i = 0; i <= last; i++) {
    if (pattern[i] === '**' && i === last) return true;
    if (i >= segments.length) return false;
    if (pattern[i] !== '*' && pattern[i] !== segments[i]) return false;
  }
  return pattern.length === segments.length;
}

class Emitter {
  constructor() {
    this.slots = [];
    this.free = -1;
    this.order = []; // slot numbers, highest priority first
    this.depth = 0; // emits that are running
    this.stale = false;
    this.ring = new Array(HISTORY);
    this.emitted = 0;
  }

  add(pattern, callback, priority, once) {
    let s = this.free;
    if (s >= 0) {
      this.free = this.slots[s].next;
    } else {
      s = this.slots.length;
      this.slots.push({ generation: 0, next: -1 });
    }
    const slot = this.slots[s];
    slot.pattern = pattern.split('.');
    slot.callback = callback;
    slot.priority = priority;
    slot.once = once;
    slot.live = true;
    // copy on write while an emit walks over the order
    const order = this.depth > 0 ? this.order.slice() : this.order;
    let i = order.length;
    order.push(s);
    while (i > 0 && this.slots[order[i - 1]].priority < priority) {
      order[i] = order[i - 1];
      i--;
    }
    order[i] = s;
    this.order = order;
    return { s, generation: slot.generation };
  }

  on(pattern, callback, { priority = 0, replay = false } = {}) {
    const handle = this.add(pattern, callback, priority, false);
    if (replay) this.replay(pattern, callback);
    return handle;
  }

  once(pattern, callback, { priority = 0 } = {}) {
    return this.add(pattern, callback, priority, true);
  }

  off(handle) {
    const slot = this.slots[handle.s];
    if (!slot || !slot.live || slot.generation !== handle.generation) return false;
    slot.live = false;
    slot.callback = null;
    slot.generation++;
    this.stale = true;
    this.sweep();
    return true;
  }

  // Dead slots are only recycled when no emit can still look at them.
  sweep() {
    if (!this.stale || this.depth > 0) return;
    let kept = 0;
    for (let i = 0; i < this.order.length; i++) {
      const s = this.order[i];
      if (this.slots[s].live) {
        this.order[kept++] = s;
        continue;
      }
      this.slots[s].next = this.free;
      this.free = s;
    }
    this.order.length = kept;
    this.stale = false;
  }

  record(name, args) {
    this.ring[this.emitted++ & (HISTORY - 1)] = { name, args };
  }

  replay(pattern, callback) {
    const segments = pattern.split('.');
    let n = Math.max(0, this.emitted - HISTORY);
    for (; n < this.emitted; n++) {
      const { name, args } = this.ring[n & (HISTORY - 1)];
      if (matches(segments, name.split('.'))) callback(...args);
    }
  }

  *receivers(name) {
    const segments = name.split('.');
    const order = this.order;
    const count = order.length;
    for (let i = 0; i < count; i++) {
      const slot = this.slots[order[i]];
      if (!slot.live || !matches(slot.pattern, segments)) continue;
      const callback = slot.callback;
      if (slot.once) this.off({ s: order[i], generation: slot.generation });
      yield callback;
    }
  }

  emit(name, ...args) {
    this.record(name, args);
    let called = 0;
    this.depth++;
    try {
      for (const callback of this.receivers(name)) {
        called++;
        // false stops the propagation
        if (callback(...args) === false) break;
      }
    } finally {
      this.depth--;
      this.sweep();
    }
    return called;
  }

  // One listener after the other; errors become results.
  async emitAsync(name, ...args) {
    this.record(name, args);
    const results = [];
    this.depth++;
    for (const callback of this.receivers(name)) {
      try {
        results.push({ ok: true, value: await callback(...args) });
      } catch (error) {
        results.push({ ok: false, error });
      }
    }
    this.depth--;
    this.sweep();
    return results;
  }
}

async function demo() {
  const bus = new Emitter();
  const log = bus.on('**', () => console.log('  (any event)'), { priority: -1 });
  bus.on('user.*', (who) => console.log('  user event for', who));
  bus.on('user.login', (who) => console.log('  first:', who), { priority: 10 });
  bus.once('user.login', () => console.log('  only once'));
  for (const name of ['user.login', 'user.login', 'user.logout', 'disk.full']) {
    console.log(name);
    console.log('  called', bus.emit(name, 'ann'));
  }
  console.log('off', bus.off(log), bus.off(log));
  bus.on('user.logout', (who) => console.log('replayed logout of', who), { replay: true });
  bus.on('sum', async (a, b) => a + b);
  bus.on('sum', () => {
    throw new Error('cannot add');
  });
  for (const r of await bus.emitAsync('sum', 2, 3)) {
    console.log(r.ok ? 'value ' + r.value : 'failed: ' + r.error.message);
  }
}

module.exports = { Emitter, matches };

if (require.main === module) demo();

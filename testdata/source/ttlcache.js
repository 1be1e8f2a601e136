/**
 * @file A cache with a limit on weight and on age.
 *
 * Entries hang in a ring, the most recently used behind the sentinel; what expires
 * is found through buckets of one second, so that no timer per entry is needed.
 */

const now = () => performance.now();

/**
 * @template K, V
 * @typedef {object} Options
 * @property {number} [maxWeight=1000] the sum of weights to be held
 * @property {number} [ttl=Infinity] milliseconds
 * @property {number} [stale=0] milliseconds for which an expired value still serves
 *   while a new one is loaded
 * @property {(value: V, key: K) => number} [weigh]
 * @property {(value: V, key: K, why: 'expired'|'evicted'|'replaced'|'deleted') => void} [onDrop]
 * @property {() => number} [clock]
 */

class Entry {
  /** @type {Entry} */ newer = this;
  /** @type {Entry} */ older = this;

  constructor(key, value, weight, expires) {
    this.key = key;
    this.value = value;
    this.weight = weight;
    this.expires = expires;
    this.hits = 0;
  }

  detach() {
    this.newer.older = this.older;
    this.older.newer = this.newer;
    this.newer = this.older = this;
  }

  attachBehind(sentinel) {
    this.newer = sentinel;
    this.older = sentinel.older;
    sentinel.older.newer = this;
    sentinel.older = this;
  }
}

/** Entries by the second in which they expire. */
class Wheel {
  #buckets = new Map();
  #earliest = Infinity;

  static slot(time) {
    return Math.floor(time / 1000);
  }

  add(entry) {
    if (entry.expires === Infinity) return;
    const slot = Wheel.slot(entry.expires);
    let bucket = this.#buckets.get(slot);
    if (!bucket) {
      bucket = new Set();
      this.#buckets.set(slot, bucket);
    }
    bucket.add(entry);
    this.#earliest = Math.min(this.#earliest, slot);
  }

  remove(entry) {
    const slot = Wheel.slot(entry.expires);
    const bucket = this.#buckets.get(slot);
    if (bucket?.delete(entry) && bucket.size === 0) {
      this.#buckets.delete(slot);
    }
  }

  /** Yields what has expired, and lets go of it. */
  *due(time) {
    const last = Wheel.slot(time) - 1; // whole seconds only
    if (this.#earliest > last) return;
    for (const [slot, bucket] of [...this.#buckets]) {
      if (slot > last) continue;
      this.#buckets.delete(slot);
      yield* bucket;
    }
    this.#earliest = Math.min(Infinity, ...this.#buckets.keys());
  }

  clear() {
    this.#buckets.clear();
    this.#earliest = Infinity;
  }
}

/** @template K, V */
export class TtlCache {
  #entries = new Map();
  #ring = new Entry();
  #wheel = new Wheel();
  #loading = new Map();
  #weight = 0;
  #counts = { hits: 0, misses: 0, stale: 0, loads: 0, failures: 0, evicted: 0, expired: 0 };

  /** @param {Options<K, V>} options */
  constructor({ maxWeight = 1000, ttl = Infinity, stale = 0, weigh = () => 1, onDrop = null, clock = now } = {}) {
    if (!(maxWeight > 0)) throw new RangeError(`maxWeight must be positive, not ${maxWeight}`);
    if (!(ttl > 0)) throw new RangeError(`ttl must be positive, not ${ttl}`);
    Object.assign(this, { maxWeight, ttl, stale, weigh, onDrop, clock });
  }

  get size() {
    return this.#entries.size;
  }

  get weight() {
    return this.#weight;
  }

  /**
   * @param {K} key
   * @param {V} value
   * @param {{ttl?: number}} [options]
   * @returns {boolean} false if it is heavier than the whole cache
   */
  set(key, value, { ttl = this.ttl } = {}) {
    const weight = this.weigh(value, key);
    if (!Number.isFinite(weight) || weight < 0) throw new TypeError(`weight of ${String(key)} is ${weight}`);
    const present = this.#entries.get(key);
    if (present) this.#drop(present, 'replaced');
    if (weight > this.maxWeight) return false;

    const entry = new Entry(key, value, weight, this.clock() + ttl);
    this.#entries.set(key, entry);
    this.#wheel.add(entry);
    entry.attachBehind(this.#ring);
    this.#weight += weight;
    this.#shrink(entry);
    return true;
  }

  /** @param {K} key */
  get(key) {
    const entry = this.#fresh(key);
    if (!entry) {
      this.#counts.misses++;
      return undefined;
    }
    this.#touch(entry);
    return entry.value;
  }

  /** Like get, but without effect on what is evicted next. */
  peek(key) {
    return this.#fresh(key)?.value;
  }

  has(key) {
    return this.#fresh(key) !== undefined;
  }

  delete(key) {
    const entry = this.#entries.get(key);
    if (entry) this.#drop(entry, 'deleted');
    return entry !== undefined;
  }

  /**
   * The value, loaded if need be. Callers that ask for a key while it is loaded
   * share one load. A failed load is not remembered.
   *
   * @param {K} key
   * @param {(key: K, signal: AbortSignal) => Promise<V>} load
   * @returns {Promise<V>}
   */
  async fetch(key, load, { timeout = 30_000 } = {}) {
    const entry = this.#entries.get(key);
    const age = entry ? this.clock() - entry.expires : Infinity;
    if (age < 0) {
      this.#touch(entry);
      return entry.value;
    }
    if (age < this.stale) {
      this.#counts.stale++;
      this.#load(key, load, timeout).catch(() => {}); // the next one tries again
      return entry.value;
    }
    this.#counts.misses++;
    return this.#load(key, load, timeout);
  }

  #load(key, load, timeout) {
    let running = this.#loading.get(key);
    if (running) return running;
    this.#counts.loads++;
    const signal = AbortSignal.timeout(timeout);
    running = (async () => {
      try {
        const value = await load(key, signal);
        signal.throwIfAborted();
        if (this.#loading.get(key) === running) this.set(key, value);
        return value;
      } catch (error) {
        this.#counts.failures++;
        throw new Error(`loading ${String(key)} failed`, { cause: error });
      } finally {
        if (this.#loading.get(key) === running) this.#loading.delete(key);
      }
    })();
    this.#loading.set(key, running);
    return running;
  }

  /** Drops what has expired; called by whoever has a timer, say once a minute. */
  prune() {
    let dropped = 0;
    for (const entry of this.#wheel.due(this.clock() - this.stale)) {
      this.#drop(entry, 'expired');
      dropped++;
    }
    return dropped;
  }

  clear() {
    for (const entry of [...this.#entries.values()]) this.#drop(entry, 'deleted');
    this.#wheel.clear();
    this.#loading.clear();
  }

  /** From the most recently used to the least. */
  *[Symbol.iterator]() {
    const time = this.clock();
    for (let entry = this.#ring.older; entry !== this.#ring; entry = entry.older) {
      if (entry.expires > time) yield [entry.key, entry.value];
    }
  }

  stats() {
    const { hits, misses } = this.#counts;
    return { ...this.#counts, ratio: hits + misses === 0 ? null : hits / (hits + misses), size: this.size };
  }

  #fresh(key) {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const late = this.clock() - entry.expires;
    if (late < 0) return entry;
    if (late >= this.stale) this.#drop(entry, 'expired');
    return undefined;
  }

  #touch(entry) {
    entry.hits++;
    this.#counts.hits++;
    entry.detach();
    entry.attachBehind(this.#ring);
  }

  #shrink(spared) {
    if (this.#weight <= this.maxWeight) return;
    this.prune();
    while (this.#weight > this.maxWeight) {
      const oldest = this.#ring.newer;
      if (oldest === spared || oldest === this.#ring) break;
      this.#drop(oldest, 'evicted');
    }
  }

  #drop(entry, why) {
    this.#entries.delete(entry.key);
    this.#wheel.remove(entry);
    entry.detach();
    this.#weight -= entry.weight;
    if (why in this.#counts) this.#counts[why]++;
    this.onDrop?.(entry.value, entry.key, why);
  }
}

/**
 * Wraps a function of one argument so that its results are cached.
 *
 * @param {(argument: string) => Promise<unknown>} work
 * @param {Options<string, unknown>} [options]
 */
export function memoize(work, options) {
  const cache = new TtlCache(options);
  const wrapped = (argument) => cache.fetch(argument, work);
  wrapped.cache = cache;
  wrapped.forget = (argument) => cache.delete(argument);
  return wrapped;
}

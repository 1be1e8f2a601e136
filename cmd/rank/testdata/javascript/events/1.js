'use strict';

// matches 'a.*' against 'a.b'; a final '**' takes any rest
function match(pat, name) {
  const p = pat.split('.');
  const n = name.split('.');
  for (let i = 0; i < p.length; i++) {
    if (p[i] === '**' && i === p.length - 1) return n.length >= i;
    if (i >= n.length) return false;
    if (p[i] !== '*' && p[i] !== n[i]) return false;
  }
  return p.length === n.length;
}

class Emitter {
  constructor(max) {
    this.subs = []; // highest priority first, then oldest first
    this.past = [];
    this.max = max || 100;
  }

  on(pat, fn, opt) {
    if (typeof fn !== 'function') throw new TypeError('listener must be a function');
    const o = opt || {};
    const s = { pat, fn, prio: o.priority || 0, once: Boolean(o.once), dead: false };
    let i = this.subs.length;
    const a = this.subs.slice();
    for (; i > 0 && a[i - 1].prio < s.prio; i--) a[i] = a[i - 1];
    a[i] = s;
    this.subs = a;
    if (o.replay) this.replay(s);
    return () => this.drop(s);
  }

  once(pat, fn, opt) {
    return this.on(pat, fn, Object.assign({}, opt, { once: true }));
  }

  off(pat, fn) {
    let n = 0;
    for (const s of this.subs) {
      if (s.pat === pat && (fn === undefined || s.fn === fn)) {
        this.drop(s);
        n++;
      }
    }
    return n;
  }

  drop(s) {
    s.dead = true;
    const a = [];
    for (let i = 0; i < this.subs.length; i++) {
      if (this.subs[i] !== s) a.push(this.subs[i]);
    }
    this.subs = a;
  }

  replay(s) {
    for (let i = 0; i < this.past.length && !s.dead; i++) {
      const e = this.past[i];
      if (!match(s.pat, e.name)) continue;
      if (s.once) this.drop(s);
      s.fn(e);
    }
  }

  record(name, args) {
    const e = { name, args, time: Date.now() };
    this.past.push(e);
    if (this.past.length > this.max) this.past.shift();
    return e;
  }

  emit(name, ...args) {
    const e = this.record(name, args);
    const a = this.subs;
    let n = 0;
    for (let i = 0; i < a.length; i++) {
      if (a[i].dead || !match(a[i].pat, name)) continue;
      if (a[i].once) this.drop(a[i]);
      n++;
      if (a[i].fn(e) === false) break;
    }
    return n;
  }

  // one after the other; results in order of priority, errors included
  async emitAsync(name, ...args) {
    const e = this.record(name, args);
    const a = this.subs;
    const r = [];
    for (let i = 0; i < a.length; i++) {
      if (a[i].dead || !match(a[i].pat, name)) continue;
      if (a[i].once) this.drop(a[i]);
      try {
        r.push({ ok: true, value: await a[i].fn(e) });
      } catch (err) {
        r.push({ ok: false, error: err.message });
      }
    }
    return r;
  }

  count(name) {
    let n = 0;
    for (let i = 0; i < this.subs.length; i++) n += match(this.subs[i].pat, name) ? 1 : 0;
    return n;
  }
}

async function demo() {
  const em = new Emitter(5);
  const log = (t) => (e) => console.log(t + ': ' + e.name + ' ' + JSON.stringify(e.args));
  const a = log('any user');
  em.on('user.*', a);
  em.once('user.login', log('first login'));
  em.on('**', log('all, early'), { priority: 10 });
  console.log('called', em.emit('user.login', 'ann'));
  console.log('called', em.emit('user.login', 'bob'));
  console.log('removed', em.off('user.*', a));
  console.log('called', em.emit('user.logout', 'ann'));

  const stop = em.on('sum', (e) => e.args[0] + e.args[1]);
  em.on('sum', (e) => new Promise((ok) => setTimeout(() => ok(e.args[0] * e.args[1]), 10)));
  em.on('sum', () => {
    throw new Error('broken');
  });
  console.log(await em.emitAsync('sum', 3, 4));
  stop();
  console.log('listeners of sum', em.count('sum'));
  em.on('user.*', log('replayed'), { replay: true });
}

demo();

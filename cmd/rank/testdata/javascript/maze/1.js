'use strict';

// bits of a cell: the open sides
const N = 1, E = 2, S = 4, W = 8;
const DIR = [N, E, S, W];
const DX = [0, 1, 0, -1];
const DY = [-1, 0, 1, 0];

function random(seed) {
  let x = seed >>> 0 || 1;
  return (n) => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x % n;
  };
}

function generate(w, h, rnd) {
  const m = new Uint8Array(w * h);
  const seen = new Uint8Array(w * h);
  const st = [rnd(w * h)];
  seen[st[0]] = 1;
  while (st.length > 0) {
    const p = st[st.length - 1];
    const x = p % w, y = (p - x) / w;
    let n = 0, pick = -1;
    for (let d = 0; d < 4; d++) {
      const a = x + DX[d], b = y + DY[d];
      if (a < 0 || b < 0 || a >= w || b >= h || seen[b * w + a]) continue;
      if (rnd(++n) === 0) pick = d;
    }
    if (pick < 0) {
      st.pop();
      continue;
    }
    const q = (y + DY[pick]) * w + x + DX[pick];
    m[p] |= DIR[pick];
    m[q] |= DIR[(pick + 2) % 4];
    seen[q] = 1;
    st.push(q);
  }
  return m;
}

function solve(m, w, s, t) {
  const from = new Int32Array(m.length).fill(-1);
  const q = new Int32Array(m.length);
  let head = 0, tail = 0;
  q[tail++] = s;
  from[s] = s;
  while (head < tail && from[t] < 0) {
    const p = q[head++];
    for (let d = 0; d < 4; d++) {
      const r = p + DX[d] + DY[d] * w;
      if (m[p] & DIR[d] && from[r] < 0) {
        from[r] = p;
        q[tail++] = r;
      }
    }
  }
  const on = new Uint8Array(m.length);
  let len = 0;
  for (let p = t; ; p = from[p]) {
    on[p] = 1;
    len++;
    if (p === s) break;
  }
  return { on, len, visited: tail };
}

function print(m, w, h, on) {
  let s = '+' + '--+'.repeat(w) + '\n';
  for (let y = 0; y < h; y++) {
    let a = '|', b = '+';
    for (let x = 0; x < w; x++) {
      const p = y * w + x;
      a += on[p] ? '::' : '  ';
      if (!(m[p] & E)) a += '|';
      else a += on[p] && on[p + 1] ? ':' : ' ';
      if (!(m[p] & S)) b += '--+';
      else b += (on[p] && on[p + w] ? '::' : '  ') + '+';
    }
    s += a + '\n' + b + '\n';
  }
  process.stdout.write(s);
}

function deadEnds(m) {
  let n = 0;
  for (let i = 0; i < m.length; i++) {
    if ((m[i] & (m[i] - 1)) === 0) n++;
  }
  return n;
}

const a = [20, 10, 1];
for (let i = 0; i < 3; i++) {
  if (process.argv[i + 2] !== undefined) a[i] = parseInt(process.argv[i + 2], 10);
}
if (!(a[0] >= 2 && a[0] <= 200 && a[1] >= 2 && a[1] <= 200 && a[2] >= 0)) {
  console.error('usage: maze [WIDTH [HEIGHT [SEED]]]');
  process.exit(2);
}
const m = generate(a[0], a[1], random(a[2]));
const r = solve(m, a[0], 0, m.length - 1);
print(m, a[0], a[1], r.on);
console.log(`path ${r.len} of ${m.length} cells, ${r.visited} visited, ${deadEnds(m)} dead ends`);

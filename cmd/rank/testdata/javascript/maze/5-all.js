'use strict';

// A random labyrinth and the shortest walk from its first to its last chamber.
// Chambers are numbered row by row; doors.get(chamber) is the set of those next door.

function argument(index, standard, [low, high], label) {
  const text = process.argv[2 + index];
  if (text === undefined) return standard;
  const n = Number(text);
  if (!Number.isInteger(n) || n > high || n < low) {
    throw new RangeError(`${label} has to be between ${low} and ${high}, not ${text}`);
  }
  return n;
}

const dice = (seed) => {
  const memory = new Uint32Array([seed ^ 0x2545f491]);
  return (sides) => {
    memory[0] = Math.imul(memory[0], 1664525) + 1013904223;
    return Math.floor(((memory[0] >>> 8) * sides) / 2 ** 24);
  };
};

// clockwise from the top, as far as there is something
function besides(chamber, wide, high) {
  const list = [];
  const last = wide * high - 1;
  if (chamber >= wide) list.push(chamber - wide);
  if ((chamber + 1) % wide !== 0) list.push(chamber + 1);
  if (chamber + wide <= last) list.push(chamber + wide);
  if (chamber % wide !== 0) list.push(chamber - 1);
  return list;
}

function build(roll, high, wide) {
  const doors = new Map();
  for (let chamber = wide * high; chamber-- > 0;) doors.set(chamber, new Set());
  let walk = { chamber: 0, previous: null };
  while (walk !== null) {
    const here = walk.chamber;
    const closed = besides(here, wide, high).filter((other) => doors.get(other).size === 0);
    if (closed.length > 0) {
      const there = closed[roll(closed.length)];
      doors.get(there).add(here);
      doors.get(here).add(there);
      walk = { chamber: there, previous: walk };
    } else {
      walk = walk.previous;
    }
  }
  return doors;
}

// Looks from the goal backwards, ring after ring, so that the way need not be turned round.
function walkThrough(doors, goal, start) {
  const following = { [goal]: -1 };
  let ring = [goal];
  while (ring.length > 0 && !(start in following)) {
    const wider = [];
    ring.forEach((chamber) => {
      doors.get(chamber).forEach((other) => {
        if (other in following) return;
        following[other] = chamber;
        wider.push(other);
      });
    });
    ring = wider;
  }
  const walk = [];
  let chamber = start in following ? start : -1;
  while (chamber >= 0) {
    walk.push(chamber);
    chamber = following[chamber];
  }
  return walk;
}

function census(doors) {
  const result = { ends: 0, passages: 0, crossings: 0 };
  doors.forEach(({ size }) => {
    switch (size) {
      case 0: break;
      case 1: result.ends += 1; break;
      case 2: result.passages += 1; break;
      default: result.crossings += 1;
    }
  });
  return result;
}

function sketch(doors, walk, wide, high) {
  const across = 2 * wide + 1;
  const tiles = new Array(across * (2 * high + 1)).fill('##');
  const tile = (chamber) => {
    const column = chamber % wide;
    return (((chamber - column) / wide) * 2 + 1) * across + column * 2 + 1;
  };
  const tint = (look, one, two) => {
    const [a, b] = [tile(one), tile(two)];
    tiles[b] = look;
    tiles[(a + b) / 2] = look;
  };
  for (const [chamber, others] of doors) {
    for (const other of others) tint('  ', other, chamber);
  }
  let behind = walk[0];
  for (const chamber of walk) {
    tint('. ', behind, chamber);
    behind = chamber;
  }
  tiles[tile(walk[0])] = 'S ';
  tiles[tile(behind)] = 'G ';
  const lines = [];
  while (tiles.length > 0) lines.push(tiles.splice(0, across).join(''));
  return lines;
}

function run() {
  const side = [2, 60];
  const wide = argument(0, 12, side, 'width');
  const high = argument(1, 8, side, 'height');
  const seed = argument(2, 1, [0, 2 ** 31], 'seed');
  const doors = build(dice(seed), high, wide);
  const walk = walkThrough(doors, wide * high - 1, 0);
  const { crossings, passages, ends } = census(doors);
  const lines = sketch(doors, walk, wide, high);
  lines.push(`path ${walk.length} cells, ${ends} dead ends, ${passages} corridors`, `${crossings} junctions`);
  return lines.join('\n');
}

let text;
try {
  text = run();
} catch ({ message }) {
  process.exitCode = 2;
  console.error(message);
}
if (text !== undefined) console.log(text);

'use strict';

// usage: node maze.js [width] [height] [seed]

const SIDES = [
  { flag: 1, back: 4, right: 0, down: -1 },
  { flag: 2, back: 8, right: 1, down: 0 },
  { flag: 4, back: 1, right: 0, down: 1 },
  { flag: 8, back: 2, right: -1, down: 0 },
];

function glyph(what) {
  switch (what) {
    case 'floor': return '  ';
    case 'path': return '. ';
    case 'start': return 'S ';
    case 'goal': return 'G ';
    default: return '##';
  }
}

function number(words, position, title, standard, low, high) {
  let value = standard;
  if (words[position] !== undefined) value = Number(words[position]);
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new RangeError(`${title} has to be between ${low} and ${high}, not ${words[position]}`);
}

function makeRandom(seed) {
  let current = (seed ^ 0x2545f491) >>> 0;
  return () => {
    current = (Math.imul(current, 1664525) + 1013904223) >>> 0;
    return (current >>> 8) / 0x1000000;
  };
}

class Labyrinth {
  constructor(columns, lines, seed) {
    this.columns = columns;
    this.lines = lines;
    this.rooms = new Uint8Array(columns * lines);
    this.next = makeRandom(seed);
    this.trail = [0];
    this.dig();
  }

  neighbours(room) {
    const x = room % this.columns;
    const y = (room - x) / this.columns;
    return SIDES.reduce((list, side) => {
      const tx = x + side.right;
      const ty = y + side.down;
      const outside = tx < 0 || tx >= this.columns || ty < 0 || ty >= this.lines;
      return outside ? list : list.concat({ side, target: ty * this.columns + tx });
    }, []);
  }

  dig() {
    do {
      const room = this.trail[this.trail.length - 1];
      const untouched = [];
      for (const candidate of this.neighbours(room)) {
        if (this.rooms[candidate.target] === 0) untouched.push(candidate);
      }
      if (untouched.length !== 0) {
        const { side, target } = untouched[Math.floor(this.next() * untouched.length)];
        this.rooms[room] |= side.flag;
        this.rooms[target] |= side.back;
        this.trail.push(target);
      } else {
        this.trail.pop();
      }
    } while (this.trail.length !== 0);
  }

  exits(room) {
    const list = [];
    const around = this.neighbours(room);
    let i = 0;
    while (i < around.length) {
      if ((this.rooms[room] & around[i].side.flag) !== 0) list.push(around[i].target);
      i++;
    }
    return list;
  }

  search(start, finish) {
    const parent = new Map([[start, null]]);
    const waiting = [start];
    let found = false;
    while (!found && waiting.length > 0) {
      const room = waiting.shift();
      if (room === finish) {
        found = true;
      } else {
        this.exits(room).forEach((target) => {
          if (!parent.has(target)) {
            parent.set(target, room);
            waiting.push(target);
          }
        });
      }
    }
    if (!found) return [];
    const trace = (room) => (room === null ? [] : [...trace(parent.get(room)), room]);
    return trace(finish);
  }

  degrees() {
    const tally = new Array(5).fill(0);
    this.rooms.forEach((bits, room) => {
      tally[this.exits(room).length]++;
    });
    return tally;
  }

  picture(route) {
    const canvas = [];
    let i = 0;
    while (i < 2 * this.lines + 1) {
      const line = [];
      for (let k = 0; k < 2 * this.columns + 1; k++) line.push('wall');
      canvas.push(line);
      i++;
    }
    const paint = (p, q, what) => {
      const pr = 2 * Math.floor(p / this.columns) + 1;
      const pc = 2 * (p % this.columns) + 1;
      const qr = 2 * Math.floor(q / this.columns) + 1;
      const qc = 2 * (q % this.columns) + 1;
      canvas[qr][qc] = what;
      canvas[(pr + qr) / 2][(pc + qc) / 2] = what;
    };
    this.rooms.forEach((bits, room) => {
      this.exits(room).forEach((target) => paint(room, target, 'floor'));
    });
    let previous = route[0];
    for (const room of route) {
      paint(previous, room, 'path');
      previous = room;
    }
    paint(route[0], route[0], 'start');
    paint(previous, previous, 'goal');
    let text = '';
    for (let r = 0; r < canvas.length; r++) {
      if (r > 0) text += '\n';
      for (const what of canvas[r]) text += glyph(what);
    }
    return text;
  }
}

let failure = null;
try {
  const words = process.argv.slice(2);
  const columns = number(words, 0, 'width', 12, 2, 60);
  const lines = number(words, 1, 'height', 8, 2, 60);
  const seed = number(words, 2, 'seed', 1, 0, 2 ** 31);
  const labyrinth = new Labyrinth(columns, lines, seed);
  const route = labyrinth.search(0, columns * lines - 1);
  const tally = labyrinth.degrees();
  console.log(labyrinth.picture(route));
  console.log(`path ${route.length} cells, ${tally[1]} dead ends, ${tally[2]} corridors`);
  let junctions = 0;
  for (let i = 3; i < tally.length; i++) junctions += tally[i];
  console.log(`${junctions} junctions`);
} catch (problem) {
  failure = problem;
}
if (failure !== null) {
  console.error(failure.message);
  process.exitCode = 2;
}

'use strict';

// usage: node maze.js [width] [height] [seed]

const DIRECTIONS = {
  north: { bit: 1, opposite: 4, dx: 0, dy: -1 },
  east: { bit: 2, opposite: 8, dx: 1, dy: 0 },
  south: { bit: 4, opposite: 1, dx: 0, dy: 1 },
  west: { bit: 8, opposite: 2, dx: -1, dy: 0 },
};
const GLYPHS = { wall: '##', floor: '  ', path: '. ', start: 'S ', goal: 'G ' };
const PARAMETERS = [
  { name: 'width', fallback: 12, least: 2, most: 60 },
  { name: 'height', fallback: 8, least: 2, most: 60 },
  { name: 'seed', fallback: 1, least: 0, most: 2 ** 31 },
];

function readParameters(words) {
  const result = {};
  PARAMETERS.forEach(({ name, fallback, least, most }, i) => {
    const value = words[i] === undefined ? fallback : Number(words[i]);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new RangeError(`${name} has to be between ${least} and ${most}, not ${words[i]}`);
    }
    result[name] = value;
  });
  return result;
}

function* randomNumbers(seed) {
  let state = (seed ^ 0x2545f491) >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state >>> 8) / 0x1000000;
  }
}

class Maze {
  constructor(width, height, seed) {
    this.width = width;
    this.height = height;
    this.cells = new Uint8Array(width * height);
    this.random = randomNumbers(seed);
    this.carve(0);
  }

  pick(list) {
    return list[Math.floor(this.random.next().value * list.length)];
  }

  *around(cell) {
    const x = cell % this.width;
    const y = (cell - x) / this.width;
    for (const direction of Object.values(DIRECTIONS)) {
      const nx = x + direction.dx;
      const ny = y + direction.dy;
      if (nx >= 0 && nx < this.width && ny >= 0 && ny < this.height) {
        yield { direction, next: ny * this.width + nx };
      }
    }
  }

  // depth first with an explicit stack: big mazes must not overflow the call stack
  carve(start) {
    const stack = [start];
    while (stack.length > 0) {
      const cell = stack[stack.length - 1];
      const free = [...this.around(cell)].filter(({ next }) => this.cells[next] === 0);
      if (free.length === 0) {
        stack.pop();
        continue;
      }
      const { direction, next } = this.pick(free);
      this.cells[cell] |= direction.bit;
      this.cells[next] |= direction.opposite;
      stack.push(next);
    }
  }

  *open(cell) {
    for (const { direction, next } of this.around(cell)) {
      if (this.cells[cell] & direction.bit) yield next;
    }
  }

  solve(from, to) {
    const cameFrom = new Map([[from, null]]);
    const queue = [from];
    for (const cell of queue) {
      if (cell === to) break;
      for (const next of this.open(cell)) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, cell);
        queue.push(next);
      }
    }
    if (!cameFrom.has(to)) return [];
    const path = [];
    for (let cell = to; cell !== null; cell = cameFrom.get(cell)) path.push(cell);
    return path.reverse();
  }

  countByDegree() {
    const counts = [0, 0, 0, 0, 0];
    for (let cell = 0; cell < this.cells.length; cell++) counts[[...this.open(cell)].length] += 1;
    return counts;
  }

  draw(path) {
    const rows = Array.from({ length: 2 * this.height + 1 }, () => Array(2 * this.width + 1).fill('wall'));
    const place = (cell) => [2 * Math.floor(cell / this.width) + 1, 2 * (cell % this.width) + 1];
    const mark = (a, b, kind) => {
      const [[ra, ca], [rb, cb]] = [place(a), place(b)];
      rows[rb][cb] = kind;
      rows[(ra + rb) / 2][(ca + cb) / 2] = kind;
    };
    for (let cell = 0; cell < this.cells.length; cell++) {
      for (const next of this.open(cell)) mark(cell, next, 'floor');
    }
    path.forEach((cell, i) => mark(i > 0 ? path[i - 1] : cell, cell, 'path'));
    for (const [cell, kind] of [[path[0], 'start'], [path[path.length - 1], 'goal']]) mark(cell, cell, kind);
    return rows.map((row) => row.map((kind) => GLYPHS[kind]).join('')).join('\n');
  }
}

try {
  const { width, height, seed } = readParameters(process.argv.slice(2));
  const maze = new Maze(width, height, seed);
  const path = maze.solve(0, width * height - 1);
  const [, deadEnds, corridors, ...junctions] = maze.countByDegree();
  console.log(maze.draw(path));
  console.log(`path ${path.length} cells, ${deadEnds} dead ends, ${corridors} corridors`);
  console.log(`${junctions.reduce((a, b) => a + b)} junctions`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}

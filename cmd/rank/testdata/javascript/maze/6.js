'use strict';

// usage: maze [width] [height] [seed]
// A cell is a byte: bits 0..3 are the open sides N E S W, bit 4 marks the path.

const NORTH = 1;
const EAST = 2;
const SOUTH = 4;
const WEST = 8;
const PATH = 16;
const SIDES = [NORTH, EAST, SOUTH, WEST];

class Xorshift {
  constructor(seed) {
    this.state = seed >>> 0 || 0x9e3779b9;
  }

  below(n) {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state % n;
  }
}

function opposite(side) {
  return ((side << 2) | (side >> 2)) & 15;
}

class Maze {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.cells = new Uint8Array(width * height);
  }

  // The neighbour of cell at on the given side, or -1 outside.
  neighbour(at, side) {
    const x = at % this.width;
    switch (side) {
      case NORTH:
        return at - this.width;
      case SOUTH:
        return at + this.width < this.cells.length ? at + this.width : -1;
      case EAST:
        return x + 1 < this.width ? at + 1 : -1;
      default:
        return x > 0 ? at - 1 : -1;
    }
  }

  carve(random) {
    const stack = new Int32Array(this.cells.length);
    const choice = new Int32Array(4);
    let depth = 1;
    stack[0] = random.below(this.cells.length);
    while (depth > 0) {
      const at = stack[depth - 1];
      let n = 0;
      for (const side of SIDES) {
        const to = this.neighbour(at, side);
        if (to >= 0 && this.cells[to] === 0) choice[n++] = side;
      }
      if (n === 0) {
        depth--;
        continue;
      }
      const side = choice[random.below(n)];
      const to = this.neighbour(at, side);
      this.cells[at] |= side;
      this.cells[to] |= opposite(side);
      stack[depth++] = to;
    }
  }

  // Breadth first from the goal, so that the links lead forward from the start.
  solve(start, goal) {
    const link = new Int32Array(this.cells.length).fill(-1);
    const queue = new Int32Array(this.cells.length);
    let head = 0;
    let tail = 0;
    link[goal] = goal;
    queue[tail++] = goal;
    while (head < tail && link[start] < 0) {
      const at = queue[head++];
      for (const side of SIDES) {
        if (!(this.cells[at] & side)) continue;
        const to = this.neighbour(at, side);
        if (link[to] >= 0) continue;
        link[to] = at;
        queue[tail++] = to;
      }
    }
    if (link[start] < 0) return -1;
    let steps = 0;
    let at = start;
    this.cells[at] |= PATH;
    while (at !== goal) {
      at = link[at];
      this.cells[at] |= PATH;
      steps++;
    }
    return steps;
  }

  deadEnds() {
    let count = 0;
    for (const cell of this.cells) {
      const open = cell & 15;
      if (open !== 0 && (open & (open - 1)) === 0) count++;
    }
    return count;
  }

  toString() {
    const out = [];
    for (let y = 0; y < this.height; y++) {
      let top = '';
      let middle = '';
      for (let x = 0; x < this.width; x++) {
        const cell = this.cells[y * this.width + x];
        top += cell & NORTH ? '+   ' : '+---';
        middle += (cell & WEST ? ' ' : '|') + (cell & PATH ? ' * ' : '   ');
      }
      out.push(top + '+', middle + '|');
    }
    out.push('+---'.repeat(this.width) + '+');
    return out.join('\n');
  }
}

function size(text, fallback) {
  if (text === undefined) return fallback;
  const n = Number(text);
  if (!Number.isInteger(n) || n < 2 || n > 500) {
    console.error('sizes are numbers from 2 to 500');
    process.exit(2);
  }
  return n;
}

const maze = new Maze(size(process.argv[2], 16), size(process.argv[3], 8));
maze.carve(new Xorshift(Number(process.argv[4]) || 1));
const steps = maze.solve(0, maze.cells.length - 1);
console.log(maze.toString());
console.log(`${steps} steps, ${maze.deadEnds()} dead ends`);

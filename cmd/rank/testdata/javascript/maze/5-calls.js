'use strict';

// usage: node maze.js [width] [height] [seed]

const WAYS = {
  north: { mask: 1, reverse: 4, x: 0, y: -1 },
  east: { mask: 2, reverse: 8, x: 1, y: 0 },
  south: { mask: 4, reverse: 1, x: 0, y: 1 },
  west: { mask: 8, reverse: 2, x: -1, y: 0 },
};
const SYMBOLS = { wall: '##', floor: '  ', path: '. ', start: 'S ', goal: 'G ' };

function bounded(most, least, fallback, title, word) {
  const n = word === undefined ? fallback : Number(word);
  const good = Number.isInteger(n) && n >= least && n <= most;
  if (!good) throw new RangeError(`${title} has to be between ${least} and ${most}, not ${word}`);
  return n;
}

function advance(state) {
  return (Math.imul(state, 1664525) + 1013904223) >>> 0;
}

function fraction(state) {
  return (state >>> 8) / 0x1000000;
}

function choose(fractionOfOne, options) {
  return options[Math.floor(fractionOfOne * options.length)];
}

const within = (limit, n) => n >= 0 && n < limit;
const newGrid = (w, h) => ({ w, h, links: new Uint8Array(w * h) });
const columnOf = (grid, field) => field % grid.w;
const rowOf = (grid, field) => Math.floor(field / grid.w);

function step(grid, way, field) {
  const x = columnOf(grid, field) + way.x;
  const y = rowOf(grid, field) + way.y;
  return within(grid.w, x) && within(grid.h, y) ? y * grid.w + x : -1;
}

function moves(grid, field) {
  return Object.values(WAYS)
    .map((way) => ({ way, goal: step(grid, way, field) }))
    .filter(({ goal }) => goal >= 0);
}

function unvisited(grid, field) {
  return moves(grid, field).filter(({ goal }) => grid.links[goal] === 0);
}

function connected(grid, field) {
  return moves(grid, field).filter(({ way }) => grid.links[field] & way.mask).map(({ goal }) => goal);
}

function breakWall(grid, { way, goal }, field) {
  grid.links[field] |= way.mask;
  grid.links[goal] |= way.reverse;
}

function generate(seed, h, w) {
  const grid = newGrid(w, h);
  let state = (seed ^ 0x2545f491) >>> 0;
  const stack = [0];
  while (stack.length > 0) {
    const field = stack[stack.length - 1];
    const options = unvisited(grid, field);
    if (options.length === 0) {
      stack.pop();
    } else {
      state = advance(state);
      const move = choose(fraction(state), options);
      breakWall(grid, move, field);
      stack.push(move.goal);
    }
  }
  return grid;
}

function expand(grid, field, origins, queue) {
  for (const goal of connected(grid, field)) {
    if (!origins.has(goal)) {
      origins.set(goal, field);
      queue.push(goal);
    }
  }
}

function backtrack(origins, last) {
  const route = [];
  for (let field = last; field !== null; field = origins.get(field)) route.push(field);
  return route.reverse();
}

function shortest(grid, last, first) {
  const origins = new Map([[first, null]]);
  const queue = [first];
  for (const field of queue) {
    if (field === last) return backtrack(origins, last);
    expand(grid, field, origins, queue);
  }
  return [];
}

function count(grid, degree) {
  let n = 0;
  for (let field = 0; field < grid.links.length; field++) {
    if (degree(connected(grid, field).length)) n += 1;
  }
  return n;
}

class Canvas {
  constructor(grid) {
    this.grid = grid;
    this.rows = [];
    for (let r = 0; r <= 2 * grid.h; r++) this.rows.push(Array(2 * grid.w + 1).fill('wall'));
  }

  spot(kind, field) {
    this.put(kind, 2 * columnOf(this.grid, field) + 1, 2 * rowOf(this.grid, field) + 1);
  }

  bridge(kind, to, from) {
    const { grid } = this;
    this.spot(kind, to);
    this.put(kind, columnOf(grid, from) + columnOf(grid, to) + 1, rowOf(grid, from) + rowOf(grid, to) + 1);
  }

  put(kind, column, row) {
    this.rows[row][column] = kind;
  }

  text() {
    return this.rows.map((row) => row.map((kind) => SYMBOLS[kind]).join('')).join('\n');
  }
}

function drawing(route, grid) {
  const canvas = new Canvas(grid);
  for (let field = 0; field < grid.links.length; field++) {
    connected(grid, field).forEach((goal) => canvas.bridge('floor', goal, field));
  }
  route.slice(1).forEach((field, i) => canvas.bridge('path', field, route[i]));
  canvas.spot('start', route[0]);
  canvas.spot('goal', route[route.length - 1]);
  return canvas.text();
}

function statistics(route, grid) {
  const deadEnds = count(grid, (degree) => degree === 1);
  const corridors = count(grid, (degree) => degree === 2);
  const junctions = count(grid, (degree) => degree > 2);
  return `path ${route.length} cells, ${deadEnds} dead ends, ${corridors} corridors\n${junctions} junctions`;
}

function main([w, h, seed]) {
  const width = bounded(60, 2, 12, 'width', w);
  const height = bounded(60, 2, 8, 'height', h);
  const grid = generate(bounded(2 ** 31, 0, 1, 'seed', seed), height, width);
  const route = shortest(grid, width * height - 1, 0);
  console.log(drawing(route, grid));
  console.log(statistics(route, grid));
}

try {
  main(process.argv.slice(2));
} catch (problem) {
  console.error(problem.message);
  process.exitCode = 2;
}

'use strict';

// A maze is { width, height, open } where open holds "a-b" for two cells
// without a wall between them, a < b.

const random = (seed) => {
  let state = seed >>> 0 || 1;
  return (limit) => {
    // xorshift
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
};

const shuffled = (list, below) =>
  list.reduce((done, value) => {
    const at = below(done.length + 1);
    return [...done.slice(0, at), value, ...done.slice(at)];
  }, []);

const edge = (a, b) => (a < b ? `${a}-${b}` : `${b}-${a}`);

const around = (width, height, cell) => {
  const x = cell % width;
  const y = Math.floor(cell / width);
  return [
    y > 0 && cell - width,
    x < width - 1 && cell + 1,
    y < height - 1 && cell + width,
    x > 0 && cell - 1,
  ].filter((n) => n !== false);
};

/** Depth first: the path is a linked list of { cell, before }. */
function generate(width, height, seed) {
  const below = random(seed);
  const seen = new Set([0]);
  const open = new Set();
  let path = { cell: 0, before: null };
  while (path !== null) {
    const { cell } = path;
    const [next] = shuffled(around(width, height, cell).filter((n) => !seen.has(n)), below);
    if (next === undefined) {
      path = path.before;
    } else {
      seen.add(next);
      open.add(edge(cell, next));
      path = { cell: next, before: path };
    }
  }
  return { width, height, open };
}

const exits = ({ width, height, open }, cell) =>
  around(width, height, cell).filter((n) => open.has(edge(cell, n)));

const cells = ({ width, height }) => Array.from({ length: width * height }, (_, i) => i);

/** Breadth first search, one whole distance at a time. */
function solve(maze, start, goal) {
  const wave = (parents, front) => {
    if (front.length === 0 || parents.has(goal)) return parents;
    const found = front.flatMap((cell) =>
      exits(maze, cell).filter((n) => !parents.has(n)).map((n) => [n, cell]));
    const fresh = new Map(found);
    return wave(new Map([...parents, ...fresh]), [...fresh.keys()]);
  };
  const parents = wave(new Map([[start, null]]), [start]);
  const back = (cell) => (cell === null ? [] : [...back(parents.get(cell)), cell]);
  return parents.has(goal) ? back(goal) : [];
}

const deadEnds = (maze) => cells(maze).filter((cell) => exits(maze, cell).length === 1);

function draw(maze, path) {
  const { width, height, open } = maze;
  const way = new Set(path);
  const steps = new Set(path.slice(1).map((cell, i) => edge(path[i], cell)));
  const row = (y) => Array.from({ length: width }, (_, x) => y * width + x);
  const passage = (a, b) => (steps.has(edge(a, b)) ? '.' : ' ');
  const rooms = (y) => row(y).map((cell) => {
    const body = ` ${way.has(cell) ? '.' : ' '} `;
    return body + (open.has(edge(cell, cell + 1)) && (cell + 1) % width ? passage(cell, cell + 1) : '|');
  }).join('');
  const floor = (y) => row(y).map((cell) => {
    const below = cell + width;
    return open.has(edge(cell, below)) ? ` ${passage(cell, below)} +` : '---+';
  }).join('');
  const lines = Array.from({ length: height }, (_, y) => [`|${rooms(y)}`, `+${floor(y)}`]).flat();
  return [`+${'---+'.repeat(width)}`, ...lines].join('\n');
}

const [width = 12, height = 6, seed = 1] = process.argv.slice(2).map(Number);
if (![width, height, seed].every(Number.isInteger) || width < 1 || height < 1) {
  console.error('usage: maze.js [WIDTH [HEIGHT [SEED]]]');
  process.exit(2);
}
const maze = generate(width, height, seed);
const path = solve(maze, 0, width * height - 1);
console.log(draw(maze, path));
console.log(`${path.length - 1} steps, ${deadEnds(maze).length} dead ends`);

'use strict';

/* Prints a labyrinth and the way through it. */

const ARGUMENTS = [
  { title: 'width', maximum: 60, minimum: 2, standard: 12 },
  { title: 'height', maximum: 60, minimum: 2, standard: 8 },
  { title: 'seed', maximum: 2 ** 31, minimum: 0, standard: 1 },
];
const PICTURES = { goal: 'G ', start: 'S ', path: '. ', floor: '  ', wall: '##' };
const COMPASS = {
  north: { stepY: -1, stepX: 0, inverse: 4, code: 1 },
  east: { stepY: 0, stepX: 1, inverse: 8, code: 2 },
  south: { stepY: 1, stepX: 0, inverse: 1, code: 4 },
  west: { stepY: 0, stepX: -1, inverse: 2, code: 8 },
};

function* stream(seed) {
  const divisor = 0x1000000;
  let register = (0x2545f491 ^ seed) >>> 0;
  for (;;) {
    register = (1013904223 + Math.imul(1664525, register)) >>> 0;
    const value = (register >>> 8) / divisor;
    yield value;
  }
}

class Grid {
  constructor(columns, rows, seed) {
    this.numbers = stream(seed);
    this.fields = new Uint8Array(rows * columns);
    this.rows = rows;
    this.columns = columns;
    const corner = 0;
    this.excavate(corner);
  }

  render(route) {
    const finish = route[route.length - 1];
    const canvasWidth = 1 + 2 * this.columns;
    const canvas = Array.from({ length: 1 + 2 * this.rows }, () => Array(canvasWidth).fill('wall'));
    const locate = (field) => [1 + 2 * Math.floor(field / this.columns), 1 + 2 * (field % this.columns)];
    const stamp = (from, to, picture) => {
      const [[rowTo, columnTo], [rowFrom, columnFrom]] = [locate(to), locate(from)];
      canvas[(rowTo + rowFrom) / 2][(columnTo + columnFrom) / 2] = picture;
      canvas[rowTo][columnTo] = picture;
    };
    for (let field = 0; this.fields.length > field; field++) {
      for (const target of this.passages(field)) stamp(field, target, 'floor');
    }
    route.forEach((field, k) => stamp(0 < k ? route[k - 1] : field, field, 'path'));
    for (const [field, picture] of [[finish, 'goal'], [route[0], 'start']]) stamp(field, field, picture);
    const strings = canvas.map((row) => row.map((picture) => PICTURES[picture]).join(''));
    return strings.join('\n');
  }

  histogram() {
    const bins = [0, 0, 0, 0, 0];
    for (let field = 0; this.fields.length > field; field++) {
      const degree = [...this.passages(field)].length;
      bins[degree] += 1;
    }
    return bins;
  }

  // first come, first served
  explore(begin, finish) {
    const line = [begin];
    const predecessor = new Map([[begin, null]]);
    for (const field of line) {
      if (finish === field) break;
      for (const target of this.passages(field)) {
        if (predecessor.has(target)) continue;
        line.push(target);
        predecessor.set(target, field);
      }
    }
    const route = [];
    if (!predecessor.has(finish)) return route;
    for (let field = finish; null !== field; field = predecessor.get(field)) route.push(field);
    route.reverse();
    return route;
  }

  *passages(field) {
    const bits = this.fields[field];
    for (const { target, heading } of this.adjacent(field)) {
      if (heading.code & bits) yield target;
    }
  }

  excavate(first) {
    const pile = [first];
    while (0 < pile.length) {
      const field = pile[pile.length - 1];
      const candidates = [...this.adjacent(field)].filter(({ target }) => 0 === this.fields[target]);
      if (0 === candidates.length) {
        pile.pop();
        continue;
      }
      const { target, heading } = this.draw(candidates);
      pile.push(target);
      this.fields[target] |= heading.inverse;
      this.fields[field] |= heading.code;
    }
  }

  *adjacent(field) {
    const column = field % this.columns;
    const row = (field - column) / this.columns;
    for (const heading of Object.values(COMPASS)) {
      const toRow = heading.stepY + row;
      const toColumn = heading.stepX + column;
      if (toRow >= 0 && toColumn >= 0 && this.rows > toRow && this.columns > toColumn) {
        const target = toColumn + toRow * this.columns;
        yield { target, heading };
      }
    }
  }

  draw(candidates) {
    const { value } = this.numbers.next();
    const index = Math.floor(candidates.length * value);
    return candidates[index];
  }
}

function interpret(texts) {
  const values = {};
  ARGUMENTS.forEach(({ title, maximum, minimum, standard }, k) => {
    const text = texts[k];
    const value = text === undefined ? standard : Number(text);
    if (value > maximum || value < minimum || !Number.isInteger(value)) {
      throw new RangeError(`${title} has to be between ${minimum} and ${maximum}, not ${text}`);
    }
    values[title] = value;
  });
  return values;
}

try {
  const { seed, height, width } = interpret(process.argv.slice(2));
  const grid = new Grid(width, height, seed);
  const [, ends, straight, ...crossings] = grid.histogram();
  const total = crossings.reduce((p, q) => q + p);
  const last = height * width - 1;
  const route = grid.explore(0, last);
  const picture = grid.render(route);
  console.log(picture);
  console.log(`path ${route.length} cells, ${ends} dead ends, ${straight} corridors`);
  console.log(`${total} junctions`);
} catch (trouble) {
  process.exitCode = 2;
  console.error(trouble.message);
}

'use strict';

// usage: node 4.js WIDTH HEIGHT SEED
const width = Number(process.argv[2]) || 12;
const height = Number(process.argv[3]) || 8;
let seed = Number(process.argv[4]) || 1;

// the picture of the maze, a cell (x, y) is at (2x+1, 2y+1)
const picture = [];

function random(n) {
  // simple random numbers, the same seed gives the same maze
  seed = (seed * 16807) % 2147483647;
  return seed % n;
}

function generate() {
  for (let y = 0; y < 2 * height + 1; y++) {
    const row = [];
    for (let x = 0; x < 2 * width + 1; x++) {
      row.push('#');
    }
    picture.push(row);
  }
  // walk and go back when there is no way
  const stack = [[0, 0]];
  picture[1][1] = ' ';
  while (stack.length > 0) {
    const x = stack[stack.length - 1][0];
    const y = stack[stack.length - 1][1];
    const ways = [];
    if (x > 0 && picture[2 * y + 1][2 * x - 1] === '#') {
      ways.push([x - 1, y]);
    }
    if (x < width - 1 && picture[2 * y + 1][2 * x + 3] === '#') {
      ways.push([x + 1, y]);
    }
    if (y > 0 && picture[2 * y - 1][2 * x + 1] === '#') {
      ways.push([x, y - 1]);
    }
    if (y < height - 1 && picture[2 * y + 3][2 * x + 1] === '#') {
      ways.push([x, y + 1]);
    }
    if (ways.length === 0) {
      stack.pop();
    } else {
      const way = ways[random(ways.length)];
      // break the wall between the two cells
      picture[y + way[1] + 1][x + way[0] + 1] = ' ';
      picture[2 * way[1] + 1][2 * way[0] + 1] = ' ';
      stack.push(way);
    }
  }
}

function solve() {
  const from = [];
  for (let y = 0; y < picture.length; y++) {
    from.push([]);
  }
  const list = [[1, 1]];
  from[1][1] = 'start';
  let steps = 0;
  while (list.length > 0) {
    const [x, y] = list.shift();
    if (x === 2 * width - 1 && y === 2 * height - 1) {
      // go back and draw the path
      let p = [x, y];
      while (p !== 'start') {
        picture[p[1]][p[0]] = '.';
        steps = steps + 1;
        p = from[p[1]][p[0]];
      }
      return steps;
    }
    const around = [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
    for (let i = 0; i < 4; i++) {
      const nx = around[i][0];
      const ny = around[i][1];
      if (picture[ny][nx] !== '#' && from[ny][nx] === undefined) {
        from[ny][nx] = [x, y];
        list.push([nx, ny]);
      }
    }
  }
  return -1;
}

function countDeadEnds() {
  let count = 0;
  for (let y = 1; y < picture.length; y = y + 2) {
    for (let x = 1; x < picture[y].length; x = x + 2) {
      let walls = 0;
      if (picture[y - 1][x] === '#') {
        walls = walls + 1;
      }
      if (picture[y + 1][x] === '#') {
        walls = walls + 1;
      }
      if (picture[y][x - 1] === '#') {
        walls = walls + 1;
      }
      if (picture[y][x + 1] === '#') {
        walls = walls + 1;
      }
      if (walls === 3) {
        count = count + 1;
      }
    }
  }
  return count;
}

generate();
const deadEnds = countDeadEnds();
const steps = solve();
for (let y = 0; y < picture.length; y++) {
  console.log(picture[y].join(''));
}
console.log('path has ' + steps + ' fields');
console.log('dead ends: ' + deadEnds);

'use strict';

const DIRECTIONS = [
  { name: 'north', rowStep: -1, columnStep: 0, opposite: 'south' },
  { name: 'east', rowStep: 0, columnStep: 1, opposite: 'west' },
  { name: 'south', rowStep: 1, columnStep: 0, opposite: 'north' },
  { name: 'west', rowStep: 0, columnStep: -1, opposite: 'east' },
];

/** A linear congruential generator, so that a seed always gives the same maze. */
class SeededRandom {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  nextBelow(limit) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 4294967296) * limit);
  }
}

class Maze {
  constructor(rowCount, columnCount) {
    this.rowCount = rowCount;
    this.columnCount = columnCount;
    this.cells = [];
    for (let row = 0; row < rowCount; row += 1) {
      for (let column = 0; column < columnCount; column += 1) {
        this.cells.push({ row, column, exits: new Set() });
      }
    }
  }

  cellAt(row, column) {
    const isInside = row >= 0 && row < this.rowCount && column >= 0 && column < this.columnCount;
    return isInside ? this.cells[row * this.columnCount + column] : undefined;
  }

  neighbourOf(cell, direction) {
    return this.cellAt(cell.row + direction.rowStep, cell.column + direction.columnStep);
  }

  openWall(cell, direction) {
    cell.exits.add(direction.name);
    this.neighbourOf(cell, direction).exits.add(direction.opposite);
  }

  countDeadEnds() {
    return this.cells.filter((cell) => cell.exits.size === 1).length;
  }
}

/** Carves passages by depth-first search with an explicit stack. */
function generateMaze(rowCount, columnCount, random) {
  const maze = new Maze(rowCount, columnCount);
  const start = maze.cellAt(0, 0);
  const visitedCells = new Set([start]);
  const stack = [start];
  while (stack.length > 0) {
    const current = stack[stack.length - 1];
    const possibleDirections = DIRECTIONS.filter((direction) => {
      const neighbour = maze.neighbourOf(current, direction);
      return neighbour !== undefined && !visitedCells.has(neighbour);
    });
    if (possibleDirections.length === 0) {
      stack.pop();
      continue;
    }
    const direction = possibleDirections[random.nextBelow(possibleDirections.length)];
    const neighbour = maze.neighbourOf(current, direction);
    maze.openWall(current, direction);
    visitedCells.add(neighbour);
    stack.push(neighbour);
  }
  return maze;
}

/** Breadth-first search; returns the cells of the shortest path. */
function solveMaze(maze, start, goal) {
  const predecessors = new Map([[start, null]]);
  const queue = [start];
  while (queue.length > 0 && !predecessors.has(goal)) {
    const current = queue.shift();
    for (const direction of DIRECTIONS) {
      const neighbour = maze.neighbourOf(current, direction);
      if (current.exits.has(direction.name) && !predecessors.has(neighbour)) {
        predecessors.set(neighbour, current);
        queue.push(neighbour);
      }
    }
  }
  return collectPath(predecessors, goal);
}

function collectPath(predecessors, goal) {
  const path = [];
  for (let cell = goal; cell; cell = predecessors.get(cell)) {
    path.unshift(cell);
  }
  return path;
}

function formatMaze(maze, path) {
  const pathCells = new Set(path);
  const lines = ['+' + '---+'.repeat(maze.columnCount)];
  for (let row = 0; row < maze.rowCount; row += 1) {
    let cellLine = '|';
    let wallLine = '+';
    for (let column = 0; column < maze.columnCount; column += 1) {
      const cell = maze.cellAt(row, column);
      cellLine += (pathCells.has(cell) ? ' * ' : '   ') + (cell.exits.has('east') ? ' ' : '|');
      wallLine += (cell.exits.has('south') ? '   ' : '---') + '+';
    }
    lines.push(cellLine, wallLine);
  }
  return lines.join('\n');
}

function main([rowsText = '10', columnsText = '16', seedText = '1']) {
  const rowCount = Number(rowsText);
  const columnCount = Number(columnsText);
  if (!(rowCount > 0 && columnCount > 0)) {
    console.error('usage: node maze.js [ROWS [COLUMNS [SEED]]]');
    process.exitCode = 2;
    return;
  }
  const maze = generateMaze(rowCount, columnCount, new SeededRandom(Number(seedText)));
  const path = solveMaze(maze, maze.cellAt(0, 0), maze.cellAt(rowCount - 1, columnCount - 1));
  console.log(formatMaze(maze, path));
  console.log(`path of ${path.length} cells, ${maze.countDeadEnds()} dead ends`);
}

main(process.argv.slice(2));

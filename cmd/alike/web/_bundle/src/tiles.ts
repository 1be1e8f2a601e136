// The layout of the map: folders as nested rectangles, by bytes.

import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { children, tree } from "./data";

export interface Tile { folder: number; own: boolean; depth: number; x: number; y: number; width: number; height: number; named: boolean; open: boolean }

// Node is a folder, or the files directly in folder f, which have the number -2-f.
interface Node { folder: number; bytes: number; below: Node[] }

const levels = 3;
const most = 800; // tiles; the largest are kept
export const header = 20; // pixels for the name of a folder with others inside

// layout lays out the folders below some folders. Files directly in a folder take the space
// that its subfolders leave.
export function layout(of: number[], width: number, height: number): Tile[] {
  const { bytes } = tree();
  const node = (folder: number, depth: number): Node => {
    const inside = depth < levels ? children()[folder].filter((child) => bytes[child] > 0) : [];
    const below = inside.map((child) => node(child, depth + 1));
    const own = bytes[folder] - inside.reduce((sum, child) => sum + bytes[child], 0);
    if (below.length > 0 && own > 0) below.push({ folder: -2 - folder, bytes: own, below: [] });
    return { folder, bytes: below.length > 0 ? 0 : bytes[folder], below };
  };
  const top: Node = { folder: -1, bytes: 0, below: of.filter((folder) => bytes[folder] > 0).map((folder) => node(folder, 1)) };
  if (top.below.length === 0 || width < 20 || height < 20) return [];
  const root = hierarchy(top, (n) => n.below).sum((n) => n.bytes).sort((a, b) => b.value! - a.value!);
  const laid = treemap<Node>().tile(treemapSquarify.ratio(1.4)).size([width, height]).round(true)
    .paddingInner(2).paddingTop((n) => (n.depth > 0 ? header : 0)).paddingRight((n) => (n.depth > 0 ? 3 : 0))
    .paddingBottom((n) => (n.depth > 0 ? 3 : 0)).paddingLeft((n) => (n.depth > 0 ? 3 : 0))(root);
  const tiles: Tile[] = [];
  laid.eachBefore((n) => {
    const own = n.data.folder < -1;
    const width = n.x1 - n.x0, height = n.y1 - n.y0;
    if (n.depth === 0 || width < 5 || height < 5) return;
    tiles.push({
      folder: own ? -2 - n.data.folder : n.data.folder, own, depth: n.depth, x: n.x0, y: n.y0, width, height,
      named: width > 44 && height >= 18, open: n.data.below.length > 0,
    });
  });
  return drawn(tiles);
}

// drawn keeps the largest tiles. A folder without a tile inside is not open.
function drawn(tiles: Tile[]): Tile[] {
  const largest = new Set(tiles.toSorted((a, b) => b.width * b.height - a.width * a.height).slice(0, most));
  const kept = tiles.filter((t) => largest.has(t));
  const open = new Set(kept.map((t) => (t.own ? t.folder : tree().parent[t.folder])));
  for (const t of kept) t.open = t.open && open.has(t.folder);
  return kept;
}

// beside returns the tile that an arrow key leads to: the nearest in that direction.
export function beside(tiles: Tile[], from: Tile, dx: number, dy: number): Tile | undefined {
  const middle = (t: Tile): [number, number] => [t.x + t.width / 2, t.y + Math.min(t.height, 2 * header) / 2];
  const [x, y] = middle(from);
  let best: Tile | undefined;
  let least = Infinity;
  for (const t of tiles) {
    if (t === from) continue;
    const [tx, ty] = middle(t);
    const along = (tx - x) * dx + (ty - y) * dy;
    const across = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    const distance = along + 3 * across;
    if (along > 1 && distance < least) {
      least = distance;
      best = t;
    }
  }
  return best;
}

// The files and links of the graph, and where they are drawn.

import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation, type SimulationLinkDatum, type SimulationNodeDatum } from "d3-force";
import { packSiblings } from "d3-hierarchy";
import { groupOf, pairs } from "./data";

export interface Dot extends SimulationNodeDatum { file: number; x: number; y: number; degree: number; hue: number; cluster: number; cx: number; cy: number }
export interface Link extends SimulationLinkDatum<Dot> { source: Dot; target: Dot; pair: number }
export interface Network { dots: Dot[]; links: Link[]; clusters: number; cut: boolean; of: Map<number, Dot> }

export const mostDots = 5000;
const mostLinks = 20_000;
const hues = 6;

// network takes the pairs with at least a share, strongest first, until there are 5,000 files.
// aspect is the width of the picture by its height.
export function network(least: number, aspect: number): Network {
  const p = pairs();
  const of = new Map<number, Dot>();
  const links: Link[] = [];
  let cut = false;
  const dot = (file: number): Dot => {
    let d = of.get(file);
    if (!d) {
      const group = groupOf().get(file);
      d = { file, x: 0, y: 0, degree: 0, hue: group === undefined ? -1 : group % hues, cluster: -1, cx: 0, cy: 0 };
      of.set(file, d);
    }
    return d;
  };
  for (let i = 0; i < p.a.length; i++) {
    if (p.by[i] < least) continue;
    const fresh = Number(!of.has(p.a[i])) + Number(!of.has(p.b[i]));
    if (of.size + fresh > mostDots || links.length >= mostLinks) {
      cut = true;
      continue;
    }
    const [source, target] = [dot(p.a[i]), dot(p.b[i])];
    source.degree++;
    target.degree++;
    links.push({ source, target, pair: i });
  }
  const dots = [...of.values()];
  const clusters = place(dots, links, Math.max(0.5, Math.min(2, aspect)));
  return { dots, links, clusters, cut, of };
}

// place finds the connected files and puts each cluster into a circle of its own, large
// ones in the middle. So clusters do not lie on each other, and the forces only have to
// arrange the files of each. The circles are spread to the shape of the picture.
function place(dots: Dot[], links: Link[], aspect: number): number {
  const near = new Map<Dot, Dot[]>(dots.map((d) => [d, []]));
  for (const { source, target } of links) {
    near.get(source)!.push(target);
    near.get(target)!.push(source);
  }
  const clusters: Dot[][] = [];
  for (const start of dots) {
    if (start.cluster >= 0) continue;
    const members = [start];
    start.cluster = clusters.length;
    for (let i = 0; i < members.length; i++) {
      for (const next of near.get(members[i])!) {
        if (next.cluster >= 0) continue;
        next.cluster = clusters.length;
        members.push(next);
      }
    }
    clusters.push(members);
  }
  const circles = clusters.map((members) => ({ members, r: 7 + 10 * Math.sqrt(members.length), x: 0, y: 0 })).sort((a, b) => b.r - a.r);
  for (const { members, x: packedX, y: packedY } of packSiblings(circles)) {
    const x = packedX * Math.max(1, aspect), y = packedY * Math.max(1, 1 / aspect);
    members.forEach((d, i) => {
      const radius = 9 * Math.sqrt(i), angle = i * 2.399963; // the golden angle: evenly spread
      [d.cx, d.cy] = [x, y];
      [d.x, d.y] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
  }
  return clusters.length;
}

// arrange returns the simulation that arranges the files, in fewer steps if there are many.
// It is not started.
export function arrange(net: Network): Simulation<Dot, Link> {
  return forceSimulation<Dot, Link>(net.dots).stop().alphaDecay(Math.max(0.035, Math.min(0.1, net.dots.length / 30_000)))
    .force("link", forceLink<Dot, Link>(net.links).distance(24).strength((l) => 1 / Math.max(1, Math.min(l.source.degree, l.target.degree))))
    .force("charge", forceManyBody<Dot>().strength(-22).distanceMax(120).theta(1))
    .force("x", forceX<Dot>((d) => d.cx).strength(0.11))
    .force("y", forceY<Dot>((d) => d.cy).strength(0.11))
    .force("collide", forceCollide<Dot>(6).iterations(1));
}

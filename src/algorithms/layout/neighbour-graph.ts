import { type NeighbourLists, NOBODY } from './neighbour-lists.js';

/** What draws points together: each edge with its strength, above 0 and at most 1. Every edge is there in both directions. */
export interface NeighbourGraph {
  from: Int32Array;
  to: Int32Array;
  strength: Float32Array;
}

const BISECTIONS = 32;

/**
 * How strongly neighbours belong together, as UMAP has it (McInnes et al. 2018): the nearest neighbour of a point fully, others less
 * the farther they are, on a scale of the point's own, so that sparse regions hold together as well as dense ones.
 */
export function neighbourGraph(lists: NeighbourLists): NeighbourGraph {
  const oneSided = oneSidedStrengths(lists);
  const from: number[] = [];
  const to: number[] = [];
  const strength: number[] = [];
  for (let point = 0; point < lists.count; point++) {
    for (let at = point * lists.size; at < (point + 1) * lists.size; at++) {
      const neighbour = lists.ids[at];
      if (neighbour === NOBODY) break;
      const back = placeOf(lists, neighbour, point);
      // Where each is a neighbour of the other, the edge is made once, from the smaller.
      if (back !== NOBODY && neighbour < point) continue;
      const returned = back === NOBODY ? 0 : oneSided[back];
      const both = oneSided[at] + returned - oneSided[at] * returned;
      from.push(point, neighbour);
      to.push(neighbour, point);
      strength.push(both, both);
    }
  }
  return { from: Int32Array.from(from), to: Int32Array.from(to), strength: Float32Array.from(strength) };
}

function placeOf(lists: NeighbourLists, point: number, neighbour: number): number {
  for (let at = point * lists.size; at < (point + 1) * lists.size; at++) if (lists.ids[at] === neighbour) return at;
  return NOBODY;
}

function oneSidedStrengths(lists: NeighbourLists): Float32Array {
  const strengths = new Float32Array(lists.ids.length);
  const distances = new Float64Array(lists.size);
  for (let point = 0; point < lists.count; point++) {
    const start = point * lists.size;
    const nearest = 1 - lists.cosines[start];
    for (let i = 0; i < lists.size; i++) distances[i] = Math.max(0, 1 - lists.cosines[start + i] - nearest);
    const scale = scaleOf(distances);
    for (let i = 0; i < lists.size; i++) strengths[start + i] = Math.exp(-distances[i] / scale);
  }
  return strengths;
}

/**
 * UMAP's bandwidth of a point: with it, the weights of its edges sum to log₂ of the number of neighbours, so that points in dense and in
 * sparse places have about the same number of effective neighbours.
 */
function scaleOf(distances: Float64Array): number {
  const wanted = Math.log2(distances.length);
  let low = 0;
  let high = 4;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (let j = 0; j < distances.length; j++) sum += Math.exp(-distances[j] / middle);
    if (sum > wanted) high = middle;
    else low = middle;
  }
  return Math.max(high, 1e-6);
}

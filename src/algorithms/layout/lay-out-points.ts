import { arrangePoints } from './arrange-points.js';
import type { Directions } from './directions.js';
import { nearestNeighbours } from './nearest-neighbours.js';
import { neighbourGraph } from './neighbour-graph.js';
import { type NeighbourLists, NOBODY } from './neighbour-lists.js';
import { principalComponents } from './principal-components.js';

export interface LayoutOptions {
  random: () => number;
  /** Told how far it is, from 0 to 1. */
  onProgress: (done: number) => void;
  /** Where points were before, x and y in turns, NaN for those that were not there: the new layout is like the old one. */
  earlier?: Float32Array | null;
}

const NEIGHBOURS = 15;
const EPOCHS = 300;
/** Many points need fewer epochs, and have less time for each. */
const EPOCHS_OF_MANY = 200;
const MANY = 20_000;
/** Points that only have to adjust themselves need fewer as well. */
const EPOCHS_FROM_EARLIER = 100;
/** How far points lie from the middle at first: few need less room, or there would be little but emptiness between them. */
const MOST_EXTENT = 10;
const EXTENT_OF_ONE = 0.35;
/** With fewer points than this, there is nothing to arrange: directions alone place them. */
const FEWEST_ARRANGED = 8;
/** What part of the time the search for neighbours takes. */
const SEARCHING = 0.5;

/** Places points in two dimensions so that those with similar directions lie near each other: x and y in turns. */
export function layOutPoints(
  directions: Directions,
  { random, onProgress, earlier = null }: LayoutOptions,
): Float32Array {
  const fromNothing = () => spreadOut(principalComponents(directions, random), random);
  if (directions.count < FEWEST_ARRANGED) return fromNothing();
  const lists = nearestNeighbours(directions, {
    size: NEIGHBOURS,
    random,
    onProgress: (done) => onProgress(SEARCHING * done),
  });
  const positions = earlier === null ? fromNothing() : placeNewcomers(earlier, lists, random);
  arrangePoints({
    graph: neighbourGraph(lists),
    positions,
    epochs: earlier === null ? (directions.count > MANY ? EPOCHS_OF_MANY : EPOCHS) : EPOCHS_FROM_EARLIER,
    random,
    onProgress: (done) => onProgress(SEARCHING + (1 - SEARCHING) * done),
  });
  return positions;
}

/** On one scale, whatever the directions; and copies of one document beside each other, so that they can part. */
function spreadOut(positions: Float32Array, random: () => number): Float32Array {
  const widest = positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const extent = Math.min(MOST_EXTENT, EXTENT_OF_ONE * Math.sqrt(positions.length / 2));
  return positions.map((value) => (extent * value) / widest + (random() - 0.5) / 1000);
}

/** Points without a place begin in the midst of their neighbours that have one, or anywhere. */
function placeNewcomers(earlier: Float32Array, lists: NeighbourLists, random: () => number): Float32Array {
  const positions = earlier.slice();
  for (let point = 0; point < lists.count; point++) {
    if (!Number.isNaN(earlier[2 * point])) continue;
    const neighbours = lists.ids.subarray(point * lists.size, (point + 1) * lists.size);
    const placed = neighbours.filter((neighbour) => neighbour !== NOBODY && !Number.isNaN(earlier[2 * neighbour]));
    for (const axis of [0, 1]) {
      const anywhere = (random() - 0.5) * MOST_EXTENT;
      const sum = placed.reduce((total, neighbour) => total + earlier[2 * neighbour + axis], 0);
      positions[2 * point + axis] = placed.length === 0 ? anywhere : sum / placed.length + (random() - 0.5) / 1000;
    }
  }
  return positions;
}

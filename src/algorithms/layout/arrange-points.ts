import type { NeighbourGraph } from './neighbour-graph.js';

export interface Arrangement {
  graph: NeighbourGraph;
  /** x and y of each point in turns: where they start, and where they are afterwards. */
  positions: Float32Array;
  epochs: number;
  random: () => number;
  /** Told how far it is, from 0 to 1. */
  onProgress: (done: number) => void;
}

/** How close neighbours come: similarity is taken to be 1 / (1 + NEARNESS · distance²). */
const NEARNESS = 1.6;
/** Random points that are pushed away for each neighbour that is drawn near. */
const PUSHED = 5;
const LONGEST_STEP = 4;
/**
 * What draws all points to the middle. Where few fall into groups that have nothing in common, these would be pushed ever farther apart, and a
 * map would show little but emptiness. Many need none of it: it costs them neighbours.
 */
const MOST_GRAVITY = 0.1;
const GRAVITY_OF_ONE = 10;
/** Keeps points that lie on one another from being pushed away for ever. */
const LEAST_DISTANCE = 0.001;

/**
 * Draws neighbours together and pushes random others apart, in ever smaller steps (UMAP's stochastic gradient descent). A strong edge is
 * drawn in every epoch, a weak one in fewer.
 */
export function arrangePoints({ graph, positions, epochs, random, onProgress }: Arrangement): void {
  const { from, to, strength } = graph;
  const points = positions.length / 2;
  const strongest = strength.reduce((most, one) => Math.max(most, one), 0);
  const due = new Float32Array(strength.length);
  for (let edge = 0; edge < due.length; edge++) due[edge] = strongest / strength[edge];
  const next = due.slice();
  const gravity = Math.min(MOST_GRAVITY, GRAVITY_OF_ONE / points);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = 1 - epoch / epochs;
    for (let edge = 0; edge < from.length; edge++) {
      if (next[edge] > epoch + 1) continue;
      next[edge] += due[edge];
      drawTogether(positions, 2 * from[edge], 2 * to[edge], rate);
      for (let pushed = 0; pushed < PUSHED; pushed++) {
        pushAway(positions, 2 * from[edge], 2 * Math.floor(random() * points), rate);
      }
    }
    drawToMiddle(positions, rate * gravity);
    onProgress((epoch + 1) / epochs);
  }
}

function drawToMiddle(positions: Float32Array, gravity: number): void {
  for (let i = 0; i < positions.length; i++) positions[i] *= 1 - gravity;
}

function drawTogether(positions: Float32Array, one: number, other: number, rate: number): void {
  const x = positions[one] - positions[other];
  const y = positions[one + 1] - positions[other + 1];
  const pull = (-2 * NEARNESS) / (1 + NEARNESS * (x * x + y * y));
  const stepX = rate * bounded(pull * x);
  const stepY = rate * bounded(pull * y);
  positions[one] += stepX;
  positions[one + 1] += stepY;
  positions[other] -= stepX;
  positions[other + 1] -= stepY;
}

function pushAway(positions: Float32Array, one: number, other: number, rate: number): void {
  if (one === other) return;
  const x = positions[one] - positions[other];
  const y = positions[one + 1] - positions[other + 1];
  const squared = x * x + y * y;
  const push = 2 / ((LEAST_DISTANCE + squared) * (1 + NEARNESS * squared));
  positions[one] += rate * bounded(push * x);
  positions[one + 1] += rate * bounded(push * y);
}

function bounded(step: number): number {
  return Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step));
}

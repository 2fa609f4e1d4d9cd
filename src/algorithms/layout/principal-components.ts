import type { Directions } from './directions.js';

const ROUNDS = 12;
/** Enough to tell in which directions points differ most. */
const MOST_EXAMINED = 4_000;

/** The points along the two directions in which they differ most, x and y in turns. */
export function principalComponents(directions: Directions, random: () => number): Float32Array {
  const { count, dimensions } = directions;
  const step = Math.max(1, count / MOST_EXAMINED);
  const examined = Int32Array.from({ length: Math.floor(count / step) }, (_, i) => Math.floor(i * step));
  const mean = meanOf(directions, examined);
  const axes = [0, 1].map(() => Float64Array.from({ length: dimensions }, () => random() - 0.5));
  for (let round = 0; round < ROUNDS; round++) {
    makeUpright(axes);
    for (const axis of axes) axis.set(turned(axis, directions, mean, examined));
  }
  makeUpright(axes);
  const positions = new Float32Array(2 * count);
  axes.forEach((axis, which) => {
    const ofMean = product(axis, mean);
    for (let point = 0; point < count; point++) {
      positions[2 * point + which] = product(axis, directions.row(point)) * directions.inverseLength(point) - ofMean;
    }
  });
  return positions;
}

function meanOf(directions: Directions, examined: Int32Array): Float64Array {
  const mean = new Float64Array(directions.dimensions);
  for (const point of examined) addTo(mean, directions.row(point), directions.inverseLength(point) / examined.length);
  return mean;
}

/** One step of power iteration: the axis turns towards where the points are spread out. */
function turned(axis: Float64Array, directions: Directions, mean: Float64Array, examined: Int32Array): Float64Array {
  const sum = new Float64Array(axis.length);
  const ofMean = product(axis, mean);
  let total = 0;
  for (const point of examined) {
    const row = directions.row(point);
    const along = product(axis, row) * directions.inverseLength(point) - ofMean;
    addTo(sum, row, along * directions.inverseLength(point));
    total += along;
  }
  addTo(sum, mean, -total);
  return sum;
}

/** Unit lengths, and the second at a right angle to the first (Gram–Schmidt). */
function makeUpright([first, second]: readonly Float64Array[]): void {
  toUnitLength(first);
  addTo(second, first, -product(first, second));
  toUnitLength(second);
}

function toUnitLength(vector: Float64Array): void {
  const length = Math.sqrt(product(vector, vector)) || 1;
  for (let i = 0; i < vector.length; i++) vector[i] /= length;
}

function product(one: Float64Array, other: Float64Array | Int8Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
}

function addTo(sum: Float64Array, vector: Float64Array | Int8Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] += weight * vector[i];
}

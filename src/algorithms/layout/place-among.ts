import type { Directions } from './directions.js';

const NEIGHBOURS = 5;

/**
 * Where a further point lies among points that have places: at the median of its nearest neighbours, which one neighbour in
 * another region does not move.
 */
export function placeAmong(directions: Directions, positions: Float32Array, direction: Int8Array): [number, number] {
  if (directions.count === 0) return [0, 0];
  const nearest = nearestRows(directions.cosinesWith(direction), Math.min(NEIGHBOURS, directions.count));
  const middle = (axis: number) => median(nearest.map((row) => positions[2 * row + axis]));
  return [middle(0), middle(1)];
}

function nearestRows(cosines: Float32Array, count: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < cosines.length; row++) {
    if (rows.length === count && cosines[row] <= cosines[rows[count - 1]]) continue;
    let place = rows.length;
    while (place > 0 && cosines[rows[place - 1]] < cosines[row]) place--;
    rows.splice(place, 0, row);
    rows.length = Math.min(rows.length, count);
  }
  return rows;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

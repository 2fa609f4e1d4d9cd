/** How coarsely a map is divided. */
export interface RegionScale {
  /** How far a point spreads, as a part of the width of the map. */
  blur: number;
  most: number;
  /** The fewest points of a region. */
  fewest: number;
}

const GRID = 128;
export const NO_REGION = -1;

/**
 * Divides points in the unit square into regions, each around a place where points lie densest. Returns the region of every point, from 0
 * for the one with most points, or `NO_REGION` for points of regions that are too small.
 */
export function denseRegions(x: Float32Array, y: Float32Array, { blur, most, fewest }: RegionScale): Int32Array {
  const cells = Int32Array.from(x, (_, point) => cellOf(x[point], y[point]));
  const peaks = peaksOf(densities(cells, Math.max(1, Math.round(blur * GRID))));
  const counts = new Map<number, number>();
  for (const cell of cells) counts.set(peaks[cell], (counts.get(peaks[cell]) ?? 0) + 1);
  const largest = [...counts]
    .filter(([, count]) => count >= fewest)
    .sort(([onePeak, one], [otherPeak, other]) => other - one || onePeak - otherPeak)
    .slice(0, most);
  const regions = new Map(largest.map(([peak], region) => [peak, region]));
  return cells.map((cell) => regions.get(peaks[cell]) ?? NO_REGION);
}

function cellOf(x: number, y: number): number {
  const along = (value: number) => Math.max(0, Math.min(GRID - 1, Math.floor(value * GRID)));
  return along(y) * GRID + along(x);
}

/** How many points lie around each cell: their number, blurred along both axes, twice each, which is nearly a bell curve. */
function densities(cells: Int32Array, reach: number): Float32Array {
  let density = new Float32Array(GRID * GRID);
  for (const cell of cells) density[cell]++;
  for (let pass = 0; pass < 2; pass++) density = blurred(blurred(density, reach, 1, GRID), reach, GRID, 1);
  return density;
}

/** Means over `reach` cells on both sides, along rows of cells that are `step` apart. */
function blurred(values: Float32Array, reach: number, step: number, rowStep: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(values.length);
  for (let row = 0; row < GRID; row++) {
    const start = row * rowStep;
    for (let at = 0; at < GRID; at++) {
      let sum = 0;
      const end = Math.min(GRID - 1, at + reach);
      for (let i = Math.max(0, at - reach); i <= end; i++)
        sum += values[start + i * step] * (reach + 1 - Math.abs(i - at));
      result[start + at * step] = sum;
    }
  }
  return result;
}

/** For each cell, the peak that is reached by always going to the densest cell around. */
function peaksOf(density: Float32Array): Int32Array {
  const peaks = new Int32Array(density.length).fill(-1);
  for (let cell = 0; cell < density.length; cell++) {
    const path: number[] = [];
    let at = cell;
    while (peaks[at] === -1) {
      path.push(at);
      const next = densestAround(density, at);
      if (next === at) peaks[at] = at;
      at = next;
    }
    for (const passed of path) peaks[passed] = peaks[at];
  }
  return peaks;
}

function densestAround(density: Float32Array, cell: number): number {
  let best = cell;
  const column = cell % GRID;
  for (let row = -GRID; row <= GRID; row += GRID) {
    for (let step = -1; step <= 1; step++) {
      const other = cell + row + step;
      if (other < 0 || other >= density.length || column + step < 0 || column + step >= GRID) continue;
      if (density[other] > density[best]) best = other;
    }
  }
  return best;
}

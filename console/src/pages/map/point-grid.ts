import type { Place } from './camera.js';

const CELLS = 64;

/** Points sorted into cells, to find the ones near a place among very many. */
export class PointGrid {
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  /** The points of cell after cell, and where each cell begins. */
  readonly #points: Uint32Array;
  readonly #starts: Uint32Array;

  constructor(x: Float32Array, y: Float32Array) {
    this.#x = x;
    this.#y = y;
    this.#starts = new Uint32Array(CELLS * CELLS + 1);
    const cells = Uint32Array.from(x, (_, point) => cellAt(x[point]!) + CELLS * cellAt(y[point]!));
    for (const cell of cells) this.#starts[cell + 1]!++;
    for (let cell = 0; cell < CELLS * CELLS; cell++) this.#starts[cell + 1]! += this.#starts[cell]!;
    const next = this.#starts.slice();
    this.#points = new Uint32Array(x.length);
    cells.forEach((cell, point) => {
      this.#points[next[cell]!++] = point;
    });
  }

  /** The nearest point that is at most `reach` away; null if there is none. */
  nearest(place: Place, reach: number): number | null {
    let best: number | null = null;
    let least = reach;
    const right = cellAt(place.x + reach);
    const bottom = cellAt(place.y + reach);
    for (let row = cellAt(place.y - reach); row <= bottom; row++) {
      for (let column = cellAt(place.x - reach); column <= right; column++) {
        const cell = column + CELLS * row;
        for (let at = this.#starts[cell]!; at < this.#starts[cell + 1]!; at++) {
          const point = this.#points[at]!;
          const distance = Math.hypot(this.#x[point]! - place.x, this.#y[point]! - place.y);
          if (distance <= least) [best, least] = [point, distance];
        }
      }
    }
    return best;
  }

  /** The points inside a line that is closed from its end to its beginning. */
  inside(line: readonly Place[]): number[] {
    const found: number[] = [];
    for (let point = 0; point < this.#x.length; point++) {
      if (isInside({ x: this.#x[point]!, y: this.#y[point]! }, line)) found.push(point);
    }
    return found;
  }
}

function cellAt(value: number): number {
  return Math.min(CELLS - 1, Math.max(0, Math.floor(value * CELLS)));
}

/** A ray to the right crosses the line an odd number of times. */
function isInside({ x, y }: Place, line: readonly Place[]): boolean {
  let inside = false;
  for (let i = 0, j = line.length - 1; i < line.length; j = i++) {
    const [one, other] = [line[i]!, line[j]!];
    const crosses = one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x;
    if (crosses) inside = !inside;
  }
  return inside;
}

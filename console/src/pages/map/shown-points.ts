import type { DocumentMap } from '@sextant/client';
import { MISSING_COLOR, OTHER_COLOR, PLAIN_COLOR } from './palette.js';

/** The points of a map as they are drawn: columns of the same length. */
export interface ShownPoints {
  ids: readonly string[];
  x: Float32Array;
  y: Float32Array;
  /** Places in the palette. */
  colors: Float32Array;
  /** 1 for those that stand out, 0 for others. */
  lit: Float32Array;
  /** Whether the others step back. */
  isDimmed: boolean;
}

/** Those of the service for no value and for another value. */
const COLOR_OF_MARK: Record<number, number> = { [-1]: MISSING_COLOR, [-2]: OTHER_COLOR };

export function placesOf({ points }: DocumentMap): Pick<ShownPoints, 'ids' | 'x' | 'y' | 'colors'> {
  const { id, x, y, color } = points;
  const colors = color?.map((index) => COLOR_OF_MARK[index] ?? index) ?? id.map(() => PLAIN_COLOR);
  return { ids: id, x: Float32Array.from(x), y: Float32Array.from(y), colors: Float32Array.from(colors) };
}

/** `null` if nothing is to stand out. */
export function litPoints(ids: readonly string[], wanted: ReadonlySet<string> | null): Float32Array {
  return Float32Array.from(ids, (id) => Number(wanted?.has(id) ?? false));
}

/** Few points are large, many small; all grow a little when one looks closer. */
export function pointSizeFor(count: number, zoom: number): number {
  const alone = count > 30_000 ? 2.5 : count > 5_000 ? 4 : count > 500 ? 6 : 9;
  return alone * Math.min(3, Math.max(1, Math.sqrt(zoom)));
}

/** A part of a query vector in 8 bits. */
export interface VectorPart {
  codes: readonly number[];
  /** The cosine with the whole is the sum of the cosines with its parts, each times this. */
  weight: number;
}

const MOST = 127;

/**
 * A query vector as vectors of bytes, which are all that the cluster compares with vectors of bytes. One such vector may be off
 * by as much as a passage's own rounding; what it leaves is sent as a second one, 256 times as fine. Empty for a vector
 * without a direction.
 */
export function vectorParts(vector: Float32Array): VectorPart[] {
  const length = Math.hypot(...vector);
  if (!(length > 0)) return [];
  const parts: VectorPart[] = [];
  let rest = Float64Array.from(vector);
  for (let i = 0; i < 2; i++) {
    const largest = rest.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (largest === 0) break;
    const step = largest / MOST;
    const codes = Array.from(rest, (value) => Math.round(value / step));
    parts.push({ codes, weight: (step * Math.hypot(...codes)) / length });
    rest = rest.map((value, place) => value - step * codes[place]);
  }
  return parts;
}

import { editDistance } from '../../algorithms/edit-distance.js';

/** The candidate closest to what was written, if it is close enough to be a typo of it. */
export function nearest(written: string, candidates: readonly string[]): string | null {
  // Longer texts are not typos of names or codes.
  if (written.length > 64) return null;
  const typed = unitsOf(written);
  const allowed = written.length <= 4 ? 1 : written.length <= 8 ? 2 : 3;
  let best: string | null = null;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    const distance = editDistance(typed, unitsOf(candidate), bestDistance - 1);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
    if (distance === 0) break;
  }
  return best;
}

function unitsOf(name: string): Uint16Array {
  const lower = name.toLowerCase();
  return Uint16Array.from({ length: lower.length }, (_, i) => lower.charCodeAt(i));
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const guess = nearest(written, candidates);
  return guess === null ? '' : ` Did you mean "${guess}"?`;
}

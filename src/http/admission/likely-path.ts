import { nearest } from '../../domain/errors/problem.js';

/** Longer paths are not guessed, so that the time it takes is bounded. */
const LONGEST_GUESSED = 64;

/**
 * The path that was probably meant by one that does not exist, both without their version: one that looks like it, or the only one
 * whose last part is or ends in its last part, such as `/auto-suggest` for `/suggest` and `/keys/current` for `/current`.
 */
export function likelyPath(written: string, known: readonly string[]): string | null {
  if (written.length > LONGEST_GUESSED) return null;
  const path = written.replace(/\/+$/, '').replaceAll('_', '-').toLowerCase();
  const last = lastPart(path);
  const ending = known.filter((each) => lastPart(each) === last || lastPart(each).endsWith(`-${last}`));
  return nearest(path, known) ?? (ending.length === 1 ? ending[0] : null);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

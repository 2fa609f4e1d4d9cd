import type { Phrase } from './analyse-query.js';

/** Where the terms end that occur at the distances that a phrase asks for. `positionsOf` a term, by its number, ascend. */
export function phraseEnds({ terms, of, steps }: Phrase, positionsOf: (term: number) => number[]): number[] {
  let places = positionsOf(0);
  for (let i = 1; i < terms.length && places.length > 0; i++) {
    const step = steps?.[i - 1] ?? 1;
    const distance = of === 'words' ? { nearest: step, farthest: step } : { nearest: 0, farthest: 1 };
    places = following(places, positionsOf(i), distance);
  }
  return places;
}

/** The positions that are `nearest` to `farthest` behind one of the places. Both lists ascend. */
function following(
  places: readonly number[],
  positions: readonly number[],
  { nearest, farthest }: { nearest: number; farthest: number },
): number[] {
  let next = 0;
  return positions.filter((position) => {
    while (next < places.length && places[next] < position - farthest) next++;
    return places[next] <= position - nearest;
  });
}

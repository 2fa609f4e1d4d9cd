import type { Hit } from '../../src/engine/engine.js';

/** The constant k of reciprocal rank fusion, as its authors chose it. */
const RANK_OFFSET = 60;

/** Simpler fusions to compare with: scores as they are shown, added with the weights of the ratio. */
export function byAddedScores(words: readonly Hit[], meaning: readonly Hit[], ratio: number): { id: string }[] {
  return inOrder([
    ...words.map(({ id, score }) => ({ id, part: (1 - ratio) * (score ?? 0) })),
    ...meaning.map(({ id, score }) => ({ id, part: ratio * (score ?? 0) })),
  ]);
}

/** Reciprocal rank fusion with the same weights. */
export function byRanks(words: readonly Hit[], meaning: readonly Hit[], ratio: number): { id: string }[] {
  return inOrder([
    ...words.map(({ id }, rank) => ({ id, part: (1 - ratio) / (RANK_OFFSET + rank) })),
    ...meaning.map(({ id }, rank) => ({ id, part: ratio / (RANK_OFFSET + rank) })),
  ]);
}

function inOrder(parts: readonly { id: string; part: number }[]): { id: string }[] {
  const sums = new Map<string, number>();
  for (const { id, part } of parts) sums.set(id, (sums.get(id) ?? 0) + part);
  return [...sums].sort(([, a], [, b]) => b - a).map(([id]) => ({ id }));
}

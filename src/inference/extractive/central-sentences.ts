/** What a text begins with says what it is about more often than not. */
const FIRST_BONUS = 0.12;
/** Likeness below this is chance. */
const LEAST_LIKENESS = 0.1;

export interface SentenceChoice {
  count: number;
  /** The cosine that unrelated sentences usually have: encoders differ in it. */
  unrelatedCosine: number;
  /** By sentence, the indexes of those that must be chosen with it; none if left out. */
  needs?: readonly (readonly number[])[];
}

/**
 * The sentences that say most of what all of them say, without saying it twice: each is as central as it is like the
 * others, and a chosen one takes from those that are like it, from its double all. A sentence that needs others comes with them or not
 * at all. Answers their indexes, in the order of the text.
 */
export function centralSentences(
  vectors: readonly Float32Array[],
  { count, unrelatedCosine, needs = [] }: SentenceChoice,
): number[] {
  const likeness = likenessTable(vectors, unrelatedCosine);
  const centrality = vectors.map((_, i) => {
    const others = likeness[i].reduce((sum, value, j) => (j === i || value < LEAST_LIKENESS ? sum : sum + value), 0);
    return others / Math.max(1, vectors.length - 1) + (i === 0 ? FIRST_BONUS : 0);
  });
  const groups = vectors.map((_, i) => withNeeds(i, needs));
  const chosen: number[] = [];
  while (chosen.length < Math.min(count, vectors.length)) {
    let best: number[] = [];
    let bestWorth = Number.NEGATIVE_INFINITY;
    for (const group of groups) {
      const added = group.filter((i) => !chosen.includes(i));
      if (added.length === 0 || chosen.length + added.length > count) continue;
      const worth = worthOf(group[0], chosen);
      if (worth > bestWorth) [best, bestWorth] = [added, worth];
    }
    if (best.length === 0) break;
    chosen.push(...best);
  }
  return chosen.sort((a, b) => a - b);

  function worthOf(i: number, taken: readonly number[]): number {
    const said = Math.max(0, ...taken.map((j) => likeness[i][j]));
    return centrality[i] * (1 - said ** 2);
  }
}

/** A sentence and all that it needs, also indirectly. */
function withNeeds(sentence: number, needs: readonly (readonly number[])[]): number[] {
  const group = new Set([sentence]);
  for (const one of group) for (const needed of needs[one] ?? []) group.add(needed);
  return [...group];
}

/** Cosines of all pairs, from 0 for unrelated sentences to 1 for equal ones: vectors have unit length. */
function likenessTable(vectors: readonly Float32Array[], unrelatedCosine: number): Float32Array[] {
  const likeness = (cosine: number) => Math.max(0, (cosine - unrelatedCosine) / (1 - unrelatedCosine));
  return vectors.map((one) => Float32Array.from(vectors, (other) => likeness(dot(one, other))));
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
}

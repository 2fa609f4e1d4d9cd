import type { SearchHit } from '../../../opensearch/search.js';
import type { VectorField } from '../index-state.js';
import { constant, type Dsl, MATCH_ALL, MATCH_NONE } from '../query/dsl.js';
import { type VectorPart, vectorParts } from './vector-parts.js';

export interface ComparedPassages {
  /** At least one. A passage scores by the nearest. */
  vectors: readonly Float32Array[];
  field: VectorField;
  /** Only passages with a larger cosine are found. */
  above: number;
  /** Look up vectors in an index, which may miss some, instead of comparing with all. */
  approximately: boolean;
  /** Return the best passages of each hit, so many of them, under this name. */
  passages?: { name: string; count: number };
}

export interface PassagesQuery {
  /** The documents that have such passages. Their score is the cosine of the best one and `shift`. */
  query: Dsl;
  shift: number;
}

/** Scores must not be negative. Of cosines that are put together of parts, the sum of weights is a little more than 1. */
const SHIFT = 1.25;
/** The cluster's own scores of vectors in an index are half of cosine and 1. */
const SHIFT_IN_INDEX = 1;

export function passagesQuery({ vectors, field, above, approximately, passages }: ComparedPassages): PassagesQuery {
  const shift = approximately ? SHIFT_IN_INDEX : SHIFT;
  const least = leastScore(above, shift);
  const near = vectors
    .filter(({ length }) => length === field.dimensions)
    .map((vector) => vectorParts(vector))
    .filter((parts) => parts.length > 0)
    .map((parts) => (approximately ? nearBy(field, parts, least) : compared(field, parts, least)));
  if (near.length === 0 || above >= 1) return { query: MATCH_NONE, shift };
  const query = near.length === 1 ? near[0] : { dis_max: { queries: near } };
  const hits = passages && { inner_hits: { name: passages.name, size: passages.count, _source: false } };
  return { query: { nested: { path: 'passages', score_mode: 'max', query, ...hits } }, shift };
}

/** Scores have 24 bits, and the limit itself does not pass. */
function leastScore(above: number, shift: number): number {
  return Math.max(0, shift + above) + 2e-7;
}

/**
 * Compares every vector. The score of a part is its cosine and 1, times its weight. Of two parts, the second is compared only
 * where it can still make a difference.
 */
function compared(field: VectorField, parts: readonly VectorPart[], least: number): Dsl {
  const exists = { exists: { field: field.name } };
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const missing = SHIFT - total;
  const mostOfOthers = 2 * (total - parts[0].weight);
  const must = parts.map(({ codes, weight }, i) => ({
    script_score: {
      query: exists,
      script: cosineScript(field, codes),
      boost: weight,
      ...(i === 0 && atLeast(least - missing - mostOfOthers)),
    },
  }));
  const query = { bool: { must: [...must, constant(MATCH_ALL, missing)] } };
  return { function_score: { query, ...atLeast(least) } };
}

function atLeast(score: number) {
  return score > 0 ? { min_score: score } : null;
}

function cosineScript(field: VectorField, codes: readonly number[]): Dsl {
  return {
    lang: 'knn',
    source: 'knn_score',
    params: { field: field.name, query_value: codes, space_type: 'cosinesimil' },
  };
}

function nearBy(field: VectorField, [{ codes }]: readonly VectorPart[], least: number): Dsl {
  return { knn: { [field.name]: { vector: codes, min_score: least / 2, boost: 2 } } };
}

/** The passages of a hit with their scores, best first, of one or several comparisons. */
export function passagesOf({ inner_hits = {} }: SearchHit): { passage: number; score: number }[] {
  const best = new Map<number, number>();
  for (const { hits } of Object.values(inner_hits)) {
    for (const { _nested, _score } of hits.hits) {
      best.set(_nested.offset, Math.max(best.get(_nested.offset) ?? 0, _score ?? 0));
    }
  }
  return Array.from(best, ([passage, score]) => ({ passage, score })).sort(
    (a, b) => b.score - a.score || a.passage - b.passage,
  );
}

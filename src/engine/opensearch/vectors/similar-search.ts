import type { TextQuery } from '../../engine.js';
import { meanDirection } from '../../ranking/mean-direction.js';
import { LEAST_SIMILAR_SCORE } from '../../ranking/ranking.js';
import type { QueryTools } from '../query/query-tools.js';
import type { TextSearch } from '../query/text-search.js';
import { SCORE_OF_COSINE, scored } from '../scripts.js';
import { passagesQuery } from './passages-query.js';

type SimilarQuery = Extract<TextQuery, { kind: 'similar' }>;

/**
 * Finds documents that are similar to given ones. A source is represented by the mean of its passages' vectors. A document's
 * similarity to a source is that of its best passage, and its similarity to all sources is their weighted mean.
 */
export async function similarSearch(
  { sources, space, scale }: SimilarQuery,
  { stored, state }: QueryTools,
): Promise<TextSearch | null> {
  const field = await state.vectorField(space);
  if (field === null) return null;
  const found = await stored.getMany(
    sources.map(({ id }) => id),
    ['vectors'],
  );
  const directions = found.flatMap((document, i) => {
    const codes = document?.vectors.find((one) => one.space === space)?.codes ?? [];
    return codes.length === 0 ? [] : [{ vector: meanDirection(codes), weight: sources[i].weight }];
  });
  if (directions.length === 0) return null;
  const total = directions.reduce((sum, { weight }) => sum + weight, 0);
  const compared = directions.map(({ vector, weight }) => {
    // All passages count: what is far from one source may be near to another.
    const { query, shift } = passagesQuery({ vectors: [vector], field, above: -2, approximately: false });
    return { query: { function_score: { query, boost: weight / total } }, shift };
  });
  const bool = { must: compared.map(({ query }) => query), must_not: [{ terms: { id: sources.map(({ id }) => id) } }] };
  const params = { shift: compared[0].shift, ...scale };
  return {
    query: scored({ bool }, SCORE_OF_COSINE, params, LEAST_SIMILAR_SCORE),
    typos: [],
    passageOf: () => null,
  };
}

import type { Typos } from '../../../domain/search/word-query.js';
import type { TextQuery } from '../../engine.js';
import { LEAST_SIMILAR_SCORE, scoreOf } from '../../ranking/ranking.js';
import { locateDocument } from '../index/live-segments.js';
import { noMatches, type TextMatches, type TextScorer, type TextSearchContext } from '../query/text-scorer.js';
import { addBit, documentsOf } from '../segment/bitset.js';
import { DocumentComparison, NO_PASSAGE } from './compare-documents.js';
import type { VectorQuery } from './vector-query.js';

type SimilarQuery = Extract<TextQuery, { kind: 'similar' }>;

/**
 * Finds documents that are similar to given ones. A source is represented by the mean of its passages' vectors. A document's
 * similarity to a source is that of its best passage, and its similarity to all sources is their weighted mean. What scores
 * too little is not similar.
 */
export class SimilarScorer implements TextScorer {
  readonly #query: SimilarQuery;
  readonly #context: TextSearchContext;
  readonly #comparison: DocumentComparison;
  readonly #sources: { direction: VectorQuery; weight: number }[];
  readonly #totalWeight: number;

  constructor(query: SimilarQuery, context: TextSearchContext) {
    this.#query = query;
    this.#context = context;
    this.#comparison = new DocumentComparison(query.space, context.scanner);
    this.#sources = query.sources.flatMap(({ id, weight }) => {
      const place = locateDocument(context.live, id);
      const direction = place === null ? null : this.#comparison.directionOf(place);
      return direction === null ? [] : [{ direction, weight }];
    });
    this.#totalWeight = this.#sources.reduce((sum, { weight }) => sum + weight, 0);
  }

  typos(): Typos[] {
    return [];
  }

  matches(part: number): TextMatches {
    const { segment, scope } = this.#context.scoped[part];
    const matches = noMatches(segment);
    this.#context.deadline.check();
    const compared = this.#sources.map(({ direction, weight }) => ({
      weight: weight / this.#totalWeight,
      cosines: this.#comparison.bestCosines(segment, direction),
    }));
    if (compared.length === 0) return matches;
    const sources = new Set(this.#query.sources.map(({ id }) => segment.ids.find(id)));
    for (const document of documentsOf(scope)) {
      if (compared[0].cosines[document] === NO_PASSAGE || sources.has(document)) continue;
      const cosine = compared.reduce((sum, { weight, cosines }) => sum + weight * cosines[document], 0);
      const score = scoreOf(cosine, this.#query.scale);
      if (score < LEAST_SIMILAR_SCORE) continue;
      addBit(matches.bits, document);
      matches.scores[document] = score;
    }
    return matches;
  }
}

import type { Typos } from '../../../domain/search/word-query.js';
import type { TextQuery } from '../../engine.js';
import { noMatches, type TextMatches, type TextScorer, type TextSearchContext } from '../query/text-scorer.js';
import { addBit, documentsOf } from '../segment/bitset.js';
import { bestCosines, NO_PASSAGE } from './best-cosines.js';
import { locateDocument, meanDirection, vectorsOf } from './locate-document.js';
import { scoreOf } from './score-scale.js';
import { type VectorQuery, vectorQuery } from './vector-query.js';

type SimilarQuery = Extract<TextQuery, { kind: 'similar' }>;

/**
 * Documents like some given ones. Each source points in one direction, the mean of its passages; a document is as near
 * to a source as its best passage, and as near to all of them as their weighted mean says.
 */
export class SimilarScorer implements TextScorer {
  private readonly sources: { query: VectorQuery; weight: number }[];
  private readonly totalWeight: number;

  constructor(
    private readonly query: SimilarQuery,
    private readonly context: TextSearchContext,
  ) {
    this.sources = query.sources.flatMap(({ id, weight }) => {
      const place = locateDocument(context.live, id);
      const vectors = place === null ? [] : vectorsOf(place.segment, place.document, query.space);
      return vectors.length === 0 ? [] : [{ query: vectorQuery(meanDirection(vectors)), weight }];
    });
    this.totalWeight = this.sources.reduce((sum, { weight }) => sum + weight, 0);
  }

  typos(): Typos[] {
    return [];
  }

  matches(part: number): TextMatches {
    const { segment, scope } = this.context.scoped[part];
    const matches = noMatches(segment);
    this.context.deadline.check();
    const compared = this.sources.map((source) => ({
      weight: source.weight / this.totalWeight,
      ...bestCosines(segment, source.query, this.query.space),
    }));
    if (compared.length === 0) return matches;
    const sources = new Set(this.query.sources.map(({ id }) => segment.ids.find(id)));
    for (const document of documentsOf(scope)) {
      if (compared[0].cosines[document] === NO_PASSAGE || sources.has(document)) continue;
      const cosine = compared.reduce((sum, { weight, cosines }) => sum + weight * cosines[document], 0);
      addBit(matches.bits, document);
      matches.scores[document] = scoreOf(cosine, this.query.scale);
    }
    return matches;
  }
}

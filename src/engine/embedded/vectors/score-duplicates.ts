import type { Typos } from '../../../domain/search/word-query.js';
import { SKETCH_BYTES, sketchSimilarity } from '../../../text/minhash.js';
import type { TextQuery } from '../../engine.js';
import { DUPLICATES } from '../query/ranking.js';
import { noMatches, type TextMatches, type TextScorer, type TextSearchContext } from '../query/text-scorer.js';
import { addBit, documentsOf } from '../segment/bitset.js';
import { bestCosines } from './best-cosines.js';
import { locateDocument, meanDirection, vectorsOf } from './locate-document.js';
import { type VectorQuery, vectorQuery } from './vector-query.js';

type DuplicateQuery = Extract<TextQuery, { kind: 'duplicates' }>;

/**
 * Copies of a document: texts that share most of their three-word sequences, in whatever order, and mean the same. A text
 * on the same topic means nearly the same, but has hardly a sequence in common, so it stays far below the limit.
 */
export class DuplicateScorer implements TextScorer {
  private readonly source: { sketch: Uint8Array; vector: VectorQuery | null } | null;

  constructor(
    private readonly query: DuplicateQuery,
    private readonly context: TextSearchContext,
  ) {
    const place = locateDocument(context.live, query.id);
    if (place === null) this.source = null;
    else {
      const { segment, document } = place;
      const vectors = vectorsOf(segment, document, query.space);
      this.source = {
        sketch: sketchAt(segment.sketches, document),
        vector: vectors.length === 0 ? null : vectorQuery(meanDirection(vectors)),
      };
    }
  }

  typos(): Typos[] {
    return [];
  }

  matches(part: number): TextMatches {
    const { segment, scope } = this.context.scoped[part];
    const matches = noMatches(segment);
    if (this.source === null) return matches;
    this.context.deadline.check();
    const { sketch, vector } = this.source;
    const { wordingShare, leastScore } = DUPLICATES;
    const nearness = vector === null ? null : bestCosines(segment, vector, this.query.space).cosines;
    for (const document of documentsOf(scope)) {
      const wording = sketchSimilarity(sketch, sketchAt(segment.sketches, document));
      // Without vectors the wording must do.
      const meaning = nearness === null ? wording : meaningOf(nearness[document]);
      const score = 100 * (wordingShare * wording + (1 - wordingShare) * meaning);
      if (score < leastScore || segment.ids.text(document) === this.query.id) continue;
      addBit(matches.bits, document);
      matches.scores[document] = score;
    }
    return matches;
  }
}

function meaningOf(cosine: number): number {
  const { unrelatedCosine } = DUPLICATES;
  return Math.min(1, Math.max(0, (cosine - unrelatedCosine) / (1 - unrelatedCosine)));
}

function sketchAt(sketches: Uint8Array, document: number): Uint8Array {
  return sketches.subarray(document * SKETCH_BYTES, (document + 1) * SKETCH_BYTES);
}

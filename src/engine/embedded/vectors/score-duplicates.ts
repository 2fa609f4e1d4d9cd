import type { Typos } from '../../../domain/search/word-query.js';
import { SIGNATURE_BYTES, signatureSimilarity } from '../../../text/minhash.js';
import type { TextQuery } from '../../engine.js';
import { locateDocument } from '../index/live-segments.js';
import { DUPLICATES } from '../query/ranking.js';
import { noMatches, type TextMatches, type TextScorer, type TextSearchContext } from '../query/text-scorer.js';
import { addBit, documentsOf } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import { DocumentComparison } from './compare-documents.js';
import type { VectorQuery } from './vector-query.js';

type DuplicateQuery = Extract<TextQuery, { kind: 'duplicates' }>;

/**
 * Copies of a document: texts that share most of their three-word shingles, in whatever order, and mean the same. A text
 * on the same topic means nearly the same but shares hardly a shingle, so it stays far below the limit.
 */
export class DuplicateScorer implements TextScorer {
  readonly #query: DuplicateQuery;
  readonly #context: TextSearchContext;
  readonly #comparison: DocumentComparison;
  readonly #source: { signature: Uint8Array; direction: VectorQuery | null } | null;

  constructor(query: DuplicateQuery, context: TextSearchContext) {
    this.#query = query;
    this.#context = context;
    this.#comparison = new DocumentComparison(query.space, context.scanner);
    const place = locateDocument(context.live, query.id);
    this.#source = place && {
      signature: signatureOf(place.live.segment, place.document),
      direction: this.#comparison.directionOf(place),
    };
  }

  typos(): Typos[] {
    return [];
  }

  matches(part: number): TextMatches {
    const { segment, scope } = this.#context.scoped[part];
    const matches = noMatches(segment);
    if (this.#source === null) return matches;
    this.#context.deadline.check();
    const { signature, direction } = this.#source;
    const { wordingShare, leastScore } = DUPLICATES;
    const cosines = direction === null ? null : this.#comparison.bestCosines(segment, direction);
    for (const document of documentsOf(scope)) {
      const wording = signatureSimilarity(signature, signatureOf(segment, document));
      // Without vectors the wording decides alone.
      const meaning = cosines === null ? wording : meaningOf(cosines[document]);
      const score = 100 * (wordingShare * wording + (1 - wordingShare) * meaning);
      if (score < leastScore || segment.ids.text(document) === this.#query.id) continue;
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

function signatureOf({ signatures }: Segment, document: number): Uint8Array {
  return signatures.subarray(document * SIGNATURE_BYTES, (document + 1) * SIGNATURE_BYTES);
}

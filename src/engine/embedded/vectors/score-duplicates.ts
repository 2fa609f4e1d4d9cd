import type { Typos } from '../../../domain/search/word-query.js';
import { SIGNATURE_BYTES, signatureSimilarity } from '../../../text/minhash.js';
import type { TextQuery } from '../../engine.js';
import { locateDocument } from '../index/live-segments.js';
import { cosineOf, DUPLICATES } from '../query/ranking.js';
import { noMatches, type TextMatches, type TextScorer, type TextSearchContext } from '../query/text-scorer.js';
import { addBit, documentsOf } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import { DocumentComparison } from './compare-documents.js';
import type { VectorQuery } from './vector-query.js';

type DuplicateQuery = Extract<TextQuery, { kind: 'duplicates' }>;

/**
 * Finds copies of a document: texts that share most of their three-word shingles, in any order, and have similar vectors. A
 * text on the same topic has similar vectors but hardly any shingle in common, so it scores far below the limit.
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
    const { wordingShare, leastScore, sameTopicScore } = DUPLICATES;
    const leastCosine = cosineOf(sameTopicScore, this.#query.scale);
    const cosines = direction === null ? null : this.#comparison.bestCosines(segment, direction);
    for (const document of documentsOf(scope)) {
      const wording = signatureSimilarity(signature, signatureOf(segment, document));
      // Without vectors only the wording counts.
      const meaning = cosines === null ? wording : meaningOf(cosines[document], leastCosine);
      const score = 100 * (wordingShare * wording + (1 - wordingShare) * meaning);
      if (score < leastScore || segment.ids.text(document) === this.#query.id) continue;
      addBit(matches.bits, document);
      matches.scores[document] = score;
    }
    return matches;
  }
}

/** Linear from 0 at the least cosine to 1 for equal vectors. */
function meaningOf(cosine: number, leastCosine: number): number {
  return Math.min(1, Math.max(0, (cosine - leastCosine) / (1 - leastCosine)));
}

function signatureOf({ signatures }: Segment, document: number): Uint8Array {
  return signatures.subarray(document * SIGNATURE_BYTES, (document + 1) * SIGNATURE_BYTES);
}

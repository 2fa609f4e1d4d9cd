import type { Typos } from '../../../domain/search/word-query.js';
import { FEWEST_WORDS, isWordless, SIGNATURE_BYTES, signatureSimilarity } from '../../../text/minhash.js';
import type { TextQuery } from '../../engine.js';
import { copyScore, mostForShare } from '../../ranking/copy-score.js';
import { DUPLICATES } from '../../ranking/ranking.js';
import { locateDocument } from '../index/live-segments.js';
import { noMatches, type TextMatches, type TextScorer, type TextSearchContext } from '../query/text-scorer.js';
import { addBit, documentsOf } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';

type DuplicateQuery = Extract<TextQuery, { kind: 'duplicates' }>;

/**
 * Finds copies of a document: texts that share many of their three-word shingles, in any order. Meaning is not compared: a text
 * on the same topic has similar vectors but hardly any shingle in common, and a sentence about somebody else has both.
 */
export class DuplicateScorer implements TextScorer {
  readonly #query: DuplicateQuery;
  readonly #context: TextSearchContext;
  readonly #source: { signature: Uint8Array; words: number } | null;

  constructor(query: DuplicateQuery, context: TextSearchContext) {
    this.#query = query;
    this.#context = context;
    const place = locateDocument(context.live, query.id);
    this.#source = place && {
      signature: signatureOf(place.live.segment, place.document),
      words: wordCounts(place.live.segment)(place.document),
    };
  }

  typos(): Typos[] {
    return [];
  }

  matches(part: number): TextMatches {
    const { segment, scope } = this.#context.scoped[part];
    const matches = noMatches(segment);
    if (this.#source === null || isWordless(this.#source.signature)) return matches;
    this.#context.deadline.check();
    const { signature, words } = this.#source;
    const { leastScore } = DUPLICATES;
    const countWords = wordCounts(segment);
    for (const document of documentsOf(scope)) {
      const otherWords = countWords(document);
      // Most documents differ so much in length that their signatures need not be read.
      if (mostForShare(Math.min(words, otherWords) / Math.max(words, otherWords)) < leastScore) continue;
      const agreement = signatureSimilarity(signature, signatureOf(segment, document));
      const score = copyScore({ agreement, words, otherWords });
      if (score < leastScore || segment.ids.text(document) === this.#query.id) continue;
      addBit(matches.bits, document);
      matches.scores[document] = score;
    }
    return matches;
  }
}

/** How many words the signature of a document stands for: see `documentSignature`. At least 1. */
function wordCounts(segment: Segment): (document: number) => number {
  const titles = segment.lengths('title');
  const contents = segment.lengths('content');
  return (document) => {
    const words = contents?.[document] ?? 0;
    return Math.max(1, words < FEWEST_WORDS ? words + (titles?.[document] ?? 0) : words);
  };
}

function signatureOf({ signatures }: Segment, document: number): Uint8Array {
  return signatures.subarray(document * SIGNATURE_BYTES, (document + 1) * SIGNATURE_BYTES);
}

import {
  documentSignature,
  FEWEST_WORDS,
  isWordless,
  SIGNATURE_BYTES,
  WORDS_IN_SHINGLE,
} from '../../../text/minhash.js';
import { analyseText } from '../../document/analysed-text.js';
import type { TextQuery } from '../../engine.js';
import { DUPLICATES } from '../../ranking/ranking.js';
import { minhashBands } from '../index/search-fields.js';
import { constant } from '../query/dsl.js';
import type { QueryTools } from '../query/query-tools.js';
import type { TextSearch } from '../query/text-search.js';
import { SCORE_OF_COPY, scored } from '../scripts.js';

type DuplicateQuery = Extract<TextQuery, { kind: 'duplicates' }>;

/**
 * Fewer equal bytes are chance: even of the most different texts that are still copies of each other, an eighth of the
 * shingles are the same.
 */
const FEWEST_EQUAL_BYTES = 8;

/** Finds copies of a document: texts whose MinHash signatures have many bytes in common. All is counted in the cluster. */
export async function duplicateSearch({ id }: DuplicateQuery, { stored }: QueryTools): Promise<TextSearch | null> {
  const [source] = await stored.getMany([id], ['document']);
  if (source === null) return null;
  const signature = documentSignature(source.document);
  if (isWordless(signature)) return null;
  const { title, content, language } = source.document;
  const contentWords = analyseText(content ?? '', language).length;
  const words = contentWords < FEWEST_WORDS ? contentWords + analyseText(title, language).length : contentWords;
  const should = minhashBands(signature).map((band) => constant({ term: { minhash: band } }, 1));
  const query = { bool: { should, minimum_should_match: FEWEST_EQUAL_BYTES, must_not: [{ term: { id } }] } };
  const { leastScore, ...constants } = DUPLICATES;
  const params = {
    ...constants,
    words: Math.max(1, words),
    bytes: SIGNATURE_BYTES,
    fewestWords: FEWEST_WORDS,
    wordsInShingle: WORDS_IN_SHINGLE,
  };
  return { query: scored(query, SCORE_OF_COPY, params, leastScore), typos: [], passageOf: () => null };
}

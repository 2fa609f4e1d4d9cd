import type { Typos } from '../../../domain/search/word-query.js';
import type { LexicalQuery } from '../../query/analyse-query.js';
import type { WordOrigins } from '../../query/word-origins.js';
import { earnedWords, explainWords } from '../../ranking/explain-score.js';
import { stretched } from '../../ranking/ranking.js';
import { weightOf } from '../../ranking/weigh-words.js';
import type { QueryTools, ScopedSegment } from '../query/text-scorer.js';
import { type Bitset, emptyBitset, fullBitset, hasBit, intersect, subtract } from '../segment/bitset.js';
import { scorePassages, type WordsContext } from './passage-words.js';
import { documentsWithPhrase, visitPhrase } from './phrase.js';
import { PostingList, type WeighedField } from './posting-list.js';
import type { ListedWord, ScoreWindow } from './score-window.js';
import type { SegmentWord, SegmentWords } from './segment-words.js';
import { type SegmentPart, type WeighedQuery, weighInSegments } from './weigh-words.js';
import { type Variant, WordLookUp } from './word-variants.js';
import { wordsInDocuments } from './words-in-documents.js';

export interface LexicalMatches {
  bits: Bitset;
  /** How much the words of each document of `bits` agree with the query, 0 to 100; `score-mixture.ts` makes scores of it. */
  agreement: Float64Array;
  /** The documents that quotes and minus signs allow, whether their words match or not; null for a query without any. */
  allowed: Bitset | null;
}

/**
 * BM25 over all documents of a scope. A word's occurrences in title and content are added up before they saturate, so a
 * word in both counts little more than in one. The sum is divided by the highest possible one, which puts every query on
 * the same scale.
 */
export class LexicalScorer {
  readonly #query: LexicalQuery;
  readonly #tools: QueryTools;
  readonly #parts: readonly SegmentPart[];
  readonly #weights: WeighedQuery;

  /** With `passage` as the unit, a document scores at least what each of its passages does. */
  constructor(
    segments: readonly ScopedSegment[],
    query: LexicalQuery,
    tools: QueryTools,
    unit: 'document' | 'passage' = 'document',
  ) {
    this.#query = query;
    this.#tools = tools;
    this.#parts = segments.map((part) => ({ words: tools.lexical.words(part.segment, query.language), ...part }));
    this.#weights = weighInSegments(query, this.#parts, { ...tools, unit });
  }

  /** The terms that matched with a typo, for highlighting. */
  typos(): Typos[] {
    return this.#weights.words.flatMap(({ term: word, inParts, typoShare }) => {
      if (typoShare === 0) return [];
      const terms = [...new Set(inParts.flatMap(({ typoTexts }) => typoTexts))];
      return terms.length === 0 ? [] : [{ word, terms }];
    });
  }

  score(part: number): LexicalMatches {
    const { segment, scope, words } = this.#parts[part];
    const { deadline, lexical, scratch } = this.#tools;
    const { window } = lexical;
    const allowed = this.#required(words, segment.documents);
    const among = allowed === null ? scope : both(scope, allowed);
    const agreement = scratch.scores(segment, 'words');
    if (this.#weights.words.length === 0) return { bits: among.slice(), agreement: agreement.fill(100), allowed };
    const bits = emptyBitset(segment.documents);
    const weights = this.#weights;
    const fields = words.fields.map(({ field, column, lengths }): WeighedField => {
      const { weight, byLength } = weights.fields[field];
      return { field, column, lengths, weight, byLength };
    });
    const listed = this.#listWords(part, fields);
    window.saturate(weights.saturation);
    for (let base = 0; base < segment.documents; base += window.size) {
      deadline.check();
      window.begin({ fields, documents: segment.documents }, base);
      this.#addWords(listed, window);
      window.finish(weights, among, { bits, scores: agreement });
    }
    this.#liftVerbatim(words, bits, agreement);
    return { bits, agreement, allowed };
  }

  /** The agreement of each passage, for documents with several passages, in ascending order. */
  scorePassages(part: number, documents: readonly number[]): Float64Array[] {
    return scorePassages(documents, this.#contextOf(part));
  }

  /** The words' part of what documents score, given in ascending order. `agreement` is what `score` has found. */
  explain(part: number, documents: readonly { document: number; agreement: number }[], origins: WordOrigins) {
    const numbers = documents.map(({ document }) => document);
    const found = wordsInDocuments(numbers, this.#contextOf(part));
    return documents.map(({ agreement }, i) => {
      const { words, hasPhrase } = found[i];
      const { terms } = earnedWords(words, this.#weights, origins);
      return explainWords(agreement, hasPhrase ? (this.#query.verbatim?.lift ?? 0) : 0, terms);
    });
  }

  #contextOf(part: number): WordsContext {
    const { deadline } = this.#tools;
    return { query: this.#query, weights: this.#weights, part: this.#parts[part], number: part, deadline };
  }

  #liftVerbatim(words: SegmentWords, bits: Bitset, scores: Float64Array): void {
    const { verbatim } = this.#query;
    if (verbatim === null) return;
    const least = this.#leastOfAll(verbatim.terms);
    const lifted = new Set<number>();
    for (const phrase of [verbatim, ...(verbatim.others ?? [])]) {
      visitPhrase(words.columns, phrase, {
        couldHave: (document) => hasBit(bits, document) && scores[document] >= least,
        visit: (document) => lifted.add(document),
      });
    }
    for (const document of lifted) {
      scores[document] = Math.fround(scores[document] + verbatim.lift * (100 - scores[document]));
    }
  }

  /** The least score of a document that has all of the terms exactly as written, minus a margin for rounding. */
  #leastOfAll(terms: readonly string[]): number {
    const weight = weightOf(this.#weights.words.filter(({ term }) => terms.includes(term)));
    const { saturation, best, stretch } = this.#weights;
    return stretched(99.99 * Math.sqrt((saturation.exact.least * weight) / best), stretch);
  }

  #listWords(part: number, fields: readonly WeighedField[]): ListedWord[] {
    return this.#weights.words.map(({ inParts, weight, found, typoShare }) => ({
      weight,
      isKnown: found === 'known',
      typoShare,
      known: knownLists(fields, inParts[part]),
      typos: typoShare === 0 ? [] : postingLists(fields, inParts[part].typos),
    }));
  }

  /**
   * MaxScore pruning, from the heaviest word to the lightest. Once the remaining words can't make a document match by
   * themselves, they are counted only in documents found so far. These words are the common ones, with the most postings.
   */
  #addWords(words: readonly ListedWord[], window: ScoreWindow): void {
    const { needed, best } = this.#weights;
    let left = best;
    let where: 'everywhere' | 'where found' = 'everywhere';
    for (const word of words) {
      // The factors leave a margin for rounding.
      const stillNeeded = needed - left * 1.000001;
      if (where === 'everywhere' && stillNeeded > 0) {
        window.keep(stillNeeded * 0.999999);
        where = 'where found';
      }
      window.addWord(word, where);
      left -= word.weight;
    }
  }

  /** The documents that quotes and minus signs allow; null for a query without any. */
  #required(words: SegmentWords, documents: number): Bitset | null {
    const { phrases, excludedPhrases, excludedWords } = this.#query;
    const { columns } = words;
    if (phrases.length + excludedPhrases.length + excludedWords.length === 0) return null;
    const bits = fullBitset(documents);
    for (const phrase of phrases) intersect(bits, documentsWithPhrase(columns, phrase, documents));
    for (const phrase of excludedPhrases) subtract(bits, documentsWithPhrase(columns, phrase, documents));
    for (const word of excludedWords) {
      subtract(bits, words.find(new WordLookUp(word, this.#query.language)).documentsWithWord());
    }
    return bits;
  }
}

function postingLists(fields: readonly WeighedField[], variants: readonly Variant[]): PostingList[] {
  const lists: PostingList[] = [];
  for (const field of fields) {
    const { postings } = field.column;
    for (const variant of variants) {
      // Many terms occur in only one of the fields.
      if (postings[variant.entry] < postings[variant.entry + 1]) lists.push(new PostingList(field, variant));
    }
  }
  return lists;
}

/** The postings of a word, of its other forms, and of phrases that stand for it. */
function knownLists(fields: readonly WeighedField[], { known, phrases }: SegmentWord): PostingList[] {
  const lists = postingLists(fields, known);
  for (const { field, column, variant } of phrases) {
    const weighed = fields.find((one) => one.field === field);
    if (weighed !== undefined) lists.push(new PostingList({ ...weighed, column }, variant));
  }
  return lists;
}

function both(one: Bitset, other: Bitset): Bitset {
  const bits = one.slice();
  intersect(bits, other);
  return bits;
}

import type { Typos } from '../../../domain/search/word-query.js';
import type { LexicalQuery } from '../query/analyse-query.js';
import type { Deadline } from '../query/deadline.js';
import {
  COMMON_DOCUMENTS,
  EXACT,
  FIELDS,
  idf,
  SHARE_TO_MATCH,
  TYPO_SHARE,
  TYPO_SHARE_OF_UNKNOWN,
  typoOnlyFactor,
} from '../query/ranking.js';
import { scratchScores } from '../query/scratch-scores.js';
import type { ScopedSegment } from '../query/text-scorer.js';
import { type Bitset, countBits, emptyBitset, fullBitset, hasBit, intersect, subtract } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import type { LexicalField } from './lexical-column.js';
import { documentsWithPhrase, visitPhrase } from './phrase.js';
import { PostingList, type WeighedField } from './posting-list.js';
import { type ListedWord, ScoreWindow } from './score-window.js';
import type { SegmentWord } from './segment-word.js';
import { type SegmentWords, segmentWords } from './segment-words.js';
import { lengthFactors } from './text-lengths.js';
import { type Variant, WordLookUp } from './word-variants.js';

/** A thread scores one window after the other. */
const window = new ScoreWindow();

export interface LexicalMatches {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. */
  scores: Float64Array;
  /** What quotes and minus signs leave, whether its words match or not; null where there are none. */
  allowed: Bitset | null;
}

interface Part {
  segment: Segment;
  scope: Bitset;
  words: SegmentWords;
}

interface WeighedWord {
  term: string;
  /** What it finds in each part. */
  inParts: readonly SegmentWord[];
  /** The fewer documents have it, the more it tells. */
  weight: number;
  /** Whether any document in scope has it, right or at least with a typo. */
  found: 'known' | 'typos' | 'nowhere';
  /** What it counts for with a typo; 0 where typos are not looked for. */
  typoShare: number;
}

/**
 * BM25 over all documents of a scope. A word's occurrences in title and content are added up before they saturate, so a
 * word in both counts little more than in one. The sum is divided by what the best imaginable document would get, which
 * puts every query on one fixed scale.
 */
export class LexicalScorer {
  private readonly parts: readonly Part[];
  private readonly fields: Record<LexicalField, Pick<WeighedField, 'weight' | 'byLength'>>;
  /** Those that tell most first. */
  private readonly words: readonly WeighedWord[];
  /** What all words of the query weigh. */
  private readonly best: number;
  /** What the words of a document must weigh for it to match. */
  private readonly needed: number;
  /** What counts of a document that has nothing but typos of words that others have right: less than one that has any word gets. */
  private readonly partOfTypos: number;

  constructor(
    segments: readonly ScopedSegment[],
    private readonly query: LexicalQuery,
    private readonly deadline: Deadline,
  ) {
    this.parts = segments.map((part) => ({ words: segmentWords(part.segment, query.language), ...part }));
    const documents = segments.reduce((sum, { scope }) => sum + countBits(scope), 0);
    this.fields = {
      title: { weight: FIELDS.title.weight, byLength: lengthFactors('title', this.parts, documents) },
      content: { weight: FIELDS.content.weight, byLength: lengthFactors('content', this.parts, documents) },
    };
    this.words = query.words.map((word) => this.weigh(word, documents)).sort((a, b) => b.weight - a.weight);
    this.best = weightOf(this.words);
    // More than none, and enough of what there is: words that no document has can't be asked of any. Nor can one that some
    // have with a typo: who forgives typos must not find less than who does not.
    const found = (how: WeighedWord['found']) => this.words.filter((word) => word.found === how);
    const known = found('known');
    this.needed = Math.max(Number.MIN_VALUE, (weightOf(known) || weightOf(found('typos'))) * SHARE_TO_MATCH);
    const least = Math.min(...known.map(({ weight }) => weight));
    this.partOfTypos = typoOnlyFactor(least / this.best);
  }

  /** The terms that matched with a typo, for highlighting. */
  typos(): Typos[] {
    return this.words.flatMap(({ term: word, inParts, typoShare }) => {
      if (typoShare === 0) return [];
      const terms = [...new Set(inParts.flatMap(({ typoTexts }) => typoTexts))];
      return terms.length === 0 ? [] : [{ word, terms }];
    });
  }

  score(part: number): LexicalMatches {
    const { segment, scope, words } = this.parts[part];
    const allowed = this.required(words, segment.documents);
    const among = allowed === null ? scope : both(scope, allowed);
    const scores = scratchScores(segment, 'words');
    if (this.words.length === 0) return { bits: among.slice(), scores: scores.fill(100), allowed };
    const bits = emptyBitset(segment.documents);
    const { needed, best, partOfTypos } = this;
    const fields = words.fields.map((field): WeighedField => ({ ...this.fields[field.field], ...field }));
    const listed = this.listWords(part, fields);
    for (let base = 0; base < segment.documents; base += window.size) {
      this.deadline.check();
      window.begin({ fields, documents: segment.documents }, base);
      this.addWords(listed);
      window.finish({ needed, best, partOfTypos, among }, { bits, scores });
    }
    this.liftVerbatim(words, bits, scores);
    return { bits, scores, allowed };
  }

  private liftVerbatim(words: SegmentWords, bits: Bitset, scores: Float64Array): void {
    const { verbatim } = this.query;
    if (verbatim === null) return;
    const least = this.leastOfAll(verbatim.terms);
    const lifted = new Set<number>();
    visitPhrase(words.columns, verbatim, {
      couldHave: (document) => hasBit(bits, document) && scores[document] >= least,
      visit: (document) => lifted.add(document),
    });
    for (const document of lifted) scores[document] += verbatim.lift * (100 - scores[document]);
  }

  /** What a document scores at least that has all of the terms, which then count as written; with room for rounding. */
  private leastOfAll(terms: readonly string[]): number {
    const weight = weightOf(this.words.filter(({ term }) => terms.includes(term)));
    return 99.99 * Math.sqrt((EXACT.least * weight) / this.best);
  }

  private listWords(part: number, fields: readonly WeighedField[]): ListedWord[] {
    return this.words.map(({ inParts, weight, found, typoShare }) => ({
      weight,
      isKnown: found === 'known',
      typoShare,
      known: postingLists(fields, inParts[part].known),
      typos: typoShare === 0 ? [] : postingLists(fields, inParts[part].typos),
    }));
  }

  /**
   * From the word that tells most to the one that tells least. Once those that are left can't make a document match that has
   * none of the words before, they are counted only in documents that have: these are the common words, with most postings.
   */
  private addWords(words: readonly ListedWord[]): void {
    let left = this.best;
    let where: 'everywhere' | 'where found' = 'everywhere';
    for (const word of words) {
      // With room for rounding.
      const stillNeeded = this.needed - left * 1.000001;
      if (where === 'everywhere' && stillNeeded > 0) {
        window.keep(stillNeeded * 0.999999);
        where = 'where found';
      }
      window.addWord(word, where);
      left -= word.weight;
    }
  }

  /** What quotes and minus signs ask for. */
  private required(words: SegmentWords, documents: number): Bitset | null {
    const { phrases, excludedPhrases, excludedWords } = this.query;
    const { columns } = words;
    if (phrases.length + excludedPhrases.length + excludedWords.length === 0) return null;
    const bits = fullBitset(documents);
    for (const phrase of phrases) intersect(bits, documentsWithPhrase(columns, phrase, documents));
    for (const phrase of excludedPhrases) subtract(bits, documentsWithPhrase(columns, phrase, documents));
    for (const word of excludedWords) subtract(bits, words.find(new WordLookUp(word, this.query.language)).documents());
    return bits;
  }

  private weigh(word: LexicalQuery['words'][number], documents: number): WeighedWord {
    this.deadline.check();
    const lookUp = new WordLookUp(word, this.query.language);
    const inParts = this.parts.map(({ words }) => words.find(lookUp));
    const known = sum(inParts.map((inPart, i) => inPart.countKnown(this.parts[i].scope)));
    const typos = known > 0 ? 0 : sum(inParts.map((inPart, i) => inPart.countTypos(this.parts[i].scope)));
    const weight = word.weight * idf(documents, known || typos);
    const typoShare = known === 0 ? TYPO_SHARE_OF_UNKNOWN : known < COMMON_DOCUMENTS ? TYPO_SHARE : 0;
    const found = known > 0 ? 'known' : typos > 0 ? 'typos' : 'nowhere';
    return { term: word.term, inParts, weight, found, typoShare };
  }
}

function postingLists(fields: readonly WeighedField[], variants: readonly Variant[]): PostingList[] {
  const lists: PostingList[] = [];
  for (const field of fields) {
    const { postings } = field.column;
    for (const variant of variants) {
      // Many terms are in one of the fields alone.
      if (postings[variant.term] < postings[variant.term + 1]) lists.push(new PostingList(field, variant));
    }
  }
  return lists;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function both(one: Bitset, other: Bitset): Bitset {
  const bits = one.slice();
  intersect(bits, other);
  return bits;
}

function weightOf(words: readonly WeighedWord[]): number {
  return sum(words.map(({ weight }) => weight));
}

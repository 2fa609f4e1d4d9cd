import { LruCache } from '../../../algorithms/lru-cache.js';
import { LEXICAL_FIELDS } from '../../document/analysed-text.js';
import type { Phrase } from '../../query/analyse-query.js';
import { alternativeWeight } from '../../ranking/divided-text.js';
import { type Bitset, emptyBitset } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import { addDocuments, type LexicalColumn, type TextField } from './lexical-column.js';
import { phraseFields } from './phrase-fields.js';
import type { TypoFinder } from './typo-index.js';
import { hasTerms, type Vocabulary } from './vocabulary.js';
import { couldHaveAlternatives, knownVariants, typoVariants, type Variant, type WordLookUp } from './word-variants.js';

/** Words cached per segment and language, a few hundred bytes each. */
const WORDS_CACHED = 3000;

/** Buffers that all look-ups of a thread share. */
export interface LookUpTools {
  typos: TypoFinder;
  counter: DocumentCounter;
}

/** Looks up words of one language in one segment, with a cache. */
export class SegmentWords {
  readonly fields: readonly TextField[];
  readonly documents: number;
  /** Null where the segment has no text in the language. */
  readonly vocabulary: Vocabulary | null;
  readonly #cache = new LruCache<SegmentWord>(WORDS_CACHED);

  constructor(
    segment: Segment,
    language: string,
    readonly tools: LookUpTools,
  ) {
    this.documents = segment.documents;
    this.vocabulary = segment.vocabulary(language);
    this.fields = LEXICAL_FIELDS.flatMap((field) => {
      const column = segment.lexical(field, language);
      const lengths = segment.lengths(field);
      return column === null || lengths === null ? [] : [{ field, column, lengths }];
    });
  }

  get columns(): LexicalColumn[] {
    return this.fields.map(({ column }) => column);
  }

  find(word: WordLookUp): SegmentWord {
    const sought = this.#isAlone(word) ? word.alone : word;
    return this.#cache.getOrMake(sought.key, () => new SegmentWord(this, sought));
  }

  /** Few alternatives are in a segment. Without them, a word shares what is cached of it with other queries. */
  #isAlone(word: WordLookUp): boolean {
    if (!word.hasAlternatives || word.isReplaced) return false;
    return this.vocabulary === null || !couldHaveAlternatives(this.vocabulary, word);
  }
}

/**
 * What a word of a query finds in one segment. Segments never change, so this can be cached. Everything is computed on
 * demand, above all the typos: they take longer than the rest together.
 */
export class SegmentWord {
  /** The terms that are the word or another form of it. */
  readonly known: readonly Variant[];
  readonly #texts: SegmentWords;
  readonly #word: WordLookUp;
  /** Document frequency by scope. Queries of one key share a scope (see `documentsInScope`). */
  readonly #counts = new WeakMap<Bitset, number>();
  #phrases: readonly PhraseInField[] | null = null;
  #typos: readonly Variant[] | null = null;
  #typoTexts: readonly string[] | null = null;

  constructor(texts: SegmentWords, word: WordLookUp) {
    this.#texts = texts;
    this.#word = word;
    this.known = texts.vocabulary === null ? [] : knownVariants(texts.vocabulary, word);
  }

  /** Where the segment has phrases that are as good as the word. */
  get phrases(): readonly PhraseInField[] {
    const { fields, vocabulary } = this.#texts;
    this.#phrases ??= this.#word.phrases.flatMap(({ phrase, ...standing }) => {
      if (vocabulary === null || !hasTerms(vocabulary, phrase)) return [];
      const variant = { term: 0, ...alternativeWeight(standing) };
      return phraseFields(fields, phrase).map((field) => ({ ...field, phrase, variant }));
    });
    return this.#phrases;
  }

  /** The terms that are the word with a typo. */
  get typos(): readonly Variant[] {
    const { vocabulary, tools } = this.#texts;
    const options = { known: this.known, finder: tools.typos };
    this.#typos ??= vocabulary === null ? [] : typoVariants(vocabulary, this.#word, options);
    return this.#typos;
  }

  get typoTexts(): readonly string[] {
    this.#typoTexts ??= this.typos.map(({ term }) => this.#texts.vocabulary!.terms.text(term));
    return this.#typoTexts;
  }

  /** How many documents in scope have the word or another form of it. */
  countKnown(scope: Bitset): number {
    let count = this.#counts.get(scope);
    if (count === undefined) {
      count = this.#countAny(this.known, scope, this.phrases);
      this.#counts.set(scope, count);
    }
    return count;
  }

  /** How many documents in scope have it with a typo. */
  countTypos(scope: Bitset): number {
    return this.#countAny(this.typos, scope);
  }

  /** The documents that have the word or another form of it. */
  documentsWithWord(): Bitset {
    const bits = emptyBitset(this.#texts.documents);
    for (const { column } of this.#texts.fields) {
      for (const { term } of this.known) addDocuments(column, term, bits);
    }
    return bits;
  }

  #countAny(variants: readonly Variant[], scope: Bitset, phrases: readonly PhraseInField[] = []): number {
    const { fields, tools } = this.#texts;
    const terms = fields.flatMap(({ column }) => variants.map(({ term }) => ({ column, term })));
    return tools.counter.count(
      [...terms, ...phrases.map(({ column, variant: { term } }) => ({ column, term }))],
      scope,
    );
  }
}

/** A field whose only term is a phrase, and how it stands for a word. */
export interface PhraseInField extends TextField {
  phrase: Phrase;
  variant: Variant;
}

/** A term in one field. */
interface TermInField {
  column: LexicalColumn;
  term: number;
}

/** Counts documents that have any of some terms. */
export class DocumentCounter {
  /** Documents counted already. Emptied after each count, which is cheaper than a new set: most terms are in few documents. */
  #met: Bitset = new Int32Array(0);

  /** How many documents of a scope have any of the terms. All terms must be of one segment. */
  count(terms: readonly TermInField[], scope: Bitset): number {
    if (this.#met.length < scope.length) this.#met = new Int32Array(scope.length);
    const met = this.#met;
    let count = 0;
    let postings = 0;
    for (const { column, term } of terms) {
      count += countNew({ column, term }, scope, met);
      postings += column.postings[term + 1] - column.postings[term];
    }
    if (postings > scope.length) met.fill(0, 0, scope.length);
    else for (const { column, term } of terms) forget(column, term, met);
    return count;
  }
}

function countNew({ column: { postings, gaps, frequencies }, term }: TermInField, scope: Bitset, met: Bitset): number {
  const end = postings[term + 1];
  let document = 0;
  let count = 0;
  for (let posting = postings[term]; posting < end; posting++) {
    document += gaps[posting];
    if (frequencies[posting] === 0) continue;
    const place = document >>> 5;
    const bit = 1 << (document & 31);
    if ((scope[place] & ~met[place] & bit) !== 0) count++;
    met[place] |= bit;
  }
  return count;
}

function forget({ postings, gaps }: LexicalColumn, term: number, met: Bitset): void {
  const end = postings[term + 1];
  let document = 0;
  for (let posting = postings[term]; posting < end; posting++) {
    document += gaps[posting];
    met[document >>> 5] = 0;
  }
}

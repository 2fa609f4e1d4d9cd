import { LruCache } from '../../../algorithms/lru-cache.js';
import { LEXICAL_FIELDS } from '../../document/analysed-text.js';
import type { Phrase } from '../../query/analyse-query.js';
import { alternativeWeight } from '../../ranking/divided-text.js';
import { type Bitset, emptyBitset } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import { addDocuments, type LexicalColumn, type TextField } from './lexical-column.js';
import { phraseFields } from './phrase-fields.js';
import type { TypoFinder } from './typo-index.js';
import { entryText, hasTerms, type Vocabulary } from './vocabulary.js';
import { knownVariants, typoVariants, type Variant, type WordLookUp } from './word-variants.js';

/** Words cached per segment and language, a few hundred bytes each. */
const WORDS_CACHED = 6000;

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
    const { vocabulary } = this;
    return (
      vocabulary === null ||
      (word.others.every(({ word: other }) => this.find(other).known.length === 0) &&
        word.phrases.every(({ phrase }) => !hasTerms(vocabulary, phrase)))
    );
  }
}

/**
 * What a word of a query finds in one segment. Segments never change, so this can be cached. Everything is computed on
 * demand, above all the typos: they take longer than the rest together.
 */
export class SegmentWord {
  /** What is the word or another form of it. */
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
      const variant = { entry: 0, ...alternativeWeight(standing) };
      return phraseFields(fields, phrase).map((field) => ({ ...field, phrase, variant }));
    });
    return this.#phrases;
  }

  /** What is the word with a typo. */
  get typos(): readonly Variant[] {
    const { vocabulary, tools } = this.#texts;
    const options = { known: this.known, finder: tools.typos };
    this.#typos ??= vocabulary === null ? [] : typoVariants(vocabulary, this.#word, options);
    return this.#typos;
  }

  get typoTexts(): readonly string[] {
    this.#typoTexts ??= this.typos.map(({ entry }) => entryText(this.#texts.vocabulary!, entry));
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
      for (const { entry } of this.known) addDocuments(column, entry, bits);
    }
    return bits;
  }

  #countAny(variants: readonly Variant[], scope: Bitset, phrases: readonly PhraseInField[] = []): number {
    const { fields, tools } = this.#texts;
    const entries = fields.flatMap(({ column }) => variants.map(({ entry }) => ({ column, entry })));
    return tools.counter.count(
      [...entries, ...phrases.map(({ column, variant: { entry } }) => ({ column, entry }))],
      scope,
    );
  }
}

/** A field whose only term is a phrase, and how it stands for a word. */
export interface PhraseInField extends TextField {
  phrase: Phrase;
  variant: Variant;
}

/** An entry of the vocabulary in one field. */
interface EntryInField {
  column: LexicalColumn;
  entry: number;
}

/** Counts documents that have any of some entries. */
export class DocumentCounter {
  /** Documents counted already. Emptied after each count, which is cheaper than a new set: most terms are in few documents. */
  #met: Bitset = new Int32Array(0);

  /** How many documents of a scope have any of the entries. All entries must be of one segment. */
  count(entries: readonly EntryInField[], scope: Bitset): number {
    if (this.#met.length < scope.length) this.#met = new Int32Array(scope.length);
    const met = this.#met;
    let count = 0;
    let postings = 0;
    for (const { column, entry } of entries) {
      count += countNew({ column, entry }, scope, met);
      postings += column.postings[entry + 1] - column.postings[entry];
    }
    if (postings > scope.length) met.fill(0, 0, scope.length);
    else for (const { column, entry } of entries) forget(column, entry, met);
    return count;
  }
}

function countNew({ column, entry }: EntryInField, scope: Bitset, met: Bitset): number {
  const { postings, gaps, frequencies } = column;
  const end = postings[entry + 1];
  let document = 0;
  let count = 0;
  for (let posting = postings[entry]; posting < end; posting++) {
    document += gaps[posting];
    if (frequencies[posting] === 0) continue;
    const place = document >>> 5;
    const bit = 1 << (document & 31);
    if ((scope[place] & ~met[place] & bit) !== 0) count++;
    met[place] |= bit;
  }
  return count;
}

function forget({ postings, gaps }: LexicalColumn, entry: number, met: Bitset): void {
  const end = postings[entry + 1];
  let document = 0;
  for (let posting = postings[entry]; posting < end; posting++) {
    document += gaps[posting];
    met[document >>> 5] = 0;
  }
}

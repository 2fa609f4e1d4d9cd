import { addBit, type Bitset, countBits, emptyBitset, intersect } from '../bitset.js';
import type { Segment } from '../segment.js';
import { LEXICAL_FIELDS } from './lexical-column.js';
import { knownVariants, type LexicalColumns, typoVariants, type Variant, type WordLookUp } from './word-variants.js';

/** What is known of a word so far; typos are looked for, and documents counted, once somebody asks. */
interface FoundWord {
  known: readonly Variant[];
  typos: readonly Variant[] | null;
  documents: number | null;
}

/** A few hundred bytes each, gone with their segment. */
const WORDS_REMEMBERED = 2000;

/**
 * The words of one language in one segment. What a word finds in it never changes, and looking for typos takes longer than
 * anything else about a word, so the words last asked for are remembered.
 */
export class SegmentWords {
  readonly columns: LexicalColumns;
  private readonly remembered = new Map<string, FoundWord>();

  constructor(
    private readonly segment: Segment,
    language: string,
  ) {
    const columns = new Map();
    for (const field of LEXICAL_FIELDS) {
      const column = segment.lexical(field, language);
      if (column !== null) columns.set(field, column);
    }
    this.columns = columns;
  }

  /** The terms that are the word or share its stem. */
  known(word: WordLookUp): readonly Variant[] {
    return this.find(word).known;
  }

  /** The terms that are the word with a typo. */
  typos(word: WordLookUp): readonly Variant[] {
    const found = this.find(word);
    found.typos ??= typoVariants(this.columns, word, found.known);
    return found.typos;
  }

  /** How many documents of the segment have the word or one of its stem, deleted ones too. */
  documentsWith(word: WordLookUp): number {
    const found = this.find(word);
    found.documents ??= countBits(documentsWithAny(found.known, this.segment.documents));
    return found.documents;
  }

  private find(word: WordLookUp): FoundWord {
    const { remembered } = this;
    const found = remembered.get(word.key) ?? {
      known: knownVariants(this.columns, word),
      typos: null,
      documents: null,
    };
    // Put back at the end: the one asked for longest ago is the first.
    remembered.delete(word.key);
    remembered.set(word.key, found);
    if (remembered.size > WORDS_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    return found;
  }
}

const wordsOfSegments = new WeakMap<Segment, Map<string, SegmentWords>>();

export function segmentWords(segment: Segment, language: string): SegmentWords {
  const languages = wordsOfSegments.get(segment) ?? new Map<string, SegmentWords>();
  wordsOfSegments.set(segment, languages);
  const words = languages.get(language) ?? new SegmentWords(segment, language);
  languages.set(language, words);
  return words;
}

export function documentsWithAny(variants: readonly Variant[], documents: number): Bitset {
  const bits = emptyBitset(documents);
  for (const { column, term } of variants) {
    const { docs, postings } = column;
    const end = postings[term + 1];
    for (let posting = postings[term]; posting < end; posting++) addBit(bits, docs[posting]);
  }
  return bits;
}

/** How many documents of a set have at least one of the terms. */
export function countWithAny(variants: readonly Variant[], scope: Bitset, documents: number): number {
  if (variants.length === 0) return 0;
  const bits = documentsWithAny(variants, documents);
  intersect(bits, scope);
  return countBits(bits);
}

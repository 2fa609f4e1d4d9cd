import { addBit, type Bitset, countBits, emptyBitset, intersect } from '../bitset.js';
import type { Segment } from '../segment.js';
import { LEXICAL_FIELDS, type LexicalColumn, type LexicalField, visitDocuments } from './lexical-column.js';
import type { Vocabulary } from './vocabulary.js';
import { knownVariants, typoVariants, type Variant, type WordLookUp } from './word-variants.js';

/** What is known of a word so far; typos are looked for, and documents counted, once somebody asks. */
interface FoundWord {
  known: readonly Variant[];
  typos: readonly Variant[] | null;
  documents: number | null;
}

/** A text field of one language, with the number of words that it has in each document. */
export interface TextField {
  field: LexicalField;
  column: LexicalColumn;
  lengths: Uint16Array;
}

/** A few hundred bytes each, gone with their segment. */
const WORDS_REMEMBERED = 2000;
const NOTHING: FoundWord = { known: [], typos: [], documents: 0 };

/**
 * The words of one language in one segment. What a word finds in it never changes, and looking for typos takes longer than
 * anything else about a word, so the words last asked for are remembered.
 */
export class SegmentWords {
  readonly fields: readonly TextField[];
  private readonly vocabulary: Vocabulary | null;
  private readonly remembered = new Map<string, FoundWord>();

  constructor(
    private readonly segment: Segment,
    language: string,
  ) {
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

  /** The terms that are the word or share its stem. */
  known(word: WordLookUp): readonly Variant[] {
    return this.find(word).known;
  }

  /** The terms that are the word with a typo. */
  typos(word: WordLookUp): readonly Variant[] {
    const found = this.find(word);
    found.typos ??= typoVariants(this.vocabulary!, word, found.known);
    return found.typos;
  }

  text({ term }: Variant): string {
    return this.vocabulary!.terms.text(term);
  }

  /** How many documents of the segment have the word or one of its stem, deleted ones too. */
  documentsWith(word: WordLookUp): number {
    const found = this.find(word);
    found.documents ??= countBits(this.documentsWithAny(found.known));
    return found.documents;
  }

  documentsWithAny(variants: readonly Variant[]): Bitset {
    const bits = emptyBitset(this.segment.documents);
    for (const { column } of this.fields) {
      for (const { term } of variants) visitDocuments(column, term, (document) => addBit(bits, document));
    }
    return bits;
  }

  /** How many documents of a set have at least one of the terms. */
  countWithAny(variants: readonly Variant[], scope: Bitset): number {
    if (variants.length === 0) return 0;
    const bits = this.documentsWithAny(variants);
    intersect(bits, scope);
    return countBits(bits);
  }

  private find(word: WordLookUp): FoundWord {
    const { remembered, vocabulary } = this;
    if (vocabulary === null) return NOTHING;
    const found = remembered.get(word.key) ?? { known: knownVariants(vocabulary, word), typos: null, documents: null };
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

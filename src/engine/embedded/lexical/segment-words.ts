import { type Bitset, countBits, emptyBitset, intersect } from '../bitset.js';
import { Recent } from '../recent.js';
import type { Segment } from '../segment.js';
import { addDocuments, LEXICAL_FIELDS, type LexicalColumn, type LexicalField } from './lexical-column.js';
import type { Vocabulary } from './vocabulary.js';
import { knownVariants, typoVariants, type Variant, type WordLookUp } from './word-variants.js';

/** What is known of a word so far; typos are looked for, and documents counted, once somebody asks. */
interface FoundWord {
  known: readonly Variant[];
  typos: readonly Variant[] | null;
  /** The texts of those. */
  typoTexts: readonly string[] | null;
  /** By scope, in how many of its documents it is known: scopes come again, and are gone with those who asked. */
  documents: WeakMap<Bitset, number>;
}

/** A text field of one language, with the number of words that it has in each document. */
export interface TextField {
  field: LexicalField;
  column: LexicalColumn;
  lengths: Uint16Array;
}

/** A few hundred bytes each, gone with their segment. */
const WORDS_REMEMBERED = 3000;
const NOTHING: FoundWord = { known: [], typos: [], typoTexts: [], documents: new WeakMap() };

/**
 * The words of one language in one segment. What a word finds in it never changes, and looking for typos takes longer than
 * anything else about a word, so the words last asked for are remembered.
 */
export class SegmentWords {
  readonly fields: readonly TextField[];
  private readonly vocabulary: Vocabulary | null;
  private readonly remembered = new Recent<FoundWord>(WORDS_REMEMBERED);

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

  typoTexts(word: WordLookUp): readonly string[] {
    const found = this.find(word);
    found.typoTexts ??= this.typos(word).map(({ term }) => this.vocabulary!.terms.text(term));
    return found.typoTexts;
  }

  /** How many documents in scope have the word or one of its stem. */
  countKnown(word: WordLookUp, scope: Bitset): number {
    const { known, documents } = this.find(word);
    let count = documents.get(scope);
    if (count === undefined) {
      count = this.countWithAny(known, scope);
      documents.set(scope, count);
    }
    return count;
  }

  /** How many have it with a typo. */
  countTypos(word: WordLookUp, scope: Bitset): number {
    return this.countWithAny(this.typos(word), scope);
  }

  documentsWithAny(variants: readonly Variant[]): Bitset {
    const bits = emptyBitset(this.segment.documents);
    for (const { column } of this.fields) {
      for (const { term } of variants) addDocuments(column, term, bits);
    }
    return bits;
  }

  private countWithAny(variants: readonly Variant[], scope: Bitset): number {
    if (variants.length === 0) return 0;
    const bits = this.documentsWithAny(variants);
    intersect(bits, scope);
    return countBits(bits);
  }

  private find(word: WordLookUp): FoundWord {
    const { vocabulary } = this;
    if (vocabulary === null) return NOTHING;
    return this.remembered.get(word.key, () => ({
      known: knownVariants(vocabulary, word),
      typos: null,
      typoTexts: null,
      documents: new WeakMap(),
    }));
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

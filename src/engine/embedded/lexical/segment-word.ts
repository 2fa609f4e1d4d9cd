import { type Bitset, emptyBitset } from '../segment/bitset.js';
import { countDocuments } from './count-documents.js';
import { addDocuments, type TextField } from './lexical-column.js';
import type { Vocabulary } from './vocabulary.js';
import { knownVariants, typoVariants, type Variant, type WordLookUp } from './word-variants.js';

/** Where the words of one language stand in a segment. */
interface Texts {
  /** Null where the segment has no text in the language. */
  vocabulary: Vocabulary | null;
  fields: readonly TextField[];
  /** How many documents the segment has. */
  documents: number;
}

/**
 * What a word of a query finds in one segment. That never changes, so it is worked out once, as far as somebody asks:
 * looking for typos takes longer than anything else about a word.
 */
export class SegmentWord {
  /** The terms that are the word or share its stem. */
  readonly known: readonly Variant[];
  /** By scope, in how many of its documents it is known: scopes come again, and are gone with those who asked. */
  private readonly counts = new WeakMap<Bitset, number>();
  private foundTypos: readonly Variant[] | null = null;
  private foundTexts: readonly string[] | null = null;

  constructor(
    private readonly texts: Texts,
    private readonly word: WordLookUp,
  ) {
    this.known = texts.vocabulary === null ? [] : knownVariants(texts.vocabulary, word);
  }

  /** The terms that are the word with a typo. */
  get typos(): readonly Variant[] {
    const { vocabulary } = this.texts;
    this.foundTypos ??= vocabulary === null ? [] : typoVariants(vocabulary, this.word, this.known);
    return this.foundTypos;
  }

  get typoTexts(): readonly string[] {
    this.foundTexts ??= this.typos.map(({ term }) => this.texts.vocabulary!.terms.text(term));
    return this.foundTexts;
  }

  /** How many documents in scope have the word or one of its stem. */
  countKnown(scope: Bitset): number {
    let count = this.counts.get(scope);
    if (count === undefined) {
      count = this.countAny(this.known, scope);
      this.counts.set(scope, count);
    }
    return count;
  }

  /** How many have it with a typo. */
  countTypos(scope: Bitset): number {
    return this.countAny(this.typos, scope);
  }

  /** The documents that have the word or one of its stem. */
  documents(): Bitset {
    const bits = emptyBitset(this.texts.documents);
    for (const { column } of this.texts.fields) {
      for (const { term } of this.known) addDocuments(column, term, bits);
    }
    return bits;
  }

  private countAny(variants: readonly Variant[], scope: Bitset): number {
    return countDocuments(
      this.texts.fields.flatMap(({ column }) => variants.map(({ term }) => ({ column, term }))),
      scope,
    );
  }
}

import { Buffer } from 'node:buffer';
import type { QueryWord } from '../../engine.js';
import { LEXICAL_FIELDS, type LexicalColumn, type LexicalField } from './lexical-column.js';
import { type MistypedWord, mistypedWord, typosOf } from './typo-index.js';

/** A term of a segment that stands for a word of the query. */
export interface Variant {
  field: LexicalField;
  column: LexicalColumn;
  term: number;
  kind: 'exact' | 'stem' | 'typo';
  /** What one occurrence counts, next to the word itself. */
  weight: number;
}

const STEM_WEIGHT = 0.8;
/** By distance, among typos alone: next to the word itself they hardly count, see `TYPO_SHARE`. */
const TYPO_WEIGHTS = [0, 1, 0.7];

export type LexicalColumns = ReadonlyMap<LexicalField, LexicalColumn>;

/** A word of the query, made ready once for the dictionaries of all segments. */
export interface WordLookUp {
  /** The same for words that find the same. */
  key: string;
  term: Uint8Array;
  stem: Uint8Array;
  /** Null where typos are not forgiven. */
  typos: MistypedWord | null;
}

export function wordLookUp({ term, stem, typos }: QueryWord): WordLookUp {
  return {
    key: `${typos ? 'typos' : 'exact'} ${term} ${stem}`,
    term: Buffer.from(term),
    stem: Buffer.from(stem),
    typos: typos ? mistypedWord(term) : null,
  };
}

/** All terms of a segment that a word finds: itself, words of the same stem and, where allowed, words with typos. */
export function variantsOf(columns: LexicalColumns, word: WordLookUp): Variant[] {
  return LEXICAL_FIELDS.flatMap((field) => {
    const column = columns.get(field);
    return column === undefined ? [] : rememberedVariants(column, field, word);
  });
}

/**
 * What a word finds in a column never changes, and looking for typos takes longer than anything else about a word, so the
 * words last asked for are remembered: a few hundred bytes each, gone with their column.
 */
const remembered = new WeakMap<LexicalColumn, Map<string, Variant[]>>();
const WORDS_REMEMBERED = 2000;

function rememberedVariants(column: LexicalColumn, field: LexicalField, word: WordLookUp): Variant[] {
  const words = remembered.get(column) ?? new Map<string, Variant[]>();
  remembered.set(column, words);
  const variants = words.get(word.key) ?? variantsIn(column, field, word);
  // Put back at the end: the one asked for longest ago is the first.
  words.delete(word.key);
  words.set(word.key, variants);
  if (words.size > WORDS_REMEMBERED) words.delete(words.keys().next().value!);
  return variants;
}

function variantsIn(column: LexicalColumn, field: LexicalField, word: WordLookUp): Variant[] {
  const exact = column.terms.findBytes(word.term);
  const variants: Variant[] = exact < 0 ? [] : [{ field, column, term: exact, kind: 'exact', weight: 1 }];
  const stem = column.stems.findBytes(word.stem);
  if (stem >= 0) {
    for (let i = column.stemStarts[stem]; i < column.stemStarts[stem + 1]; i++) {
      const term = column.stemTerms[i];
      if (term !== exact) variants.push({ field, column, term, kind: 'stem', weight: STEM_WEIGHT });
    }
  }
  if (word.typos !== null) addTypos(variants, { column, field, word: word.typos });
  return variants;
}

function addTypos(
  variants: Variant[],
  { column, field, word }: { column: LexicalColumn; field: LexicalField; word: MistypedWord },
): void {
  const known = variants.length;
  for (const { term, distance } of typosOf(word, column.terms, column.typos)) {
    if (isAmong(variants, known, term)) continue;
    variants.push({ field, column, term, kind: 'typo', weight: TYPO_WEIGHTS[distance] });
  }
}

function isAmong(variants: readonly Variant[], count: number, term: number): boolean {
  for (let i = 0; i < count; i++) if (variants[i].term === term) return true;
  return false;
}

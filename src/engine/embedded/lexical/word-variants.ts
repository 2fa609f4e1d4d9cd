import { Buffer } from 'node:buffer';
import type { QueryWord } from '../../engine.js';
import { LEXICAL_FIELDS, type LexicalColumn, type LexicalField } from './lexical-column.js';
import { type MistypedWord, mistypedWord, typosOf } from './typo-index.js';

/** A term of a segment that stands for a word of the query. */
export interface Variant {
  field: LexicalField;
  column: LexicalColumn;
  term: number;
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

/** The word itself and words of the same stem, in all fields. */
export function knownVariants(columns: LexicalColumns, word: WordLookUp): Variant[] {
  return LEXICAL_FIELDS.flatMap((field) => {
    const column = columns.get(field);
    return column === undefined ? [] : knownIn(column, field, word);
  });
}

function knownIn(column: LexicalColumn, field: LexicalField, word: WordLookUp): Variant[] {
  const exact = column.terms.findBytes(word.term);
  const variants: Variant[] = exact < 0 ? [] : [{ field, column, term: exact, weight: 1 }];
  const stem = column.stems.findBytes(word.stem);
  if (stem < 0) return variants;
  for (let i = column.stemStarts[stem]; i < column.stemStarts[stem + 1]; i++) {
    const term = column.stemTerms[i];
    if (term !== exact) variants.push({ field, column, term, weight: STEM_WEIGHT });
  }
  return variants;
}

/** Words that look like it, in all fields; none that are among its known variants. */
export function typoVariants(columns: LexicalColumns, word: WordLookUp, known: readonly Variant[]): Variant[] {
  const { typos } = word;
  if (typos === null) return [];
  return LEXICAL_FIELDS.flatMap((field) => {
    const column = columns.get(field);
    if (column === undefined) return [];
    const isKnown = (term: number) => known.some((variant) => variant.column === column && variant.term === term);
    return typosOf(typos, column.terms, column.typos)
      .filter(({ term }) => !isKnown(term))
      .map(({ term, distance }) => ({ field, column, term, weight: TYPO_WEIGHTS[distance] }));
  });
}

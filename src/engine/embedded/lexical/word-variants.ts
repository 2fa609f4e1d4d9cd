import type { QueryWord } from '../../engine.js';
import { LEXICAL_FIELDS, type LexicalColumn, type LexicalField } from './lexical-column.js';
import { typosOf } from './typo-index.js';

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

/** All terms of a segment that a word finds: itself, words of the same stem and, where allowed, words with typos. */
export function variantsOf(columns: LexicalColumns, word: QueryWord): Variant[] {
  return LEXICAL_FIELDS.flatMap((field) => {
    const column = columns.get(field);
    return column === undefined ? [] : variantsIn(column, field, word);
  });
}

function variantsIn(column: LexicalColumn, field: LexicalField, word: QueryWord): Variant[] {
  const exact = column.terms.find(word.term);
  const variants: Variant[] = exact < 0 ? [] : [{ field, column, term: exact, kind: 'exact', weight: 1 }];
  const stem = column.stems.find(word.stem);
  if (stem >= 0) {
    for (let i = column.stemStarts[stem]; i < column.stemStarts[stem + 1]; i++) {
      const term = column.stemTerms[i];
      if (term !== exact) variants.push({ field, column, term, kind: 'stem', weight: STEM_WEIGHT });
    }
  }
  return word.typos ? [...variants, ...typosIn(column, field, { word, known: variants })] : variants;
}

function typosIn(
  column: LexicalColumn,
  field: LexicalField,
  { word, known }: { word: QueryWord; known: readonly Variant[] },
): Variant[] {
  const skip = new Set(known.map(({ term }) => term));
  return typosOf(word.term, column.terms, column.typos)
    .filter(({ term }) => !skip.has(term))
    .map(({ term, distance }) => ({
      field,
      column,
      term,
      kind: 'typo',
      weight: TYPO_WEIGHTS[distance],
    }));
}

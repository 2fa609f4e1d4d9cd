import { Buffer } from 'node:buffer';
import type { QueryWord } from '../../engine.js';
import { type MistypedWord, mistypedWord, typosOf } from './typo-index.js';
import type { Vocabulary } from './vocabulary.js';

/** A term of a vocabulary that stands for a word of the query. */
export interface Variant {
  term: number;
  /** What one occurrence counts, next to the word itself. */
  weight: number;
}

const STEM_WEIGHT = 0.8;
/** By distance, among typos alone: next to the word itself they hardly count, see `TYPO_SHARE`. */
const TYPO_WEIGHTS = [0, 1, 0.7];

/** A word of the query, made ready once for the vocabularies of all segments. */
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

/** The word itself and words of the same stem. */
export function knownVariants({ terms, stems, stemStarts, stemTerms }: Vocabulary, word: WordLookUp): Variant[] {
  const exact = terms.findBytes(word.term);
  const variants: Variant[] = exact < 0 ? [] : [{ term: exact, weight: 1 }];
  const stem = stems.findBytes(word.stem);
  if (stem < 0) return variants;
  for (let i = stemStarts[stem]; i < stemStarts[stem + 1]; i++) {
    if (stemTerms[i] !== exact) variants.push({ term: stemTerms[i], weight: STEM_WEIGHT });
  }
  return variants;
}

/** Words that look like it; none that are among its known variants. */
export function typoVariants(vocabulary: Vocabulary, word: WordLookUp, known: readonly Variant[]): Variant[] {
  if (word.typos === null) return [];
  return typosOf(word.typos, vocabulary.terms, vocabulary.typos)
    .filter(({ term }) => !known.some((variant) => variant.term === term))
    .map(({ term, distance }) => ({ term, weight: TYPO_WEIGHTS[distance] }));
}

import { Dictionary } from '../segment/dictionary.js';
import type { ColumnEntry } from '../segment/segment-format.js';
import type { TypoIndex } from './typo-index.js';

/**
 * The distinct words of one language in a segment, of all its text fields together: a word is looked up once, whichever
 * field it stands in. Words of one stem are found together: stem `s` belongs to the terms `stemTerms[stemStarts[s]] …`. Where
 * terms keep marks on their letters, those that are the same without are found together too, under a key among the stems.
 */
export interface Vocabulary {
  terms: Dictionary;
  stems: Dictionary;
  stemStarts: Uint32Array;
  stemTerms: Uint32Array;
  typos: TypoIndex;
}

/** No word has it. */
const BARE = '\u0001';

/** Among the stems, what the terms have in common that are this without marks. */
export function bareKey(bare: string): string {
  return BARE + bare;
}

export function isBareKey(key: string): boolean {
  return key.startsWith(BARE);
}

/** The column of a vocabulary, which is named by its language. */
export function vocabularyEntry(language: string, vocabulary: Vocabulary): ColumnEntry {
  const { terms, stems, stemStarts, stemTerms, typos } = vocabulary;
  const arrays = [
    ...[terms.offsets, terms.bytes, stems.offsets, stems.bytes],
    ...[stemStarts, stemTerms, typos.starts, typos.entries, typos.oddLetters],
  ];
  return { type: 'vocabulary', field: language, docs: null, arrays };
}

export function vocabularyOf({ arrays }: ColumnEntry): Vocabulary {
  const words = (i: number) => arrays[i] as Uint32Array;
  const dictionary = (i: number) => new Dictionary(arrays[i + 1] as Uint8Array, words(i));
  return {
    terms: dictionary(0),
    stems: dictionary(2),
    stemStarts: words(4),
    stemTerms: words(5),
    typos: { starts: words(6), entries: words(7), oddLetters: words(8) },
  };
}

import type { PhraseForms } from '../../../domain/search/word-query.js';
import { Dictionary } from '../segment/dictionary.js';
import type { ColumnEntry } from '../segment/segment-format.js';
import type { TypoIndex } from './typo-index.js';

/**
 * The distinct words of one language in a segment. All text fields share it, so a word is looked up once.
 *
 * The terms with stem `s` are `stemTerms[stemStarts[s]] … stemTerms[stemStarts[s + 1] - 1]`. In languages whose terms keep
 * marks on their letters, `stems` also has keys (see `bareKey`) that group the terms which differ only in marks.
 */
export interface Vocabulary {
  terms: Dictionary;
  stems: Dictionary;
  stemStarts: Uint32Array;
  stemTerms: Uint32Array;
  typos: TypoIndex;
}

/** Whether a text with this vocabulary could have a phrase. */
export function hasTerms({ terms }: Vocabulary, phrase: Pick<PhraseForms, 'terms'>): boolean {
  return phrase.terms.every((term) => terms.find(term) >= 0);
}

/** Distinguishes these keys from stems: no word contains this character. */
const BARE = '\u0001';

/** The key among the stems of all terms that become `bare` when their marks are removed. */
export function bareKey(bare: string): string {
  return BARE + bare;
}

export function isBareKey(key: string): boolean {
  return key.startsWith(BARE);
}

/** The column of a vocabulary. Its field is the language. */
export function vocabularyEntry(language: string, vocabulary: Vocabulary): ColumnEntry {
  const { terms, stems, stemStarts, stemTerms, typos } = vocabulary;
  const dictionaries = [terms.offsets, terms.bytes, stems.offsets, stems.bytes];
  const arrays = [...dictionaries, stemStarts, stemTerms, typos.starts, typos.entries, typos.oddLetters];
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

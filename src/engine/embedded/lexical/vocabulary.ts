import { firstFailing } from '../../../algorithms/binary-search.js';
import { LruCache } from '../../../algorithms/lru-cache.js';
import type { PhraseForms } from '../../../domain/search/word-query.js';
import { Dictionary } from '../segment/dictionary.js';
import type { ColumnEntry } from '../segment/segment-format.js';
import type { TypoIndex } from './typo-index.js';

/**
 * The distinct words of one language in a segment. All text fields share it, so a word is looked up once.
 *
 * An entry is what has postings. The first entries are the terms, in their order. A term whose spellings have different stems in
 * the segment ("hacía" and "hacia" in Spanish) has further entries, one for each stem, and each of its occurrences is in one of
 * them: entry `terms.size + i` has those of term `divided[i]`, which ascends, with one stem. So an occurrence is found by the stem
 * that it has in its own text, whatever else is in the segment.
 *
 * The entries with stem `s` are `stemEntries[stemStarts[s]] … stemEntries[stemStarts[s + 1] - 1]`, in the order of their terms. In
 * languages whose terms keep marks on their letters, `stems` also has keys (see `bareKey`) that group the terms which differ only
 * in marks.
 */
export interface Vocabulary {
  terms: Dictionary;
  divided: Uint32Array;
  stems: Dictionary;
  stemStarts: Uint32Array;
  stemEntries: Uint32Array;
  typos: TypoIndex;
}

/** Terms cached per segment and language, about a hundred bytes each. */
const TERMS_CACHED = 3000;

/** Terms with a cache: every query looks up the terms of its phrases in every segment, and most are looked up again and again. */
class Terms extends Dictionary {
  readonly #ordinals = new LruCache<number>(TERMS_CACHED);

  override find(term: string): number {
    return this.#ordinals.getOrMake(term, () => super.find(term));
  }
}

/** Whether a text with this vocabulary could have a phrase. */
export function hasTerms({ terms }: Vocabulary, phrase: Pick<PhraseForms, 'terms'>): boolean {
  return phrase.terms.every((term) => terms.find(term) >= 0);
}

/** The term that an entry is, or is a part of. */
export function termOfEntry({ terms, divided }: Vocabulary, entry: number): number {
  return entry < terms.size ? entry : divided[entry - terms.size];
}

export function entryText(vocabulary: Vocabulary, entry: number): string {
  return vocabulary.terms.text(termOfEntry(vocabulary, entry));
}

/** The entries that all occurrences of a term are in, each in one: those of its stems, or that of the term if it has only one. */
export function entriesOfTerm({ terms, divided }: Vocabulary, term: number): number[] {
  const entries: number[] = [];
  const first = firstFailing(0, divided.length, (place) => divided[place] < term);
  for (let place = first; divided[place] === term; place++) entries.push(terms.size + place);
  return entries.length === 0 ? [term] : entries;
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
  const { terms, divided, stems, stemStarts, stemEntries, typos } = vocabulary;
  const dictionaries = [terms.offsets, terms.bytes, stems.offsets, stems.bytes];
  const arrays = [...dictionaries, stemStarts, stemEntries, divided, typos.starts, typos.entries, typos.oddLetters];
  return { type: 'vocabulary', field: language, docs: null, arrays };
}

export function vocabularyOf({ arrays }: ColumnEntry): Vocabulary {
  const words = (i: number) => arrays[i] as Uint32Array;
  const stored = (i: number) => [arrays[i + 1] as Uint8Array, words(i)] as const;
  return {
    terms: new Terms(...stored(0)),
    stems: new Dictionary(...stored(2)),
    stemStarts: words(4),
    stemEntries: words(5),
    divided: words(6),
    typos: { starts: words(7), entries: words(8), oddLetters: words(9) },
  };
}

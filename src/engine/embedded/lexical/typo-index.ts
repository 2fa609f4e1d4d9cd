import { DistanceRows, editDistance } from '../../../algorithms/edit-distance.js';
import type { BareLetters } from '../../../text/analysis/word-forms.js';
import { bareCodePoints, HAS_DIGIT, removeMarks } from '../../query/letters.js';
import { allowedTypos } from '../../ranking/ranking.js';
import { populationCount } from '../segment/bitset.js';
import type { Dictionary } from '../segment/dictionary.js';
import { GrowingArray } from '../segment/growing-array.js';

/**
 * A symmetric-delete (SymSpell) index: finds the terms within an edit distance of a word without looking at the others. Two
 * words within distance d share a form that each turns into by deleting at most d letters, so every term is filed under
 * all such forms of its first letters, and a word is looked up under all of its own.
 *
 * Form `f` is filed in bucket `hash(f) & (buckets - 1)`. The entries of bucket `b` are `entries[starts[b]]` to
 * `entries[starts[b + 1] - 1]`.
 * An entry is a term's ordinal with its number of letters in the highest byte. `oddLetters[term]` has a bit for each letter
 * that the term has an odd number of times. Most terms in a bucket are too far from the word; length and parity rule them
 * out before their letters are read.
 */
export interface TypoIndex {
  starts: Uint32Array;
  entries: Uint32Array;
  oddLetters: Uint32Array;
}

/** An entry has 24 bits for the term. Later terms are not found with typos; a vocabulary that large would take gigabytes. */
const MOST_TERMS = 2 ** 24;
const MOST_LETTERS = 255;
/** Larger buckets save memory, and entries that share a bucket by chance are ruled out quickly. */
const ENTRIES_A_BUCKET = 4;

/** Only this many first letters make up the forms: enough to tell words apart, and few enough to keep forms few. */
const BEGINNING = 7;

export function buildTypoIndex(dictionary: Dictionary, bare: BareLetters): TypoIndex {
  const hashes = new GrowingArray(Uint32Array);
  const filed = new GrowingArray(Uint32Array);
  const odd = new Uint32Array(dictionary.size);
  for (let term = 0; term < Math.min(dictionary.size, MOST_TERMS); term++) {
    const text = dictionary.text(term);
    if (text.length < 3 || HAS_DIGIT.test(text)) continue;
    const letters = bareCodePoints(text, bare);
    odd[term] = oddLetters(letters);
    visitForms(letters, mostTyposIn(letters.length), (hash) => {
      hashes.push(hash);
      filed.push(term + Math.min(MOST_LETTERS, letters.length) * MOST_TERMS);
    });
  }
  return { ...inBuckets(hashes.view(), filed.view()), oddLetters: odd };
}

function inBuckets(hashes: Uint32Array, filed: Uint32Array): Pick<TypoIndex, 'starts' | 'entries'> {
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(hashes.length / ENTRIES_A_BUCKET + 1)));
  const starts = new Uint32Array(buckets + 1);
  for (let i = 0; i < hashes.length; i++) starts[(hashes[i] & (buckets - 1)) + 1]++;
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1] += starts[bucket];
  const entries = new Uint32Array(hashes.length);
  const next = starts.slice();
  for (let i = 0; i < hashes.length; i++) entries[next[hashes[i] & (buckets - 1)]++] = filed[i];
  return { starts, entries };
}

export interface TypoMatch {
  term: number;
  distance: number;
}

/** A word with the hashes of all its forms, to be looked up in any number of dictionaries. */
export interface MistypedWord {
  letters: readonly number[];
  /** Letters with marks and what each counts as. */
  bare: BareLetters;
  /** Edits that are forgiven. */
  limit: number;
  /** Hashes. */
  forms: readonly number[];
  /** As `oddLetters` of the index. */
  odd: number;
}

/** Null for a word in which no typo is forgiven. */
export function mistypedWord(word: string, bare: BareLetters): MistypedWord | null {
  const letters = bareCodePoints(word, bare);
  const limit = allowedTypos(letters.length);
  if (limit === 0 || HAS_DIGIT.test(word)) return null;
  const forms: number[] = [];
  visitForms(letters, limit, (hash) => forms.push(hash));
  return { letters, bare, limit, forms, odd: oddLetters(letters) };
}

/** Looks words up in typo indexes. A query reads thousands of terms, so buffers are reused. */
export class TypoFinder {
  readonly #rows = new DistanceRows();
  /** A buffer for the letters of a term, by their number. */
  readonly #letters: Uint32Array[] = [];
  /** For each term the last look-up that met it, because a term can share several forms with a word. */
  #lastMet = new Uint32Array(0);
  #lookUp = 0;

  /** The terms within the allowed distance of a word; also the word itself if it is a term. */
  find(word: MistypedWord, dictionary: Dictionary, index: TypoIndex): TypoMatch[] {
    const matches: TypoMatch[] = [];
    for (const term of this.#candidates(word, dictionary, index)) {
      const letters = this.#lettersFor(dictionary.letterCount(term));
      dictionary.readLetters(term, letters);
      removeMarks(letters, word.bare);
      const distance = editDistance(word.letters, letters, word.limit, this.#rows);
      if (distance <= word.limit) matches.push({ term, distance });
    }
    return matches.sort((a, b) => a.term - b.term);
  }

  #lettersFor(count: number): Uint32Array {
    this.#letters[count] ??= new Uint32Array(count);
    return this.#letters[count];
  }

  #candidates(word: MistypedWord, dictionary: Dictionary, index: TypoIndex): number[] {
    if (this.#lastMet.length < dictionary.size || this.#lookUp === 0xffffffff) {
      this.#lastMet = new Uint32Array(Math.max(this.#lastMet.length, dictionary.size));
      this.#lookUp = 0;
    }
    const lookUp = ++this.#lookUp;
    const lastMet = this.#lastMet;
    const { starts, entries, oddLetters } = index;
    const { limit, odd, forms } = word;
    const length = Math.min(MOST_LETTERS, word.letters.length);
    const buckets = starts.length - 1;
    const candidates: number[] = [];
    for (let f = 0; f < forms.length; f++) {
      const bucket = forms[f] & (buckets - 1);
      const end = starts[bucket + 1];
      for (let i = starts[bucket]; i < end; i++) {
        const entry = entries[i];
        const lengths = Math.abs(length - (entry >>> 24));
        if (lengths > limit) continue;
        const term = entry & (MOST_TERMS - 1);
        // Inserting or deleting a letter flips one parity, replacing one may flip two, and transposing flips none.
        if (populationCount(odd ^ oddLetters[term]) > 2 * limit - lengths || lastMet[term] === lookUp) continue;
        lastMet[term] = lookUp;
        candidates.push(term);
      }
    }
    return candidates;
  }
}

/** One bit per letter that occurs an odd number of times. Letters that share a bit may cancel each other out. */
function oddLetters(letters: readonly number[]): number {
  return letters.reduce((odd, letter) => odd ^ (1 << (letter & 31)), 0);
}

/** As many typos as are forgiven in the longest word that is written for a term of so many letters. */
function mostTyposIn(letters: number): 1 | 2 {
  return allowedTypos(letters + 2) === 2 ? 2 : 1;
}

/** Visits the hashes of a word's forms: its first letters, without any one and, for two typos, without any two. */
function visitForms(letters: readonly number[], typos: 1 | 2, visit: (hash: number) => void): void {
  const length = Math.min(letters.length, BEGINNING);
  const two = typos === 2;
  visit(hashWithout(letters, length, [-1, -1]));
  for (let i = 0; i < length; i++) {
    visit(hashWithout(letters, length, [i, -1]));
    if (two) for (let j = i + 1; j < length; j++) visit(hashWithout(letters, length, [i, j]));
  }
}

/** FNV-1a of the first `length` letters without those at the two positions; -1 for none. */
function hashWithout(letters: readonly number[], length: number, [first, second]: [number, number]): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) {
    if (i !== first && i !== second) hash = Math.imul(hash ^ letters[i], 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

import { DistanceRows, editDistance } from '../../../algorithms/edit-distance.js';
import type { BareLetters } from '../../../text/analysis/bare-letters.js';
import { allowedTypos } from '../query/ranking.js';
import { populationCount } from '../segment/bitset.js';
import type { Dictionary } from '../segment/dictionary.js';
import { GrowingArray } from '../segment/growing-array.js';

/**
 * A symmetric-delete (SymSpell) index: finds the terms within an edit distance of a word without looking at the others. Two
 * words within distance d share a form that each turns into by deleting at most d letters, so every term is filed under
 * all such forms of its first letters, and a word is looked up under all of its own.
 *
 * Form `f` is filed in bucket `hash(f) & (buckets - 1)`, whose entries are `entries[starts[bucket]] … entries[starts[bucket + 1] - 1]`.
 * An entry is the number of a term and, in its highest byte, how many letters that has. `oddLetters[term]` says which letters the
 * term has an odd number of times. Most of what is filed together is too far apart, and these two tell without the terms
 * being looked at.
 */
export interface TypoIndex {
  starts: Uint32Array;
  entries: Uint32Array;
  oddLetters: Uint32Array;
}

/** An entry has 24 bits for the term. Terms beyond that are not found with typos; such a vocabulary would take gigabytes. */
const MOST_TERMS = 2 ** 24;
const MOST_LETTERS = 255;
/** Half the buckets would be empty with one a bucket, and what is in a bucket by chance is told apart at once. */
const ENTRIES_A_BUCKET = 4;

/** Enough to tell words apart; more letters would only mean more forms. */
const BEGINNING = 7;

/** Numbers and codes are not mistyped into one another. */
const HAS_DIGIT = /\p{N}/u;

export function buildTypoIndex(dictionary: Dictionary, bare: BareLetters): TypoIndex {
  const hashes = new GrowingArray(Uint32Array);
  const filed = new GrowingArray(Uint32Array);
  const odd = new Uint32Array(dictionary.size);
  for (let term = 0; term < Math.min(dictionary.size, MOST_TERMS); term++) {
    const text = dictionary.text(term);
    if (text.length < 3 || HAS_DIGIT.test(text)) continue;
    const letters = bareCodePoints(text, bare);
    odd[term] = oddLetters(letters);
    visitForms(letters, (hash) => {
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

/** A word to look up, with the hashes of all its forms: made once for any number of dictionaries. */
export interface MistypedWord {
  letters: readonly number[];
  /** Marks that count as no difference. */
  bare: BareLetters;
  limit: number;
  forms: readonly number[];
  odd: number;
}

/** Null for a word that is not forgiven any typo. */
export function mistypedWord(word: string, bare: BareLetters): MistypedWord | null {
  const letters = bareCodePoints(word, bare);
  const limit = allowedTypos(letters.length);
  if (limit === 0 || HAS_DIGIT.test(word)) return null;
  const forms: number[] = [];
  visitForms(letters, (hash) => forms.push(hash));
  return { letters, bare, limit, forms, odd: oddLetters(letters) };
}

/** Looks words up in typo indexes. Its buffers are used again: thousands of terms are read for one query. */
export class TypoFinder {
  readonly #rows = new DistanceRows();
  /** By length. */
  readonly #letters: Uint32Array[] = [];
  /** For each term the look-up that met it last: a term is filed under several forms of a word. */
  #lastMet = new Uint32Array(0);
  #lookUp = 0;

  /** The terms within the allowed distance of a word, itself included if it is one. */
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

/** Which letters occur an odd number of times, a bit for each; letters that share a bit cancel each other out. */
function oddLetters(letters: readonly number[]): number {
  return letters.reduce((odd, letter) => odd ^ (1 << (letter & 31)), 0);
}

/** Without the marks that the language's terms keep: who forgets one may make a typo besides. */
function bareCodePoints(text: string, bare: BareLetters): number[] {
  const letters = codePoints(text);
  removeMarks(letters, bare);
  return letters;
}

function removeMarks(letters: number[] | Uint32Array, bare: BareLetters): void {
  if (bare.size === 0) return;
  for (let i = 0; i < letters.length; i++) letters[i] = bare.get(letters[i]) ?? letters[i];
}

export function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i)!;
    if (point > 0xffff) i++;
    points.push(point);
  }
  return points;
}

/** Visits the hash of each form of a word's beginning with as many letters left out as it may have typos, at least one. */
function visitForms(letters: readonly number[], visit: (hash: number) => void): void {
  const length = Math.min(letters.length, BEGINNING);
  const two = allowedTypos(letters.length) === 2;
  visit(hashWithout(letters, length, [-1, -1]));
  for (let i = 0; i < length; i++) {
    visit(hashWithout(letters, length, [i, -1]));
    if (two) for (let j = i + 1; j < length; j++) visit(hashWithout(letters, length, [i, j]));
  }
}

/** FNV-1a of the first `length` letters but two. */
function hashWithout(letters: readonly number[], length: number, [first, second]: [number, number]): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) {
    if (i !== first && i !== second) hash = Math.imul(hash ^ letters[i], 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

import type { Dictionary } from '../dictionary.js';
import { GrowingArray } from '../growing-array.js';
import { editDistance, editDistanceWithin } from './edit-distance.js';

/**
 * Finds the terms near a word without looking at the others. Two words within distance d have a form in common that each
 * turns into by leaving out at most d letters; so every term is filed under all such forms of its beginning, and a word
 * is looked up under all of its own. What is found is compared in full.
 *
 * Form `f` is filed in bucket `hash(f) & (buckets - 1)`, whose terms are `terms[starts[bucket]] … terms[starts[bucket + 1] - 1]`.
 */
export interface TypoIndex {
  starts: Uint32Array;
  terms: Uint32Array;
}

/** Enough to tell words apart; more letters would only mean more forms. */
const BEGINNING = 7;

/**
 * A word that so many documents in scope have right is not mistyped by the one who asks, and where it is mistyped it would
 * be found at the end of a long list. Looking for typos of common words takes longer than all else, and finds other words.
 */
export const COMMON = 1000;

/** How many typos a word may have: none in short ones, where a letter makes another word. */
export function allowedTypos(letters: number): 0 | 1 | 2 {
  if (letters < 4) return 0;
  return letters < 8 ? 1 : 2;
}

/** Numbers and codes are not mistyped into one another. */
const HAS_DIGIT = /\p{N}/u;

export function buildTypoIndex(dictionary: Dictionary): TypoIndex {
  const filed = new GrowingArray(Uint32Array);
  const filedTerms = new GrowingArray(Uint32Array);
  for (let term = 0; term < dictionary.size; term++) {
    const text = dictionary.text(term);
    if (text.length < 3 || HAS_DIGIT.test(text)) continue;
    visitForms(codePoints(text), (hash) => {
      filed.push(hash);
      filedTerms.push(term);
    });
  }
  const hashes = filed.view();
  const owners = filedTerms.view();
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(hashes.length / 2 + 1)));
  const starts = new Uint32Array(buckets + 1);
  for (let i = 0; i < hashes.length; i++) starts[(hashes[i] & (buckets - 1)) + 1]++;
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1] += starts[bucket];
  const terms = new Uint32Array(hashes.length);
  const next = starts.slice();
  for (let i = 0; i < hashes.length; i++) terms[next[hashes[i] & (buckets - 1)]++] = owners[i];
  return { starts, terms };
}

export interface TypoMatch {
  term: number;
  distance: number;
}

/** A word to look up, with the hashes of all its forms: made once for any number of dictionaries. */
export interface MistypedWord {
  letters: readonly number[];
  isAscii: boolean;
  limit: number;
  forms: readonly number[];
}

/** Null for a word that is not forgiven any typo. */
export function mistypedWord(word: string): MistypedWord | null {
  const letters = codePoints(word);
  const limit = allowedTypos(letters.length);
  if (limit === 0 || HAS_DIGIT.test(word)) return null;
  const forms: number[] = [];
  visitForms(letters, (hash) => forms.push(hash));
  return { letters, isAscii: letters.every((letter) => letter < 0x80), limit, forms };
}

/** The terms within the allowed distance of a word, itself included if it is one. */
export function typosOf(word: MistypedWord, dictionary: Dictionary, index: TypoIndex): TypoMatch[] {
  const matches: TypoMatch[] = [];
  const distanceTo = word.isAscii ? distanceOfBytes : distanceOfLetters;
  for (const term of candidatesFor(word, dictionary, index)) {
    const distance = distanceTo(word, dictionary, term);
    if (distance <= word.limit) matches.push({ term, distance });
  }
  return matches.sort((a, b) => a.term - b.term);
}

function distanceOfLetters({ letters, limit }: MistypedWord, dictionary: Dictionary, term: number): number {
  const count = dictionary.letterCount(term);
  if (Math.abs(count - letters.length) > limit) return limit + 1;
  const spare = lettersFor(count);
  dictionary.readLetters(term, spare);
  return editDistance(letters, spare, limit);
}

/** Of a word whose letters are a byte each: they can be compared with the bytes of a term as long as these are letters too. */
function distanceOfBytes(word: MistypedWord, dictionary: Dictionary, term: number): number {
  const { bytes, offsets } = dictionary;
  const start = offsets[term];
  const end = offsets[term + 1];
  if (end - start < word.letters.length - word.limit) return word.limit + 1;
  for (let place = start; place < end; place++) {
    if (bytes[place] >= 0x80) return distanceOfLetters(word, dictionary, term);
  }
  return editDistanceWithin(word.letters, { letters: bytes, start, end }, word.limit);
}

/** By length, used again for each term: thousands are read for one query. */
const spareLetters: Uint32Array[] = [];

function lettersFor(count: number): Uint32Array {
  spareLetters[count] ??= new Uint32Array(count);
  return spareLetters[count];
}

/** For each term the number of the look-up that met it last: a term is filed under several forms of a word. */
let lastMet = new Uint32Array(0);
let lookUp = 0;

function candidatesFor({ forms }: MistypedWord, dictionary: Dictionary, { starts, terms }: TypoIndex): number[] {
  if (lastMet.length < dictionary.size || lookUp === 0xffffffff) {
    lastMet = new Uint32Array(Math.max(lastMet.length, dictionary.size));
    lookUp = 0;
  }
  lookUp++;
  const buckets = starts.length - 1;
  const candidates: number[] = [];
  for (const hash of forms) {
    const bucket = hash & (buckets - 1);
    for (let i = starts[bucket]; i < starts[bucket + 1]; i++) {
      const term = terms[i];
      if (lastMet[term] === lookUp) continue;
      lastMet[term] = lookUp;
      candidates.push(term);
    }
  }
  return candidates;
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

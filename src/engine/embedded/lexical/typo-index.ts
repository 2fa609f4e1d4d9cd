import type { Dictionary } from '../dictionary.js';
import { editDistance } from './edit-distance.js';

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

/** How many typos a word may have: none in short ones, where a letter makes another word. */
export function allowedTypos(letters: number): 0 | 1 | 2 {
  if (letters < 4) return 0;
  return letters < 8 ? 1 : 2;
}

/** Numbers and codes are not mistyped into one another. A word one letter shorter than allowed may be the typo itself. */
const HAS_DIGIT = /\p{N}/u;

export function buildTypoIndex(dictionary: Dictionary): TypoIndex {
  const entries: number[] = [];
  const owners: number[] = [];
  for (let term = 0; term < dictionary.size; term++) {
    const text = dictionary.text(term);
    if (text.length < 3 || HAS_DIGIT.test(text)) continue;
    for (const hash of formsOf(Array.from(text))) {
      entries.push(hash);
      owners.push(term);
    }
  }
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(entries.length / 2 + 1)));
  const starts = new Uint32Array(buckets + 1);
  for (const hash of entries) starts[(hash & (buckets - 1)) + 1]++;
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1] += starts[bucket];
  const terms = new Uint32Array(entries.length);
  const next = starts.slice();
  entries.forEach((hash, i) => {
    terms[next[hash & (buckets - 1)]++] = owners[i];
  });
  return { starts, terms };
}

export interface TypoMatch {
  term: number;
  distance: number;
}

/** The terms within the allowed distance of a word, itself included if it is one. */
export function typosOf(word: string, dictionary: Dictionary, { starts, terms }: TypoIndex): TypoMatch[] {
  const letters = Array.from(word);
  const limit = allowedTypos(letters.length);
  if (limit === 0) return [];
  const buckets = starts.length - 1;
  const candidates = new Set<number>();
  for (const hash of formsOf(letters)) {
    const bucket = hash & (buckets - 1);
    for (let i = starts[bucket]; i < starts[bucket + 1]; i++) candidates.add(terms[i]);
  }
  const matches: TypoMatch[] = [];
  for (const term of candidates) {
    const distance = editDistance(letters, Array.from(dictionary.text(term)), limit);
    if (distance <= limit) matches.push({ term, distance });
  }
  return matches.sort((a, b) => a.term - b.term);
}

/** The hashes of all forms of a word's beginning with as many letters left out as it may have typos, at least one. */
function formsOf(letters: readonly string[]): Set<number> {
  const deletions = Math.max(1, allowedTypos(letters.length));
  const forms = new Set<number>();
  const leaveOut = (form: readonly string[], from: number, left: number) => {
    forms.add(hashOf(form));
    if (left === 0) return;
    for (let i = from; i < form.length; i++) leaveOut([...form.slice(0, i), ...form.slice(i + 1)], i, left - 1);
  };
  leaveOut(letters.slice(0, BEGINNING), 0, deletions);
  return forms;
}

/** FNV-1a. */
function hashOf(letters: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const letter of letters) {
    for (let i = 0; i < letter.length; i++) hash = Math.imul(hash ^ letter.charCodeAt(i), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

import { wordsOf } from '../../text/words.js';

/** Texts are read up to here; more changes no label and would let one example cost as much as a thousand. */
const MAX_WORDS = 2_000;
const CHARACTERS = [3, 4, 5];

/** One occurrence of a feature: its hash, and the words from `first` to `last` that it stands in, for explanations. */
export type GramVisitor = (hash: number, first: number, last: number) => void;

export function gramWords(text: string): string[] {
  return wordsOf(text).slice(0, MAX_WORDS);
}

/** Every word, pair of neighbours, and run of 3 to 5 characters inside a word with its borders. */
export function visitGrams(words: readonly string[], visit: GramVisitor): void {
  let previous = 0;
  words.forEach((word, i) => {
    const hash = hashOf(word, 0, word.length);
    visit(spread(hash ^ 0x1b873593), i, i);
    if (i > 0) visit(spread(Math.imul(previous, 31) ^ hash), i - 1, i);
    previous = hash;
    visitCharacters(` ${word} `, (gram) => visit(gram, i, i));
  });
}

function visitCharacters(word: string, visit: (hash: number) => void): void {
  for (const size of CHARACTERS) {
    for (let from = 0; from + size <= word.length; from++) visit(spread(hashOf(word, from, from + size) + size));
  }
}

/** FNV-1a. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The finaliser of MurmurHash3. */
function spread(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

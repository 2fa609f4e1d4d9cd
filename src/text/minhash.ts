import { wordsOf } from './words.js';

/**
 * A sketch of a text for finding near copies. All three-word sequences of its sentences are hashed and dealt into 128 bins
 * by their hash; of each bin the smallest is kept, as one byte. The share of bytes that two sketches have in common
 * estimates the share of sequences that the texts have in common, give or take 4 points, whatever their order, layout or
 * length. No sequence goes on from one sentence to the next, so it makes no difference which comes first.
 */
export const SKETCH_BYTES = 128;

const WORDS_IN_SEQUENCE = 3;
const EMPTY = 0xffffffff;

/** A content of fewer words says little by itself: "to be done" makes no two documents copies of each other. */
const FEWEST_WORDS = 5;

/** Not only where a line ends: a copy may be laid out in another way. */
const SENTENCE_END = /(?<=[.!?…]["'’”»)\]]?)\s+|(?<=[。！？।])/u;

/** Of what a document says: its content, together with the title where that has hardly any words. */
export function sketchOfDocument({ title, content }: { title: string; content: string | null }): Uint8Array {
  const sentences = sentencesOf(content ?? '');
  const words = sentences.reduce((sum, { length }) => sum + length, 0);
  return sketchOfSentences(words < FEWEST_WORDS ? [...sentencesOf(title), ...sentences] : sentences);
}

export function sketchOf(text: string): Uint8Array {
  return sketchOfSentences(sentencesOf(text));
}

/** The words of each. */
function sentencesOf(text: string): string[][] {
  return text.split(SENTENCE_END).map(wordsOf);
}

function sketchOfSentences(sentences: readonly string[][]): Uint8Array {
  const least = new Uint32Array(SKETCH_BYTES).fill(EMPTY);
  for (const words of sentences) addSequences(words.map(hashOf), least);
  return Uint8Array.from(least, (_, bin) => filled(least, bin) & 0xff);
}

/** A short text leaves bins empty: such a one takes its value from the next that is not, and from how far that is. */
function filled(least: Uint32Array, bin: number): number {
  for (let distance = 0; distance < SKETCH_BYTES; distance++) {
    const value = least[(bin + distance) % SKETCH_BYTES];
    if (value !== EMPTY) return mix(value + distance * 0x2000000);
  }
  return 0;
}

/** The share of sequences in common, from 0 to 1. Bytes agree by chance once in 256 times. */
export function sketchSimilarity(a: Uint8Array, b: Uint8Array): number {
  let same = 0;
  for (let i = 0; i < SKETCH_BYTES; i++) if (a[i] === b[i]) same++;
  return Math.max(0, (same / SKETCH_BYTES - 1 / 256) / (1 - 1 / 256));
}

/** A sentence shorter than a sequence is one sequence. */
function addSequences(words: readonly number[], least: Uint32Array): void {
  const last = words.length === 0 ? 0 : Math.max(1, words.length - WORDS_IN_SEQUENCE + 1);
  for (let i = 0; i < last; i++) {
    let hash = 0;
    for (let j = i; j < Math.min(words.length, i + WORDS_IN_SEQUENCE); j++) hash = mix(Math.imul(hash, 31) ^ words[j]);
    const bin = hash >>> 25;
    const value = hash & 0x1ffffff;
    if (value < least[bin]) least[bin] = value;
  }
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Spreads every bit of a number over all of the result (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

import { wordsOf } from './words.js';

/**
 * A sketch of a text for finding near copies: for each of 128 orders of all three-word sequences, one byte of the first
 * that occurs. The share of bytes that two sketches have in common estimates the share of sequences that the texts have
 * in common, give or take 4 points, whatever their order, layout or length.
 */
export const SKETCH_BYTES = 128;

const WORDS_IN_SEQUENCE = 3;

export function sketchOf(text: string): Uint8Array {
  const least = new Uint32Array(SKETCH_BYTES).fill(0xffffffff);
  for (const sequence of sequencesOf(wordsOf(text).map(hashOf))) {
    for (let i = 0; i < SKETCH_BYTES; i++) {
      const mixed = mix(sequence ^ Math.imul(i + 1, 0x9e3779b1));
      if (mixed < least[i]) least[i] = mixed;
    }
  }
  return Uint8Array.from(least, (value) => value & 0xff);
}

/** The share of sequences in common, from 0 to 1. Bytes agree by chance once in 256 times. */
export function sketchSimilarity(a: Uint8Array, b: Uint8Array): number {
  let same = 0;
  for (let i = 0; i < SKETCH_BYTES; i++) if (a[i] === b[i]) same++;
  return Math.max(0, (same / SKETCH_BYTES - 1 / 256) / (1 - 1 / 256));
}

/** A text shorter than a sequence is one sequence. */
function sequencesOf(words: readonly number[]): Set<number> {
  const sequences = new Set<number>();
  const last = Math.max(1, words.length - WORDS_IN_SEQUENCE + 1);
  for (let i = 0; i < last; i++) {
    let hash = 0;
    for (let j = i; j < Math.min(words.length, i + WORDS_IN_SEQUENCE); j++) hash = mix(Math.imul(hash, 31) ^ words[j]);
    sequences.add(hash);
  }
  return sequences;
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

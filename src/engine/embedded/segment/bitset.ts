/**
 * Sets of document numbers, one bit each: document `d` is bit `d & 31` of word `d >>> 5`. Bits past the end are 0.
 * Words are signed because JavaScript's bit operations return signed integers: with unsigned words V8 would use doubles.
 */
export type Bitset = Int32Array;

export function emptyBitset(documents: number): Bitset {
  return new Int32Array((documents + 31) >>> 5);
}

export function fullBitset(documents: number): Bitset {
  const bits = emptyBitset(documents).fill(-1);
  const rest = documents & 31;
  if (rest > 0) bits[bits.length - 1] = -1 >>> (32 - rest);
  return bits;
}

export function addBit(bits: Bitset, document: number): void {
  bits[document >>> 5] |= 1 << (document & 31);
}

export function removeBit(bits: Bitset, document: number): void {
  bits[document >>> 5] &= ~(1 << (document & 31));
}

export function hasBit(bits: Bitset, document: number): boolean {
  return (bits[document >>> 5] & (1 << (document & 31))) !== 0;
}

export function intersect(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i] &= other[i];
}

export function unite(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i] |= other[i];
}

export function subtract(target: Bitset, other: Bitset): void {
  for (let i = 0; i < target.length; i++) target[i] &= ~other[i];
}

export function countBits(bits: Bitset): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += populationCount(bits[i]);
  return count;
}

export function populationCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The documents of a set, ascending. */
export function documentsOf(bits: Bitset): Uint32Array {
  const documents = new Uint32Array(countBits(bits));
  let next = 0;
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i];
    while (word !== 0) {
      documents[next++] = (i << 5) + (31 - Math.clz32(word & -word));
      word &= word - 1;
    }
  }
  return documents;
}

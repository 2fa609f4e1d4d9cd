/**
 * The positions of a word in one text, as bytes: each as its distance from the one before (the first from 0), seven bits
 * to a byte, low ones first, with the highest bit set in all bytes but the last. Where the word stands there `MANY` times
 * or more, their number comes first in the same way.
 */
import type { GrowingArray } from '../segment/growing-array.js';
import { MANY } from './lexical-column.js';

export function writePositions(target: GrowingArray<Uint8Array>, positions: readonly number[]): void {
  if (positions.length >= MANY) writeNumber(target, positions.length);
  let previous = 0;
  for (const position of positions) {
    writeNumber(target, position - previous);
    previous = position;
  }
}

function writeNumber(target: GrowingArray<Uint8Array>, value: number): void {
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) target.push((rest & 0x7f) | 0x80);
  target.push(rest);
}

/** Goes through numbers that were written one after the other. Behind their end it reads zeros: it never goes on forever. */
export class NumberReader {
  constructor(
    private readonly bytes: Uint8Array,
    public place: number,
  ) {}

  next(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.place++];
      value |= (byte & 0x7f) << shift;
      if (!(byte > 0x7f)) return value;
    }
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) if (!(this.bytes[this.place++] > 0x7f)) left--;
  }
}

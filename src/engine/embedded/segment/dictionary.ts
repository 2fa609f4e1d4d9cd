import { Buffer } from 'node:buffer';
import { firstFailing } from '../../../algorithms/binary-search.js';

/**
 * Distinct strings in code point order, which is the byte order of their UTF-8 form: ordinal `i` is
 * `bytes[offsets[i]] … bytes[offsets[i + 1] - 1]`. Look-ups compare bytes and decode nothing.
 */
export class Dictionary {
  /** Made when a string is first decoded, which most dictionaries in a merge never need. */
  #buffer: Buffer | null = null;

  constructor(
    readonly bytes: Uint8Array,
    readonly offsets: Uint32Array,
  ) {}

  /** From strings that are distinct and sorted. */
  static fromSorted(texts: readonly string[]): Dictionary {
    const offsets = new Uint32Array(texts.length + 1);
    for (let i = 0; i < texts.length; i++) offsets[i + 1] = offsets[i] + Buffer.byteLength(texts[i]);
    const bytes = Buffer.allocUnsafe(offsets[texts.length]);
    for (let i = 0; i < texts.length; i++) bytes.write(texts[i], offsets[i]);
    return new Dictionary(bytes, offsets);
  }

  get size(): number {
    return this.offsets.length - 1;
  }

  text(ordinal: number): string {
    const { bytes } = this;
    this.#buffer ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#buffer.toString('utf8', this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  /** How many letters (code points) a text has. */
  letterCount(ordinal: number): number {
    const { bytes } = this;
    const end = this.offsets[ordinal + 1];
    let count = 0;
    for (let place = this.offsets[ordinal]; place < end; place++) if ((bytes[place] & 0xc0) !== 0x80) count++;
    return count;
  }

  /** Writes the code points of a text to an array whose length is their number. */
  readLetters(ordinal: number, target: Uint32Array): void {
    const { bytes } = this;
    let place = this.offsets[ordinal];
    for (let i = 0; i < target.length; i++) {
      const size = letterBytes(bytes[place]);
      target[i] = letterAt(bytes, place, size);
      place += size;
    }
  }

  /** The ordinal of `text`, or -1. */
  find(text: string): number {
    return this.findBytes(Buffer.from(text));
  }

  /** The ordinal of a text that is encoded already, or -1. */
  findBytes(target: Uint8Array): number {
    const ordinal = this.#bound(target, (order) => order < 0);
    return ordinal < this.size && this.#compareAt(ordinal, target) === 0 ? ordinal : -1;
  }

  /** The first ordinal whose string is not before `text`. */
  lowerBound(text: string): number {
    return this.#bound(Buffer.from(text), (order) => order < 0);
  }

  /** The first ordinal whose string is after `text`. */
  upperBound(text: string): number {
    return this.#bound(Buffer.from(text), (order) => order <= 0);
  }

  /** The ordinals [from, to) whose strings begin with `prefix`. */
  prefixRange(prefix: string): [number, number] {
    const target = Buffer.from(prefix);
    const from = this.lowerBound(prefix);
    const isBefore = (ordinal: number) => this.#comparePrefixAt(ordinal, target) <= 0;
    return [from, firstFailing(from, this.size, isBefore)];
  }

  #bound(target: Uint8Array, isBefore: (order: number) => boolean): number {
    return firstFailing(0, this.size, (ordinal) => isBefore(this.#compareAt(ordinal, target)));
  }

  #compareAt(ordinal: number, target: Uint8Array): number {
    return compareBytes(this.bytes, [this.offsets[ordinal], this.offsets[ordinal + 1]], target);
  }

  #comparePrefixAt(ordinal: number, target: Buffer): number {
    const start = this.offsets[ordinal];
    const end = Math.min(this.offsets[ordinal + 1], start + target.length);
    return compareBytes(this.bytes, [start, end], target);
  }
}

/** The number of UTF-8 bytes of the letter that begins with this byte. */
export function letterBytes(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** The code point of the letter of `size` bytes at a place. */
export function letterAt(bytes: Uint8Array, place: number, size: number): number {
  if (size === 1) return bytes[place];
  let point = bytes[place] & (0xff >> (size + 1));
  for (let i = 1; i < size; i++) point = (point << 6) | (bytes[place + i] & 0x3f);
  return point;
}

/** A loop, because strings mostly differ in the first few bytes: a native call would cost more. */
export function compareBytes(bytes: Uint8Array, [start, end]: readonly [number, number], target: Uint8Array): number {
  const length = Math.min(end - start, target.length);
  for (let i = 0; i < length; i++) {
    const difference = bytes[start + i] - target[i];
    if (difference !== 0) return difference;
  }
  return end - start - target.length;
}

import { alignTo8, type ColumnArray } from './segment-format.js';

const CHUNK_BYTES = 1 << 20;
/** Larger arrays are kept as they are until they are written. */
const MOST_COPIED_BYTES = 1 << 14;

/**
 * Arrays one after the other, each at a multiple of 8 bytes, whose length together is known only at the end. Small ones are
 * copied into chunks at once: an object costs ten times the memory of an array of one number, and there may be millions.
 */
export class AlignedBytes {
  length = 0;
  readonly #parts: Uint8Array[] = [];
  #chunk = new Chunk(0);

  /** The array must not change before it is written. */
  append(array: ColumnArray): void {
    const size = alignTo8(array.byteLength);
    if (size > MOST_COPIED_BYTES) {
      this.#parts.push(this.#chunk.takeNew(), new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    } else {
      if (!this.#chunk.hasRoom(size)) {
        this.#parts.push(this.#chunk.takeNew());
        this.#chunk = new Chunk(CHUNK_BYTES);
      }
      this.#chunk.append(array, size);
    }
    this.length += size;
  }

  writeTo(target: Uint8Array): void {
    let position = 0;
    for (const part of [...this.#parts, this.#chunk.takeNew()]) {
      target.set(part, position);
      position += alignTo8(part.length);
    }
  }
}

class Chunk {
  readonly #views: readonly ColumnArray[];
  readonly #bytes: Uint8Array;
  #taken = 0;
  #used = 0;

  constructor(size: number) {
    const buffer = new ArrayBuffer(size);
    this.#bytes = new Uint8Array(buffer);
    this.#views = [this.#bytes, new Uint16Array(buffer), new Uint32Array(buffer), new Float64Array(buffer)];
  }

  hasRoom(size: number): boolean {
    return this.#used + size <= this.#bytes.length;
  }

  /** Copies number by number where there are few: that takes a fraction of the time of making a view for `set`. */
  append(array: ColumnArray, size: number): void {
    const view = this.#views[31 - Math.clz32(array.BYTES_PER_ELEMENT)];
    const start = this.#used / array.BYTES_PER_ELEMENT;
    if (array.length > 16) view.set(array, start);
    else for (let i = 0; i < array.length; i++) view[start + i] = array[i];
    this.#used += size;
  }

  /** What was added since this was last called. */
  takeNew(): Uint8Array {
    const added = this.#bytes.subarray(this.#taken, this.#used);
    this.#taken = this.#used;
    return added;
  }
}

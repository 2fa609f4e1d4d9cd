import { placeOfCode, VECTOR_MAGIC, type VectorLayout, vectorLayout } from './vector-layout.js';
import { allocateVectorMemory, type VectorMemory } from './vector-memory.js';

/**
 * The vectors of a segment's passages, one per row, in memory that all threads share. `vector-layout.ts` has the layout.
 * Rows are written before the block is handed to another thread and never changed after.
 */
export class VectorBlock {
  readonly #data: Uint8Array;
  readonly #factors: Float32Array;

  private constructor(
    /** Can be posted to another thread, where `VectorBlock.open` uses it without a copy. */
    readonly shared: VectorMemory,
    readonly layout: VectorLayout,
  ) {
    this.#data = new Uint8Array(shared.buffer, 0, layout.byteLength);
    this.#factors = new Float32Array(shared.buffer, layout.factors, layout.rows * 2);
  }

  /** All rows are zero vectors at first. */
  static allocate(rows: number, dimensions: number): VectorBlock {
    const layout = vectorLayout(rows, dimensions);
    const block = new VectorBlock(allocateVectorMemory(layout), layout);
    new Uint32Array(block.shared.buffer, 0, 4).set([VECTOR_MAGIC, rows, dimensions, 0]);
    const { highPlane, lowPlane } = layout;
    block.#data.fill(0x88, highPlane, lowPlane);
    return block;
  }

  /** From rows of codes, which `quantize` makes. */
  static encode(rows: readonly Int8Array[], dimensions: number): VectorBlock {
    const block = VectorBlock.allocate(rows.length, dimensions);
    rows.forEach((codes, row) => {
      block.write(row, codes);
    });
    return block;
  }

  static open(shared: VectorMemory): VectorBlock {
    const [, rows, dimensions] = new Uint32Array(shared.buffer, 0, 4);
    return new VectorBlock(shared, vectorLayout(rows, dimensions));
  }

  /** A block from bytes that `bytes()` gave. Throws where they are something else. */
  static from(bytes: Uint8Array): VectorBlock {
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < 16 || header.getUint32(0, true) !== VECTOR_MAGIC) throw new Error('not a block of vectors');
    const layout = vectorLayout(header.getUint32(4, true), header.getUint32(8, true));
    if (layout.byteLength !== bytes.byteLength) throw new Error('a block of vectors of the wrong length');
    const block = new VectorBlock(allocateVectorMemory(layout), layout);
    block.#data.set(bytes);
    return block;
  }

  get rows(): number {
    return this.layout.rows;
  }

  get dimensions(): number {
    return this.layout.dimensions;
  }

  /** The bytes to save: a view, not a copy. */
  bytes(): Uint8Array {
    return this.#data;
  }

  write(row: number, codes: Int8Array): void {
    const { dimensions, rowBytes, highPlane, lowPlane } = this.layout;
    if (codes.length !== dimensions) throw new RangeError(`${codes.length} codes for ${dimensions} dimensions`);
    const high = highPlane + row * rowBytes;
    const low = lowPlane + row * rowBytes;
    this.#data.fill(0x88, high, high + rowBytes).fill(0, low, low + rowBytes);
    let squares = 0;
    let lowSquares = 0;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      const code = codes[dimension];
      const stored = code + 128;
      const { byte, shift } = placeOfCode(dimension);
      this.#data[high + byte] = (this.#data[high + byte] & (0xf0 >> shift)) | ((stored >> 4) << shift);
      this.#data[low + byte] |= (stored & 15) << shift;
      squares += code * code;
      lowSquares += ((stored & 15) - 7.5) ** 2;
    }
    this.#factors[row * 2] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    this.#factors[row * 2 + 1] = squares === 0 ? 0 : Math.sqrt(lowSquares / squares);
  }

  /** The codes of a row, which give the direction of its vector. */
  read(row: number): Int8Array {
    const { dimensions, rowBytes, highPlane, lowPlane } = this.layout;
    return Int8Array.from({ length: dimensions }, (_, dimension) => {
      const { byte, shift } = placeOfCode(dimension);
      const place = row * rowBytes + byte;
      return (
        (((this.#data[highPlane + place] >> shift) & 15) << 4) + ((this.#data[lowPlane + place] >> shift) & 15) - 128
      );
    });
  }

  /** Copies rows of another block of the same dimensions into this one, from `row` on, as a merge does. */
  copyRows(row: number, source: VectorBlock, { first, count }: { first: number; count: number }): void {
    const { rowBytes, highPlane, lowPlane } = this.layout;
    if (source.layout.dimensions !== this.layout.dimensions) throw new RangeError('blocks of different dimensions');
    const copyPlane = (target: number, from: number) => {
      const start = from + first * rowBytes;
      this.#data.set(source.#data.subarray(start, start + count * rowBytes), target + row * rowBytes);
    };
    copyPlane(highPlane, source.layout.highPlane);
    copyPlane(lowPlane, source.layout.lowPlane);
    this.#factors.set(source.#factors.subarray(first * 2, (first + count) * 2), row * 2);
  }
}

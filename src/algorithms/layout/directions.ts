import { readFileSync } from 'node:fs';

/** The exports of assembly/directions.ts. */
interface KernelExports {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  dotProduct(one: number, other: number, bytes: number): number;
}

const PAGE_BYTES = 65_536;
/** What the kernel reads at once. */
const LANES = 16;

/** Directions of many points in a space of many dimensions, in memory of their own: one code from -127 to 127 per dimension. */
export class Directions {
  readonly count: number;
  readonly dimensions: number;
  readonly #kernel: KernelExports;
  readonly #rowBytes: number;
  readonly #rows: Int8Array;
  /** 1 / length of each row; 0 for a row of zeros, whose cosine with everything is 0. */
  readonly #inverseLengths: Float32Array;

  /** `codes` has row after row. */
  constructor(codes: Int8Array, dimensions: number) {
    this.dimensions = dimensions;
    this.count = dimensions === 0 ? 0 : codes.length / dimensions;
    this.#rowBytes = Math.ceil(dimensions / LANES) * LANES;
    // The last row is for a direction that is not one of these.
    const bytes = (this.count + 1) * this.#rowBytes;
    this.#kernel = openKernel(bytes);
    this.#rows = new Int8Array(this.#kernel.memory.buffer, 0, bytes);
    this.#inverseLengths = new Float32Array(this.count + 1);
    for (let row = 0; row < this.count; row++) {
      this.#put(row, codes.subarray(row * dimensions, (row + 1) * dimensions));
    }
  }

  /** The codes of a row. */
  row(row: number): Int8Array {
    return this.#rows.subarray(row * this.#rowBytes, row * this.#rowBytes + this.dimensions);
  }

  inverseLength(row: number): number {
    return this.#inverseLengths[row];
  }

  cosine(one: number, other: number): number {
    const product = this.#kernel.dotProduct(one * this.#rowBytes, other * this.#rowBytes, this.#rowBytes);
    return product * this.#inverseLengths[one] * this.#inverseLengths[other];
  }

  /** The cosines of another direction with all rows. */
  cosinesWith(codes: Int8Array): Float32Array {
    this.#put(this.count, codes);
    const cosines = new Float32Array(this.count);
    for (let row = 0; row < this.count; row++) cosines[row] = this.cosine(row, this.count);
    return cosines;
  }

  #put(row: number, codes: Int8Array): void {
    this.#rows.set(codes, row * this.#rowBytes);
    const squares = this.#kernel.dotProduct(row * this.#rowBytes, row * this.#rowBytes, this.#rowBytes);
    this.#inverseLengths[row] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  }
}

let compiled: WebAssembly.Module | null = null;

function openKernel(bytes: number): KernelExports {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./directions.wasm', import.meta.url)));
  const kernel = new WebAssembly.Instance(compiled, {}).exports as unknown as KernelExports;
  const missing = bytes - kernel.memory.buffer.byteLength;
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
  return kernel;
}

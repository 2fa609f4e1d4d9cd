import { readFileSync } from 'node:fs';
import { TYPOS } from '../../ranking/ranking.js';

interface Global {
  readonly value: number;
}

/** What assembly/bm25.ts exports. */
interface KernelExports {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  WINDOW: Global;
  SLICE: Global;
  LENGTH_SLOTS: Global;
  MEMORY: Global;
  FOUND_LIST: Global;
  SCORES: Global;
  GAPS: Global;
  FREQUENCIES: Global;
  FACTORS: Global;
  LENGTH_WINDOWS: Global;
  NEXT_PLACE: Global;
  useExact(least: number, most: number, k1: number): void;
  useForms(least: number, most: number, k1: number): void;
  useTypos(k1: number): void;
  useField(lengths: number, factors: number, longest: number): void;
  usePostings(gaps: number, frequencies: number): void;
  beginKnown(): void;
  beginTypos(): void;
  add(place: number, count: number, factor: number, mark: number): number;
  addWhereFound(place: number, count: number, factor: number, mark: number): number;
  endWord(weight: number, typoWeight: number, typoCoverage: number, isKnown: boolean): void;
  keep(atLeast: number): void;
  finish(needed: number, best: number, typoOnlyFactor: number): number;
}

const PAGE_BYTES = 65_536;
/** Shared memory is copied eight bytes at a time if source and target have the same alignment, otherwise byte by byte. */
const ALIGNMENT = 8;
/** Up to this many postings are copied faster in a loop. */
const FEW = 64;

/** The compiled loops with their memory (about 5 MB), and views of the parts that JavaScript reads or writes. */
export class Bm25Kernel {
  readonly exports: KernelExports;
  readonly window: number;
  /** Postings that one call can take. */
  readonly most: number;
  /** The documents found, as places in the window, and their scores. */
  readonly found: Uint16Array;
  readonly scores: Float64Array;
  readonly #gaps: Uint16Array;
  readonly #frequencies: Uint8Array;
  readonly #next: Uint32Array;

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL('./bm25.wasm', import.meta.url)));
    // Copied, because properties of an instance's exports object are slow to read.
    this.exports = { ...(new WebAssembly.Instance(module, {}).exports as unknown as KernelExports) };
    const { memory, MEMORY, WINDOW, SLICE, GAPS, FREQUENCIES, FOUND_LIST, SCORES, NEXT_PLACE } = this.exports;
    memory.grow(Math.ceil(MEMORY.value / PAGE_BYTES) - memory.buffer.byteLength / PAGE_BYTES);
    this.window = WINDOW.value;
    this.#gaps = new Uint16Array(memory.buffer, GAPS.value, SLICE.value + ALIGNMENT);
    this.#frequencies = new Uint8Array(memory.buffer, FREQUENCIES.value, SLICE.value + ALIGNMENT);
    this.#next = new Uint32Array(memory.buffer, NEXT_PLACE.value, 1);
    this.most = SLICE.value;
    this.found = new Uint16Array(memory.buffer, FOUND_LIST.value, this.window);
    this.scores = new Float64Array(memory.buffer, SCORES.value, this.window);
    this.exports.useTypos(TYPOS.k1);
  }

  /** The place in the window of the first posting that was not added. */
  get nextPlace(): number {
    return this.#next[0];
  }

  /** Copies postings into the kernel: frequencies from `first` on, and for each the gap to the posting after it. */
  take({ gaps, frequencies }: { gaps: Uint16Array; frequencies: Uint8Array }, first: number, count: number): void {
    const gapShift = ((gaps.byteOffset + 2 * (first + 1)) % ALIGNMENT) >>> 1;
    const shift = (frequencies.byteOffset + first) % ALIGNMENT;
    if (count > FEW) {
      this.#gaps.set(gaps.subarray(first + 1, first + 1 + count), gapShift);
      this.#frequencies.set(frequencies.subarray(first, first + count), shift);
    } else {
      for (let i = 0; i < count; i++) {
        this.#gaps[gapShift + i] = gaps[first + 1 + i];
        this.#frequencies[shift + i] = frequencies[first + i];
      }
    }
    this.exports.usePostings(this.#gaps.byteOffset + 2 * gapShift, this.#frequencies.byteOffset + shift);
  }
}

import { readFileSync } from 'node:fs';
import type { FormFilter } from './form-filter.js';

/** The exports of assembly/skip-words.ts. */
interface KernelExports {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  LONGEST: { value: number };
  BEGINNINGS: { value: number };
  BEGINNINGS_BYTES: { value: number };
  UNITS: { value: number };
  MEMORY: { value: number };
  endAt(length: number): void;
  skip(start: number): number;
  skippedWords(): number;
}

const PAGE_BYTES = 65_536;

/** Holds a text in the memory of a WebAssembly kernel, which skips the words that a filter rules out by their first letters. */
export class WordSkipper {
  readonly #kernel: KernelExports;
  /** Room for the units of a text. */
  readonly #units: Uint16Array;
  /** A view of the same memory. */
  readonly #bytes: Buffer;
  readonly #beginnings: Uint8Array;
  /** What the kernel has the table of. */
  #filter: FormFilter | null = null;

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL('./skip-words.wasm', import.meta.url)));
    // Copied, because properties of an instance's exports object are slow to read.
    this.#kernel = { ...(new WebAssembly.Instance(module, {}).exports as unknown as KernelExports) };
    const { memory, LONGEST, BEGINNINGS, BEGINNINGS_BYTES, UNITS, MEMORY } = this.#kernel;
    memory.grow(Math.ceil(MEMORY.value / PAGE_BYTES) - memory.buffer.byteLength / PAGE_BYTES);
    this.#units = new Uint16Array(memory.buffer, UNITS.value, LONGEST.value);
    this.#bytes = Buffer.from(memory.buffer, UNITS.value, 2 * LONGEST.value);
    this.#beginnings = new Uint8Array(memory.buffer, BEGINNINGS.value, BEGINNINGS_BYTES.value);
  }

  /** In UTF-16 units. */
  get longest(): number {
    return this.#units.length;
  }

  /** The units of a text, valid until the next call. */
  take(text: string): Uint16Array {
    this.#bytes.write(text, 'utf16le');
    this.#kernel.endAt(text.length);
    return this.#units.subarray(0, text.length);
  }

  /**
   * Skips words that stand between blanks and that the filter rules out, if it looks at first letters. At `start`, at the beginning of the
   * text or behind a blank, a word begins. Returns where the first word begins that is not skipped.
   */
  skip(start: number, filter: FormFilter): number {
    if (filter.beginnings === null) return start;
    if (filter !== this.#filter) {
      this.#beginnings.set(filter.beginnings);
      this.#filter = filter;
    }
    return this.#kernel.skip(start);
  }

  /** How many words the last call of `skip` has skipped. */
  get skippedWords(): number {
    return this.#kernel.skippedWords();
  }
}

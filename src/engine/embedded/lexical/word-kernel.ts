import { readFileSync } from 'node:fs';
import { FORMS, TYPOS, WRITTEN } from './word-worth.js';

interface Global {
  readonly value: number;
}

/** What assembly/words.ts exports. */
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
  nextPlace: Global;
  useWritten(least: number, most: number, saturation: number): void;
  useForms(least: number, most: number, saturation: number): void;
  useTypos(saturation: number): void;
  useField(lengths: number, factors: number, longest: number): void;
  beginKnown(): void;
  beginTypos(): void;
  add(place: number, count: number, factor: number, mark: number): number;
  addWhereFound(place: number, count: number, factor: number, mark: number): number;
  endWord(weight: number, typoWeight: number, typoCoverage: number): void;
  keep(atLeast: number): void;
  finish(needed: number, best: number): number;
}

const PAGE_BYTES = 65_536;

/** The compiled loops with their memory, some 3 MB, and views of the parts that are written or read from here. */
export class WordKernel {
  readonly exports: KernelExports;
  readonly window: number;
  /** Postings to be added, and how far behind each the next one is. */
  readonly gaps: Uint16Array;
  readonly frequencies: Uint8Array;
  /** The places found, and what they score. */
  readonly found: Uint16Array;
  readonly scores: Float64Array;

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL('./words.wasm', import.meta.url)));
    this.exports = new WebAssembly.Instance(module, {}).exports as unknown as KernelExports;
    const { memory, MEMORY, WINDOW, SLICE, GAPS, FREQUENCIES, FOUND_LIST, SCORES } = this.exports;
    memory.grow(Math.ceil(MEMORY.value / PAGE_BYTES) - memory.buffer.byteLength / PAGE_BYTES);
    this.window = WINDOW.value;
    this.gaps = new Uint16Array(memory.buffer, GAPS.value, SLICE.value);
    this.frequencies = new Uint8Array(memory.buffer, FREQUENCIES.value, SLICE.value);
    this.found = new Uint16Array(memory.buffer, FOUND_LIST.value, this.window);
    this.scores = new Float64Array(memory.buffer, SCORES.value, this.window);
    this.exports.useWritten(WRITTEN.least, WRITTEN.most, WRITTEN.saturation);
    this.exports.useForms(FORMS.least, FORMS.most, FORMS.saturation);
    this.exports.useTypos(TYPOS.saturation);
  }
}

import { readFileSync } from 'node:fs';
import type { VectorLayout } from './vector-layout.js';
import { releaseSlot, type ScratchLayout, scratchLayout, takeSlot } from './vector-memory.js';
import type { VectorQuery } from './vector-query.js';

/** The exports of assembly/dot.ts. */
interface KernelExports {
  useBlock(rowBytes: number, highPlane: number, lowPlane: number, factors: number): void;
  useScratch(query: number, coarse: number, rows: number, cosines: number): void;
  useQuery(inverseNorm: number, sum: number): void;
  useCoarseQuery(sum: number, scale: number, reachOfLow: number, reachOfQuery: number): void;
  rangeAbove(first: number, count: number, threshold: number): number;
  listAbove(count: number, threshold: number): number;
}

/** Call it once per thread; V8 shares the code between threads. */
export function compileKernel(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL('./dot.wasm', import.meta.url)));
}

/** Input and output of the kernel for one tile, in the memory of the block. */
export interface KernelRun {
  exports: KernelExports;
  /** Input: the numbers of the rows to scan. Output: those of the rows found. */
  rows: Uint32Array;
  cosines: Float32Array;
}

/** The compiled loops, bound to one block for one thread. */
export class ScanKernel {
  readonly #memory: WebAssembly.Memory;
  readonly #exports: KernelExports;
  readonly #scratch: ScratchLayout;
  readonly #taken: Int32Array;

  constructor(module: WebAssembly.Module, memory: WebAssembly.Memory, layout: VectorLayout) {
    const instance = new WebAssembly.Instance(module, { env: { memory } });
    this.#memory = memory;
    this.#exports = instance.exports as unknown as KernelExports;
    this.#exports.useBlock(layout.rowBytes, layout.highPlane, layout.lowPlane, layout.factors);
    this.#scratch = scratchLayout(layout);
    this.#taken = new Int32Array(memory.buffer, this.#scratch.taken, (this.#scratch.slots - this.#scratch.taken) / 4);
  }

  /** Does nothing and returns false if too many other threads are scanning the block. */
  run(query: VectorQuery, work: (run: KernelRun) => void): boolean {
    const slot = takeSlot(this.#taken);
    if (slot === null) return false;
    try {
      work(this.#prepare(query, this.#scratch.slots + slot * this.#scratch.slotBytes));
    } finally {
      releaseSlot(this.#taken, slot);
    }
    return true;
  }

  #prepare({ codes, inverseNorm, sum, coarse }: VectorQuery, place: number): KernelRun {
    const { coarseInSlot, rowsInSlot, cosinesInSlot, slotBytes } = this.#scratch;
    const { buffer } = this.#memory;
    new Int16Array(buffer, place, coarseInSlot / 2).fill(0).set(codes);
    new Int16Array(buffer, place + coarseInSlot, coarseInSlot / 2).fill(0).set(coarse.codes);
    this.#exports.useScratch(place, place + coarseInSlot, place + rowsInSlot, place + cosinesInSlot);
    this.#exports.useQuery(inverseNorm, sum);
    this.#exports.useCoarseQuery(coarse.sum, coarse.scale, coarse.reachOfLow, coarse.reachOfRounding);
    return {
      exports: this.#exports,
      rows: new Uint32Array(buffer, place + rowsInSlot, (cosinesInSlot - rowsInSlot) / 4),
      cosines: new Float32Array(buffer, place + cosinesInSlot, (slotBytes - cosinesInSlot) / 4),
    };
  }
}

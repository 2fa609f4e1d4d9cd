import type { VectorLayout } from './vector-layout.js';

/**
 * The memory of a block, which is posted to threads and shared by them. The kernel can scan a block in place only in
 * WebAssembly memory. That comes in pages of 64 KiB, so a small block has plain shared memory and is copied for a scan.
 */
export interface VectorMemory {
  buffer: SharedArrayBuffer;
  /** Null for a small block; otherwise the owner of `buffer`. */
  memory: WebAssembly.Memory | null;
}

/** A block with fewer rows is copied for a scan. */
export const SMALL_BLOCK = 256;
/** Most rows per call of the kernel. Larger tiles are faster if few rows are selected, but need more room for results. */
const MOST_TILE_ROWS = 8192;
/** A slot has room for the results of this fraction of a block, so that all slots together take about 16 bytes a row. */
const TILES_PER_BLOCK = 8;

/** Threads that can scan one block in place at a time. Further ones copy rows to memory of their own. */
const SLOTS = 16;
const PAGE_BYTES = 65_536;

/**
 * Scratch memory after a block's rows, in WebAssembly memory only: i32 × 16, 1 for each slot that is taken; then the slots.
 * Each scan writes to one slot: i16 × dimensions the query, the same for the coarse query, u32 × tile rows the row numbers,
 * f32 × tile rows their cosines.
 */
export interface ScratchLayout {
  taken: number;
  slots: number;
  slotBytes: number;
  coarseInSlot: number;
  rowsInSlot: number;
  cosinesInSlot: number;
  byteLength: number;
}

export function scratchLayout({ byteLength, rowBytes, rows }: VectorLayout): ScratchLayout {
  const taken = Math.ceil(byteLength / 16) * 16;
  const slots = taken + SLOTS * 4;
  const coarseInSlot = rowBytes * 4;
  const rowsInSlot = coarseInSlot * 2;
  const cosinesInSlot = rowsInSlot + tileRows(rows) * 4;
  const slotBytes = cosinesInSlot + tileRows(rows) * 4;
  return { taken, slots, slotBytes, coarseInSlot, rowsInSlot, cosinesInSlot, byteLength: slots + SLOTS * slotBytes };
}

/** Rows per call of the kernel in a block of `rows` rows. A multiple of four, which keeps memory aligned. */
export function tileRows(rows: number): number {
  const share = Math.ceil(rows / TILES_PER_BLOCK / 4) * 4;
  return Math.min(MOST_TILE_ROWS, Math.max(SMALL_BLOCK, share));
}

/** Throws a RangeError for a block above the 4 GiB that WebAssembly addresses: about ten million rows. */
export function allocateVectorMemory(layout: VectorLayout): VectorMemory {
  if (layout.rows < SMALL_BLOCK) return { buffer: new SharedArrayBuffer(layout.byteLength), memory: null };
  const pages = Math.ceil(scratchLayout(layout).byteLength / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  return { buffer: memory.buffer, memory };
}

/** Takes a slot until it is released, and returns its number; null where all are taken. */
export function takeSlot(taken: Int32Array): number | null {
  for (let slot = 0; slot < SLOTS; slot++) {
    if (Atomics.compareExchange(taken, slot, 0, 1) === 0) return slot;
  }
  return null;
}

export function releaseSlot(taken: Int32Array, slot: number): void {
  Atomics.store(taken, slot, 0);
}

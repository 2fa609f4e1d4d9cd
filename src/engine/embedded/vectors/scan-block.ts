import type { Bitset } from '../segment/bitset.js';
import { compileKernel, type KernelRun, ScanKernel } from './scan-kernel.js';
import { VectorBlock } from './vector-block.js';
import { SMALL_BLOCK, tileRows } from './vector-memory.js';
import type { VectorQuery } from './vector-query.js';

interface RowRange {
  first: number;
  count: number;
}

export interface ScanScope {
  /** Rows with at least this cosine (both as 32-bit floats) are found, all of them; -Infinity finds every row. */
  threshold: number;
  /** One bit per row of the block; null for all. */
  selection: Bitset | null;
  /** The part of the block to scan, so that threads can share a large one; by default all of it. */
  range?: RowRange;
}

/** Rows that a scan found and their cosines, in ascending order of row; only the first `length` of each array count. */
export class VectorMatches {
  length = 0;
  rows = new Uint32Array(256);
  cosines = new Float32Array(256);

  /** Appends the first `count` matches of a tile, whose row numbers count from `offset`. */
  take(tile: { rows: Uint32Array; cosines: Float32Array }, count: number, offset: number): void {
    this.#makeRoom(this.length + count);
    for (let i = 0; i < count; i++) {
      this.rows[this.length] = tile.rows[i] + offset;
      this.cosines[this.length++] = tile.cosines[i];
    }
  }

  #makeRoom(length: number): void {
    if (length <= this.rows.length) return;
    const capacity = Math.max(length, this.rows.length * 2);
    const { rows, cosines } = this;
    this.rows = new Uint32Array(capacity);
    this.rows.set(rows);
    this.cosines = new Float32Array(capacity);
    this.cosines.set(cosines);
  }
}

/**
 * Scans blocks for one thread. Keeps what is costly to create: the compiled kernel, its instance for every block that was
 * scanned, and for each number of dimensions a block to copy rows to.
 */
export class BlockScanner {
  #module: WebAssembly.Module | null = null;
  readonly #kernels = new WeakMap<WebAssembly.Memory, ScanKernel>();
  readonly #workbenches = new Map<number, VectorBlock>();

  /**
   * Every row of the scope whose cosine with the query reaches the threshold. Exact: the first stage of the kernel rules out
   * only rows that provably can't reach it, so the result does not depend on range or memory.
   */
  scan(block: VectorBlock, query: VectorQuery, scope: ScanScope): VectorMatches {
    if (query.codes.length !== block.dimensions) {
      throw new RangeError(`a query of ${query.codes.length} dimensions for vectors of ${block.dimensions}`);
    }
    const matches = new VectorMatches();
    const range = scope.range ?? { first: 0, count: block.rows };
    const inPlace = this.#kernelOf(block)?.run(query, (run) => {
      for (const tile of tilesOf(range, tileRows(block.rows))) {
        matches.take(run, scanTile(run, scope, { tile, shift: 0 }), 0);
      }
    });
    if (!inPlace) {
      for (const tile of tilesOf(range, SMALL_BLOCK)) this.#scanCopied(block, query, { scope, tile, matches });
    }
    return matches;
  }

  /** For small blocks, and for large ones whose slots are all taken. Row `tile.first` is copied to row 0. */
  #scanCopied(
    block: VectorBlock,
    query: VectorQuery,
    { scope, tile, matches }: { scope: ScanScope; tile: RowRange; matches: VectorMatches },
  ): void {
    const workbench = this.#workbenchFor(block.dimensions);
    workbench.copyRows(0, block, tile);
    this.#kernelOf(workbench)?.run(query, (run) => {
      matches.take(run, scanTile(run, scope, { tile, shift: tile.first }), tile.first);
    });
  }

  #kernelOf({ shared, layout }: VectorBlock): ScanKernel | null {
    if (shared.memory === null) return null;
    let kernel = this.#kernels.get(shared.memory);
    if (kernel === undefined) {
      this.#module ??= compileKernel();
      kernel = new ScanKernel(this.#module, shared.memory, layout);
      this.#kernels.set(shared.memory, kernel);
    }
    return kernel;
  }

  /** A block in WebAssembly memory that only this thread uses. */
  #workbenchFor(dimensions: number): VectorBlock {
    let workbench = this.#workbenches.get(dimensions);
    if (workbench === undefined) {
      workbench = VectorBlock.allocate(SMALL_BLOCK, dimensions);
      this.#workbenches.set(dimensions, workbench);
    }
    return workbench;
  }
}

function tilesOf({ first, count }: RowRange, most: number): RowRange[] {
  const tiles: RowRange[] = [];
  for (let row = first; row < first + count; row += most) {
    tiles.push({ first: row, count: Math.min(most, first + count - row) });
  }
  return tiles;
}

/** Returns how many rows were found. The kernel's row numbers are those of the block minus `shift`. */
function scanTile(
  { exports, rows }: KernelRun,
  { threshold, selection }: ScanScope,
  { tile, shift }: { tile: RowRange; shift: number },
): number {
  if (selection === null) return exports.rangeAbove(tile.first - shift, tile.count, threshold);
  const selected = listSelected(selection, tile, rows);
  if (selected === tile.count) return exports.rangeAbove(tile.first - shift, tile.count, threshold);
  for (let i = 0; shift > 0 && i < selected; i++) rows[i] -= shift;
  return exports.listAbove(selected, threshold);
}

function listSelected(selection: Bitset, { first, count }: RowRange, rows: Uint32Array): number {
  let selected = 0;
  const end = first + count;
  for (let row = first; row < end; ) {
    const word = selection[row >>> 5] >>> (row & 31);
    if (word === 0) {
      row = (row | 31) + 1;
    } else {
      if ((word & 1) === 1) rows[selected++] = row;
      row++;
    }
  }
  return selected;
}

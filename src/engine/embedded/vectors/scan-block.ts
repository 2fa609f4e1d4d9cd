import type { Bitset } from '../segment/bitset.js';
import { type KernelRun, ScanKernel } from './scan-kernel.js';
import { VectorBlock } from './vector-block.js';
import { VectorMatches } from './vector-matches.js';
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
  /** The part of the block to scan, so that threads can share a large one; all of it where left out. */
  range?: RowRange;
}

/** What this thread keeps: the kernel of every block it has scanned, and a block to copy to for each vector length. */
const kernels = new WeakMap<WebAssembly.Memory, ScanKernel>();
const workbenches = new Map<number, VectorBlock>();

/**
 * Every row of the scope whose cosine with the query reaches the threshold. Exact: the first stage of the kernel only
 * rules out what provably can't reach it, so rows and cosines are the same whatever threshold, range or memory.
 */
export function scanBlock(block: VectorBlock, query: VectorQuery, scope: ScanScope): VectorMatches {
  if (query.codes.length !== block.dimensions) {
    throw new RangeError(`a query of ${query.codes.length} dimensions for vectors of ${block.dimensions}`);
  }
  const matches = new VectorMatches();
  const range = scope.range ?? { first: 0, count: block.rows };
  const inPlace = kernelOf(block)?.run(query, (run) => {
    for (const tile of tilesOf(range, tileRows(block.rows))) {
      matches.take(run, scanTile(run, scope, { tile, shift: 0 }), 0);
    }
  });
  if (!inPlace) for (const tile of tilesOf(range, SMALL_BLOCK)) scanCopied(block, query, { scope, tile, matches });
  return matches;
}

function tilesOf({ first, count }: RowRange, most: number): RowRange[] {
  const tiles: RowRange[] = [];
  for (let row = first; row < first + count; row += most) {
    tiles.push({ first: row, count: Math.min(most, first + count - row) });
  }
  return tiles;
}

/** For a small block, and where all slots of a large one are taken. A copied row is `first` rows further up. */
function scanCopied(
  block: VectorBlock,
  query: VectorQuery,
  { scope, tile, matches }: { scope: ScanScope; tile: RowRange; matches: VectorMatches },
): void {
  const workbench = workbenchFor(block.dimensions);
  workbench.copyRows(0, block, tile);
  kernelOf(workbench)?.run(query, (run) => {
    matches.take(run, scanTile(run, scope, { tile, shift: tile.first }), tile.first);
  });
}

/** How many were found. The kernel's row numbers are `shift` below those of the block. */
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

function kernelOf({ shared, layout }: VectorBlock): ScanKernel | null {
  if (shared.memory === null) return null;
  let kernel = kernels.get(shared.memory);
  if (kernel === undefined) {
    kernel = new ScanKernel(shared.memory, layout);
    kernels.set(shared.memory, kernel);
  }
  return kernel;
}

/** A block that is not small lies in scannable memory, and the only user of this one is this thread. */
function workbenchFor(dimensions: number): VectorBlock {
  let workbench = workbenches.get(dimensions);
  if (workbench === undefined) {
    workbench = VectorBlock.allocate(SMALL_BLOCK, dimensions);
    workbenches.set(dimensions, workbench);
  }
  return workbench;
}

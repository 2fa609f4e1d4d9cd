import { sortTexts } from '../../../domain/document/code-points.js';
import { VectorBlock } from '../vectors/vector-block.js';
import type { PassageColumn } from './build-segment.js';
import { GONE, type MergeInput, type Renumbering } from './renumbering.js';

/** Consecutive rows that belong to one document. */
interface Run {
  document: number;
  block: VectorBlock;
  first: number;
  count: number;
}

/** The vectors of the remaining documents in their new order, one column per wanted space; null wants all spaces. */
export function mergePassages(
  inputs: readonly MergeInput[],
  renumbering: Renumbering,
  wanted: readonly string[] | null,
): PassageColumn[] {
  const found = sortTexts([...new Set(inputs.flatMap(({ segment }) => segment.spaces))]);
  const spaces = found.filter((space) => wanted?.includes(space) ?? true);
  return spaces.flatMap((space) => mergeSpace(inputs, renumbering, space) ?? []);
}

function mergeSpace(inputs: readonly MergeInput[], { maps }: Renumbering, space: string): PassageColumn | null {
  const runs = inputs
    .flatMap((input, i) => runsOf(input, space, (document) => maps[i][document]))
    .filter(({ document }) => document !== GONE)
    .sort((a, b) => a.document - b.document);
  if (runs.length === 0) return null;
  const rows = runs.reduce((sum, { count }) => sum + count, 0);
  const docs = new Uint32Array(rows);
  const block = VectorBlock.allocate(rows, runs[0].block.dimensions);
  let row = 0;
  for (const { document, block: source, first, count } of runs) {
    docs.fill(document, row, row + count);
    block.copyRows(row, source, { first, count });
    row += count;
  }
  return { column: { type: 'passage', field: space, docs: null, arrays: [docs] }, block };
}

/** The rows of each document, under its new number. */
function runsOf({ segment }: MergeInput, space: string, renumber: (document: number) => number): Run[] {
  const passages = segment.passages(space);
  if (passages === null) return [];
  const { docs, block } = passages;
  const runs: Run[] = [];
  for (let row = 0; row < docs.length; row++) {
    if (row > 0 && docs[row] === docs[row - 1]) runs[runs.length - 1].count++;
    else runs.push({ document: renumber(docs[row]), block, first: row, count: 1 });
  }
  return runs;
}

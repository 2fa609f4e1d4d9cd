import { VectorBlock } from '../vectors/vector-block.js';
import type { PassageColumn } from './build-segment.js';
import type { MergeInput } from './merge-input.js';

interface Run {
  document: number;
  block: VectorBlock;
  first: number;
  count: number;
}

/** Where the documents of each input go, and which spaces are still asked for; null for all. */
export interface PassageRules {
  maps: readonly Uint32Array[];
  gone: number;
  spaces: readonly string[] | null;
}

/** The vectors of the documents that are kept, in their new order: a column for each space. */
export function mergePassages(inputs: readonly MergeInput[], rules: PassageRules): PassageColumn[] {
  const found = [...new Set(inputs.flatMap(({ segment }) => segment.spaces))].sort();
  const wanted = found.filter((space) => rules.spaces?.includes(space) ?? true);
  return wanted.flatMap((space) => mergeSpace(inputs, rules, space) ?? []);
}

function mergeSpace(inputs: readonly MergeInput[], { maps, gone }: PassageRules, space: string): PassageColumn | null {
  const runs = inputs
    .flatMap((input, i) => runsOf(input, space, (document) => maps[i][document]))
    .filter(({ document }) => document !== gone)
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

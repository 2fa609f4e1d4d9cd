import type { Segment } from '../segment/segment.js';
import { scanBlock } from './scan-block.js';
import type { VectorQuery } from './vector-query.js';

/** Below every cosine. */
export const NO_PASSAGE = -2;

export interface BestCosines {
  /** The cosine of each document's best passage; `NO_PASSAGE` where it has none. */
  cosines: Float32Array;
  passages: Uint32Array;
}

/** Compares one vector with every passage of a segment. */
export function bestCosines(segment: Segment, query: VectorQuery, space: string): BestCosines {
  const cosines = new Float32Array(segment.documents).fill(NO_PASSAGE);
  const passages = new Uint32Array(segment.documents);
  const rows = segment.passages(space);
  if (rows === null || query.codes.length !== rows.block.dimensions) return { cosines, passages };
  const found = scanBlock(rows.block, query, { threshold: Number.NEGATIVE_INFINITY, selection: null });
  let first = 0;
  for (let i = 0; i < found.length; i++) {
    const row = found.rows[i];
    const document = rows.docs[row];
    if (row > 0 && rows.docs[row - 1] !== document) first = row;
    if (found.cosines[i] <= cosines[document]) continue;
    cosines[document] = found.cosines[i];
    passages[document] = row - first;
  }
  return { cosines, passages };
}

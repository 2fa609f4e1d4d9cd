import type { LiveSegment } from '../index/live-segments.js';
import { hasBit } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';

/** Where the current version of a document is, or null. */
export function locateDocument(
  live: readonly LiveSegment[],
  id: string,
): { segment: Segment; document: number } | null {
  for (const { segment, deleted } of live) {
    const document = segment.ids.find(id);
    if (document >= 0 && !hasBit(deleted, document)) return { segment, document };
  }
  return null;
}

/** The vectors of a document's passages, as codes. */
export function vectorsOf(segment: Segment, document: number, space: string): Int8Array[] {
  const passages = segment.passages(space);
  if (passages === null) return [];
  const vectors: Int8Array[] = [];
  passages.docs.forEach((owner, row) => {
    if (owner === document) vectors.push(passages.block.read(row));
  });
  return vectors;
}

/** The direction in which several vectors point together. */
export function meanDirection(vectors: readonly Int8Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const codes of vectors) {
    const length = Math.hypot(...codes) || 1;
    for (let i = 0; i < mean.length; i++) mean[i] += codes[i] / length;
  }
  return mean;
}

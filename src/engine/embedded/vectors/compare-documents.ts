import { meanDirection } from '../../ranking/mean-direction.js';
import type { DocumentPlace } from '../index/live-segments.js';
import type { Segment } from '../segment/segment.js';
import { type VectorQuery, vectorQuery } from './vector-query.js';
import type { VectorScanner } from './vector-scanner.js';

/** The cosine of a document without vectors: below all others. */
export const NO_PASSAGE = -2;

/** Compares documents with each other by the vectors that their passages have in one space. */
export class DocumentComparison {
  readonly #space: string;
  readonly #scanner: VectorScanner;

  constructor(space: string, scanner: VectorScanner) {
    this.#space = space;
    this.#scanner = scanner;
  }

  /** The mean direction of a document's passages, or null where it has no vectors. */
  directionOf({ live, document }: DocumentPlace): VectorQuery | null {
    const passages = live.segment.passages(this.#space);
    if (passages === null) return null;
    const vectors: Int8Array[] = [];
    passages.docs.forEach((owner, row) => {
      if (owner === document) vectors.push(passages.block.read(row));
    });
    return vectors.length === 0 ? null : vectorQuery(meanDirection(vectors));
  }

  /** For each document of a segment the cosine of its best passage; `NO_PASSAGE` where it has none. */
  bestCosines(segment: Segment, query: VectorQuery): Float32Array {
    const cosines = new Float32Array(segment.documents).fill(NO_PASSAGE);
    const passages = segment.passages(this.#space);
    if (passages === null || query.codes.length !== passages.block.dimensions) return cosines;
    const everything = { threshold: Number.NEGATIVE_INFINITY, selection: null };
    const found = this.#scanner.scan(passages.block, query, everything);
    for (let i = 0; i < found.length; i++) {
      const document = passages.docs[found.rows[i]];
      if (found.cosines[i] > cosines[document]) cosines[document] = found.cosines[i];
    }
    return cosines;
  }
}

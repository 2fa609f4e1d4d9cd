import type { SemanticQuery } from '../../engine.js';
import { cosineOf, scoreOf } from '../query/ranking.js';
import type { TextMatches, TextSearchContext } from '../query/text-scorer.js';
import { addBit, type Bitset, countBits, documentsOf, emptyBitset, hasBit } from '../segment/bitset.js';
import type { VectorMatches } from './scan-block.js';
import { vectorQuery } from './vector-query.js';
import type { VectorScan } from './vector-scanner.js';

export interface SemanticMatches {
  bits: Bitset;
  /** For each document of `bits`, the cosine of its best passage. */
  cosines: Float64Array;
  /** For each document of `bits`, the number of its best passage in the document. */
  passages: Uint32Array;
}

/** Larger than the rounding error of a cosine. */
const ROUNDING = 1e-5;

/** Compares every passage of the wanted documents with the query. Exact: it finds every passage above the cutoff. */
export class SemanticScorer {
  readonly #context: TextSearchContext;
  readonly #query: SemanticQuery;
  readonly #scan: VectorScan;
  readonly #threshold: number;
  /** For each part that has vectors of the space, its index among the results of the scan. */
  readonly #places: ReadonlyMap<number, number>;
  #found: VectorMatches[] | null = null;

  /** Starts the scan, so that other threads can work on it while this one does something else. */
  constructor(context: TextSearchContext, query: SemanticQuery) {
    this.#context = context;
    this.#query = query;
    const parts = context.scoped.flatMap(({ segment }, number) => {
      const passages = segment.passages(query.space);
      if (passages === null) return [];
      const { docs, block } = passages;
      const { uid } = context.live[number];
      return [
        {
          number,
          uid,
          space: query.space,
          rows: docs.length,
          selection: rowsIn(context.wanted[number], { docs, of: segment.documents }),
          block,
        },
      ];
    });
    this.#places = new Map(parts.map(({ number }, place) => [number, place]));
    // Lowered a little, so that rounding does not lose a passage that scores just above the cutoff.
    this.#threshold = cosineOf(query.cutoff, query.scale) - ROUNDING;
    this.#scan = context.scanner.start(parts, vectorQuery(query.vector), this.#threshold);
  }

  match(part: number): SemanticMatches {
    const { segment } = this.#context.scoped[part];
    const bits = emptyBitset(segment.documents);
    const cosines = this.#context.scratch.scores(segment, 'meaning');
    const passages = this.#context.scratch.passages(segment);
    this.visit(part, (document, passage, cosine) => {
      if (hasBit(bits, document) && cosine <= cosines[document]) return;
      addBit(bits, document);
      cosines[document] = cosine;
      passages[document] = passage;
    });
    return { bits, cosines, passages };
  }

  /** The same with scores of 0 to 100. */
  score(part: number): TextMatches {
    const { bits, cosines, passages } = this.match(part);
    for (const document of documentsOf(bits)) cosines[document] = scoreOf(cosines[document], this.#query.scale);
    return { bits, scores: cosines, passages };
  }

  /** Calls `visit` for every passage above the cutoff. */
  visit(part: number, visit: (document: number, passage: number, cosine: number) => void): void {
    const place = this.#places.get(part);
    if (place === undefined) return;
    this.#context.deadline.check();
    this.#found ??= this.#scan.finish();
    const { docs } = this.#context.scoped[part].segment.passages(this.#query.space)!;
    const { rows, cosines, length } = this.#found[place];
    for (let i = 0; i < length; i++) {
      if (this.#isAbove(cosines[i])) visit(docs[rows[i]], rows[i] - firstRow(docs, rows[i]), cosines[i]);
    }
  }

  /** Whether a cosine scores above the cutoff. Close to it, where rounding decides, the score itself is compared. */
  #isAbove(cosine: number): boolean {
    return cosine > this.#threshold + 2 * ROUNDING || scoreOf(cosine, this.#query.scale) > this.#query.cutoff;
  }
}

/** One bit per row, set for the rows of the given documents; null if these are all documents. */
function rowsIn(documents: Bitset, { docs, of }: { docs: Uint32Array; of: number }): Bitset | null {
  if (countBits(documents) === of) return null;
  const rows = emptyBitset(docs.length);
  for (let row = 0; row < docs.length; row++) if (hasBit(documents, docs[row])) addBit(rows, row);
  return rows;
}

function firstRow(docs: Uint32Array, row: number): number {
  let first = row;
  while (first > 0 && docs[first - 1] === docs[row]) first--;
  return first;
}

import type { SemanticQuery } from '../../engine.js';
import { addBit, type Bitset, countBits, emptyBitset, hasBit } from '../bitset.js';
import { scratchScores } from '../scratch-scores.js';
import type { TextSearchContext } from '../text-scorer.js';
import { startScan, type VectorScan } from '../vectors/scan-parts.js';
import type { VectorMatches } from '../vectors/vector-matches.js';
import { vectorQuery } from '../vectors/vector-query.js';
import { cosineOf, scoreOf } from './score-scale.js';

export interface SemanticMatches {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`: that of its best passage. */
  scores: Float64Array;
  /** The best passage of each, by its number in the document. */
  passages: Uint32Array;
}

/** Compares every passage of the wanted documents with the query. Exact: nothing above the cutoff is ever missed. */
export class SemanticScorer {
  private readonly scan: VectorScan;
  /** For each segment that has vectors of the space, its place among the results of the scan. */
  private readonly places: ReadonlyMap<number, number>;
  private found: VectorMatches[] | null = null;

  /** Begins with the scan: other threads can be at it while this one does something else first. */
  constructor(
    private readonly context: TextSearchContext,
    private readonly query: SemanticQuery,
  ) {
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
    this.places = new Map(parts.map(({ number }, place) => [number, place]));
    // A little lower: rounding must not lose a passage that scores just above the cutoff.
    const threshold = cosineOf(query.cutoff, query.scale) - 1e-5;
    this.scan = startScan(parts, vectorQuery(query.vector), threshold);
  }

  score(part: number): SemanticMatches {
    const { segment } = this.context.scoped[part];
    const bits = emptyBitset(segment.documents);
    const scores = scratchScores(segment, 'meaning');
    const passages = new Uint32Array(segment.documents);
    this.visit(part, (document, passage, score) => {
      if (hasBit(bits, document) && score <= scores[document]) return;
      addBit(bits, document);
      scores[document] = score;
      passages[document] = passage;
    });
    return { bits, scores, passages };
  }

  /** Calls `visit` for every passage above the cutoff. */
  visit(part: number, visit: (document: number, passage: number, score: number) => void): void {
    const place = this.places.get(part);
    if (place === undefined) return;
    this.context.deadline.check();
    this.found ??= this.scan.finish();
    const { docs } = this.context.scoped[part].segment.passages(this.query.space)!;
    const found = this.found[place];
    for (let i = 0; i < found.length; i++) {
      const row = found.rows[i];
      const score = scoreOf(found.cosines[i], this.query.scale);
      if (score > this.query.cutoff) visit(docs[row], row - firstRow(docs, row), score);
    }
  }
}

/** The passages of some documents; null for all of them. */
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

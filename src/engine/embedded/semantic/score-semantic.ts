import type { SemanticQuery } from '../../engine.js';
import { addBit, type Bitset, emptyBitset, hasBit } from '../bitset.js';
import type { Deadline } from '../deadline.js';
import type { ScopedSegment } from '../text-scorer.js';
import { scanBlock } from '../vectors/scan-block.js';
import { type VectorQuery, vectorQuery } from '../vectors/vector-query.js';
import { cosineOf, scoreOf } from './score-scale.js';

export interface SemanticMatches {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`: that of its best passage. */
  scores: Float32Array;
  /** The best passage of each, by its number in the document. */
  passages: Uint32Array;
}

/** Compares every passage in scope with the query. Exact: nothing above the cutoff is ever missed. */
export class SemanticScorer {
  private readonly prepared: VectorQuery;
  private readonly threshold: number;

  constructor(
    private readonly segments: readonly ScopedSegment[],
    private readonly query: SemanticQuery,
    private readonly deadline: Deadline,
  ) {
    this.prepared = vectorQuery(query.vector);
    // A little lower: rounding must not lose a passage that scores just above the cutoff.
    this.threshold = cosineOf(query.cutoff, query.scale) - 1e-5;
  }

  score(part: number): SemanticMatches {
    const { documents } = this.segments[part].segment;
    const bits = emptyBitset(documents);
    const scores = new Float32Array(documents);
    const passages = new Uint32Array(documents);
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
    const { segment, scope } = this.segments[part];
    const passages = segment.passages(this.query.space);
    if (passages === null) return;
    this.deadline.check();
    const { docs, block } = passages;
    const found = scanBlock(block, this.prepared, { threshold: this.threshold, selection: rowsIn(scope, docs) });
    for (let i = 0; i < found.length; i++) {
      const row = found.rows[i];
      const score = scoreOf(found.cosines[i], this.query.scale);
      if (score > this.query.cutoff) visit(docs[row], row - firstRow(docs, row), score);
    }
  }
}

/** The passages of the documents in scope; null for all of them. */
function rowsIn(scope: Bitset, docs: Uint32Array): Bitset | null {
  const rows = emptyBitset(docs.length);
  let all = true;
  for (let row = 0; row < docs.length; row++) {
    if (hasBit(scope, docs[row])) addBit(rows, row);
    else all = false;
  }
  return all ? null : rows;
}

function firstRow(docs: Uint32Array, row: number): number {
  let first = row;
  while (first > 0 && docs[first - 1] === docs[row]) first--;
  return first;
}

import type { TextQuery } from '../engine.js';
import { type Bitset, emptyBitset, unite } from './bitset.js';
import type { Deadline } from './deadline.js';
import { LexicalScorer, type ScopedSegment } from './lexical/score-lexical.js';
import { type SemanticMatches, SemanticScorer } from './semantic/score-semantic.js';

/** What a text query finds in one segment. */
export interface TextMatches {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. */
  scores: Float64Array;
  /** The number of the best passage within each document, where vectors were compared. */
  passages: Uint32Array | null;
}

/**
 * Scores the documents of a scope by a text query. Each part scores on a fixed scale of 0 to 100, whatever else matches,
 * and the parts are mixed by a fixed share: so a score never depends on the page, and one part alone keeps its share.
 */
export class TextSearch {
  private readonly lexical: LexicalScorer | null;
  private readonly semantic: SemanticScorer | null;

  constructor(
    private readonly segments: readonly ScopedSegment[],
    private readonly query: TextQuery,
    deadline: Deadline,
  ) {
    this.lexical = query.lexical === null ? null : new LexicalScorer(segments, query.lexical, deadline);
    this.semantic = query.semantic === null ? null : new SemanticScorer(segments, query.semantic, deadline);
  }

  typoTerms(): string[] {
    return this.lexical?.typoTerms() ?? [];
  }

  matches(part: number): TextMatches {
    const { documents } = this.segments[part].segment;
    const bits = emptyBitset(documents);
    const scores = new Float64Array(documents);
    const lexical = this.lexical?.score(part) ?? null;
    if (lexical !== null) {
      unite(bits, lexical.bits);
      addShare(scores, lexical, 1 - this.query.semanticShare);
    }
    const semantic: SemanticMatches | null = this.semantic?.score(part) ?? null;
    if (semantic !== null) {
      unite(bits, semantic.bits);
      addShare(scores, semantic, this.query.semanticShare);
    }
    return { bits, scores, passages: semantic?.passages ?? null };
  }
}

function addShare(total: Float64Array, part: { bits: Bitset; scores: Float32Array }, share: number): void {
  for (let i = 0; i < part.bits.length; i++) {
    let word = part.bits[i];
    while (word !== 0) {
      const document = (i << 5) + (31 - Math.clz32(word & -word));
      word &= word - 1;
      total[document] += share * part.scores[document];
    }
  }
}

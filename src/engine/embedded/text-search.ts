import type { TextQuery } from '../engine.js';
import { type Bitset, emptyBitset, unite } from './bitset.js';
import type { Deadline } from './deadline.js';
import { DuplicateScorer } from './duplicates/score-duplicates.js';
import { LexicalScorer, type ScopedSegment } from './lexical/score-lexical.js';
import { SuggestScorer } from './lexical/score-suggestions.js';
import type { LiveSegment } from './live-segments.js';
import { SemanticScorer } from './semantic/score-semantic.js';
import { SimilarScorer } from './semantic/score-similar.js';

/** What a text query finds in one segment. */
export interface TextMatches {
  bits: Bitset;
  /** 0 to 100 for each document of `bits`. */
  scores: Float64Array;
  /** The number of the best passage within each document, where vectors were compared. */
  passages: Uint32Array | null;
}

export interface TextScorer {
  matches(part: number): TextMatches;
  /** Terms that matched a word with a typo, for highlighting. */
  typoTerms(): string[];
}

export interface TextSearchContext {
  /** The segments with the documents that may be found. */
  scoped: readonly ScopedSegment[];
  /** All of the index: a document that is compared with need not be in scope itself. */
  live: readonly LiveSegment[];
  deadline: Deadline;
}

export function textScorer(query: TextQuery, context: TextSearchContext): TextScorer {
  switch (query.kind) {
    case 'search':
      return new SearchScorer(query, context);
    case 'similar':
      return new SimilarScorer(query, context);
    case 'duplicates':
      return new DuplicateScorer(query, context);
    case 'suggest':
      return new SuggestScorer(query, context);
  }
}

/**
 * Words and meaning mixed. Each part scores on a fixed scale of 0 to 100, whatever else matches, and has a fixed share:
 * so a score never depends on the page, and a document that only one part finds keeps that part's share.
 */
class SearchScorer implements TextScorer {
  private readonly lexical: LexicalScorer | null;
  private readonly semantic: SemanticScorer | null;

  constructor(
    private readonly query: Extract<TextQuery, { kind: 'search' }>,
    private readonly context: TextSearchContext,
  ) {
    const { scoped, deadline } = context;
    this.lexical = query.lexical === null ? null : new LexicalScorer(scoped, query.lexical, deadline);
    this.semantic = query.semantic === null ? null : new SemanticScorer(scoped, query.semantic, deadline);
  }

  typoTerms(): string[] {
    return this.lexical?.typoTerms() ?? [];
  }

  matches(part: number): TextMatches {
    const { documents } = this.context.scoped[part].segment;
    const bits = emptyBitset(documents);
    const scores = new Float64Array(documents);
    const lexical = this.lexical?.score(part) ?? null;
    const semantic = this.semantic?.score(part) ?? null;
    for (const [found, share] of [
      [lexical, this.semantic === null ? 1 : 1 - this.query.semanticShare],
      [semantic, this.lexical === null ? 1 : this.query.semanticShare],
    ] as const) {
      if (found === null) continue;
      unite(bits, found.bits);
      addShare(scores, found, share);
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

import type { TextQuery } from '../engine.js';
import { type Bitset, documentsOf, emptyBitset, hasBit, unite } from './bitset.js';
import type { Deadline } from './deadline.js';
import { DuplicateScorer } from './duplicates/score-duplicates.js';
import { LexicalScorer, type ScopedSegment } from './lexical/score-lexical.js';
import { SuggestScorer } from './lexical/score-suggestions.js';
import type { LiveSegment } from './live-segments.js';
import { mixScores } from './mix-scores.js';
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

/** Words, meaning, or both. One alone scores as it does; two are mixed as `mix-scores.ts` says. */
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
    if (lexical !== null) unite(bits, lexical.bits);
    if (semantic !== null) unite(bits, semantic.bits);
    for (const document of documentsOf(bits)) {
      const words = lexical !== null && hasBit(lexical.bits, document) ? lexical.scores[document] : null;
      const meaning = semantic !== null && hasBit(semantic.bits, document) ? semantic.scores[document] : null;
      scores[document] = this.score(words, meaning);
    }
    return { bits, scores, passages: semantic?.passages ?? null };
  }

  private score(words: number | null, meaning: number | null): number {
    const { lexical, semantic, semanticShare } = this.query;
    if (semantic === null) return words ?? 0;
    if (lexical === null) return meaning ?? 0;
    return mixScores(words, meaning, { semanticShare, scale: semantic.scale });
  }
}

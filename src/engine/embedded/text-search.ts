import type { TextQuery, Typo } from '../engine.js';
import { documentsOf, hasBit, intersect, unite } from './bitset.js';
import { DuplicateScorer } from './duplicates/score-duplicates.js';
import { type LexicalMatches, LexicalScorer } from './lexical/score-lexical.js';
import { SuggestScorer } from './lexical/score-suggestions.js';
import { mixScores } from './mix-scores.js';
import { scratchScores } from './scratch-scores.js';
import { type SemanticMatches, SemanticScorer } from './semantic/score-semantic.js';
import { SimilarScorer } from './semantic/score-similar.js';
import { noMatches, type TextMatches, type TextScorer, type TextSearchContext } from './text-scorer.js';

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
    // First, so that other threads can compare vectors while this one looks for words.
    this.semantic = query.semantic === null ? null : new SemanticScorer(context, query.semantic);
    this.lexical = query.lexical === null ? null : new LexicalScorer(scoped, query.lexical, deadline);
  }

  typos(): Typo[] {
    return this.lexical?.typos() ?? [];
  }

  matches(part: number): TextMatches {
    const lexical = this.lexical?.score(part) ?? null;
    const semantic = this.semantic?.score(part) ?? null;
    if (semantic === null) return { ...(lexical ?? noMatches(this.context.scoped[part].segment)), passages: null };
    if (lexical === null) return semantic;
    return this.mix(part, lexical, semantic);
  }

  private mix(part: number, lexical: LexicalMatches, semantic: SemanticMatches): TextMatches {
    const bits = lexical.bits.slice();
    unite(bits, semantic.bits);
    if (lexical.allowed !== null) intersect(bits, lexical.allowed);
    const scores = scratchScores(this.context.scoped[part].segment, 'mixture');
    const { semanticShare } = this.query;
    const { scale } = this.query.semantic!;
    for (const document of documentsOf(bits)) {
      const words = hasBit(lexical.bits, document) ? lexical.scores[document] : null;
      const meaning = hasBit(semantic.bits, document) ? semantic.scores[document] : null;
      scores[document] = mixScores(words, meaning, { semanticShare, scale });
    }
    return { bits, scores, passages: semantic.passages };
  }
}

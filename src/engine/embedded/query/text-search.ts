import type { ScoreExplanation } from '../../../domain/search/explanation.js';
import type { Typos } from '../../../domain/search/word-query.js';
import type { AnalysedQuery } from '../../query/analyse-query.js';
import { explainMeaning, withScore } from '../../ranking/explain-score.js';
import { ScoreMixture, scoreOfWords } from '../../ranking/score-mixture.js';
import { DuplicateScorer } from '../lexical/score-duplicates.js';
import { type LexicalMatches, LexicalScorer } from '../lexical/score-lexical.js';
import { SuggestScorer } from '../lexical/score-suggestions.js';
import { documentsOf, hasBit, intersect, unite } from '../segment/bitset.js';
import { type SemanticMatches, SemanticScorer } from '../vectors/score-semantic.js';
import { SimilarScorer } from '../vectors/score-similar.js';
import {
  type HitToExplain,
  noMatches,
  type TextMatches,
  type TextScorer,
  type TextSearchContext,
} from './text-scorer.js';

export function textScorer(query: AnalysedQuery, context: TextSearchContext): TextScorer {
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

type SearchQuery = Extract<AnalysedQuery, { kind: 'search' }>;

/** Search by words, by meaning, or by both: then `score-mixture.ts` mixes the scores. */
class SearchScorer implements TextScorer {
  readonly #lexical: LexicalScorer | null;
  readonly #semantic: SemanticScorer | null;
  readonly #query: SearchQuery;
  readonly #context: TextSearchContext;
  /** What each leg has found in the parts that both have searched, for explanations. */
  readonly #mixed = new Map<number, { lexical: LexicalMatches; semantic: SemanticMatches }>();

  constructor(query: SearchQuery, context: TextSearchContext) {
    this.#query = query;
    this.#context = context;
    // Vectors first: other threads can scan them while this one looks for words.
    this.#semantic = query.semantic === null ? null : new SemanticScorer(context, query.semantic);
    this.#lexical = query.lexical === null ? null : new LexicalScorer(context.scoped, query.lexical, context);
  }

  typos(): Typos[] {
    return this.#lexical?.typos() ?? [];
  }

  matches(part: number): TextMatches {
    const lexical = this.#lexical;
    const semantic = this.#semantic;
    if (semantic === null) return wordsAlone(lexical, part) ?? noMatches(this.#context.scoped[part].segment);
    return lexical === null ? semantic.score(part) : this.#mix(part, lexical.score(part), semantic.match(part));
  }

  explain(part: number, hits: readonly HitToExplain[]): ScoreExplanation[] {
    if (this.#lexical === null) return hits.map((hit) => this.#explainMeaningAlone(part, hit));
    const mixed = this.#mixed.get(part) ?? null;
    const { segment } = this.#context.scoped[part];
    const agreement = this.#context.scratch.scores(segment, 'words');
    const byWords = hits.filter(({ document }) => mixed === null || hasBit(mixed.lexical.bits, document));
    const explained = this.#lexical.explain(
      part,
      byWords.map(({ document }) => ({ document, agreement: agreement[document] })),
      this.#query.origins ?? new Map(),
    );
    const wordsOf = new Map(byWords.map(({ document }, i) => [document, explained[i]]));
    return hits.map(({ document, score }) => {
      const words = wordsOf.get(document) ?? null;
      if (mixed === null) return { words: words && withScore(words, score), meaning: null, semanticShare: 0 };
      return { words, meaning: this.#meaningOf(mixed.semantic, document), semanticShare: this.#query.semanticShare };
    });
  }

  #explainMeaningAlone(part: number, { document, score }: HitToExplain): ScoreExplanation {
    const passage = this.#context.scratch.passages(this.#context.scoped[part].segment)[document];
    return { words: null, meaning: withScore({ passage, score, strength: 0 }, score), semanticShare: 1 };
  }

  #meaningOf({ bits, cosines, passages }: SemanticMatches, document: number): ScoreExplanation['meaning'] {
    if (!hasBit(bits, document)) return null;
    return explainMeaning(cosines[document], this.#query.semantic!.scale, passages[document]);
  }

  #mix(part: number, lexical: LexicalMatches, semantic: SemanticMatches): TextMatches {
    this.#mixed.set(part, { lexical, semantic });
    const bits = lexical.bits.slice();
    unite(bits, semantic.bits);
    if (lexical.allowed !== null) intersect(bits, lexical.allowed);
    const scores = this.#context.scratch.scores(this.#context.scoped[part].segment, 'mixture');
    const mixture = new ScoreMixture(this.#query.semanticShare, this.#query.semantic!.scale);
    for (const document of documentsOf(bits)) {
      const words = hasBit(lexical.bits, document) ? lexical.agreement[document] : null;
      const cosine = hasBit(semantic.bits, document) ? semantic.cosines[document] : null;
      // Lexical-only hits have no best passage; show the first.
      if (cosine === null) semantic.passages[document] = 0;
      scores[document] = mixture.score(words, cosine);
    }
    return { bits, scores, passages: semantic.passages };
  }
}

function wordsAlone(lexical: LexicalScorer | null, part: number): TextMatches | null {
  if (lexical === null) return null;
  const { bits, agreement } = lexical.score(part);
  return { bits, scores: agreement, shown: scoreOfWords, passages: null };
}

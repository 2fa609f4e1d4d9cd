import { type ConfidenceLevel, confidenceLevel, confidenceRule } from '../../domain/search/confidence.js';
import type { MeaningExplanation, ScoreExplanation, WordsExplanation } from '../../domain/search/explanation.js';
import { mixingWeights } from '../../engine/ranking/ranking.js';
import type { TextRange } from '../../text/text-range.js';
import type { FoundDocument } from './find-page.js';

/** Why a document is a hit, and why at this place. */
export interface HitExplanation {
  score: number | null;
  words: WordsExplanation | null;
  meaning: MeaningExplanation | null;
  /** The passage that scored best by its meaning; null if none was compared or scored above the cutoff. */
  bestPassage: ExplainedPassage | null;
  mixing: { semanticShare: number; formula: string } | null;
  confidence: { level: ConfidenceLevel; rule: string };
}

interface ExplainedPassage {
  /** Its number in the document, from 0. */
  number: number;
  /** Where it is in the content; null if the document has none, so that the passage is its title. */
  range: TextRange | null;
  score: number;
}

/** The explanations of a page of hits, with the places of their best passages. */
export function explainHits(hits: readonly FoundDocument[]): HitExplanation[] {
  return hits.map(({ score, explanation, passages }) => {
    const { words = null, meaning = null } = explanation ?? {};
    return {
      score,
      words,
      meaning,
      bestPassage: meaning && passageOf(meaning, passages),
      mixing: explanation === undefined ? null : mixingOf(explanation),
      confidence: { level: confidenceLevel(score), rule: confidenceRule(score) },
    };
  });
}

function passageOf({ passage, score }: MeaningExplanation, passages: readonly TextRange[]): ExplainedPassage {
  const range = passages[passage] ?? null;
  const isTitle = range !== null && range.start === range.end;
  return { number: passage, range: isTitle ? null : range, score };
}

/** `docs/search.md` has the formula in numbers. */
function mixingOf({ semanticShare, words, meaning }: ScoreExplanation): NonNullable<HitExplanation['mixing']> {
  return { semanticShare, formula: formulaFor(semanticShare, words, meaning) };
}

function formulaFor(share: number, words: WordsExplanation | null, meaning: MeaningExplanation | null): string {
  if (share === 0) return 'Only words were searched: the score is the lexical score.';
  if (share === 1) return 'Only meaning was searched: the score is the semantic score.';
  const weights = mixingWeights(share);
  const shares = `${percent(weights.meaning)} semantic and ${percent(weights.words)} lexical`;
  const mean = `The score is that of the mean strength, ${shares}, in which the stronger side counts more (power mean of order 4).`;
  if (words === null) return `${mean} The words did not match, so the lexical strength is 0.`;
  if (meaning === null) return `${mean} No passage is above ai_search_cutoff_score, so the semantic strength is 0.`;
  return mean;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

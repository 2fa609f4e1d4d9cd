import type { ScoreScale } from '../engine.js';
import { mixingWeights, STRENGTH, scoreOf, scoreOfStrength, strengthOfCosine } from './ranking.js';

/**
 * Mixes words and meaning into one score: the power mean of their strengths, weighted by the ratio that the caller asked for.
 * The score lies between those that words and meaning have alone; at a ratio of 0 or 1 it is one of them. The scales are fixed:
 * a score never depends on what else was found.
 */
export class ScoreMixture {
  readonly #weights: { words: number; meaning: number };
  readonly #scale: ScoreScale;

  constructor(semanticShare: number, scale: ScoreScale) {
    this.#weights = mixingWeights(semanticShare);
    this.#scale = scale;
  }

  /** `agreement` of the words is 0 to 100; null for either where a leg has not found the document. */
  score(agreement: number | null, cosine: number | null): number {
    const { words, meaning } = this.#weights;
    const strength = cosine === null ? 0 : strengthOfCosine(cosine, this.#scale);
    const mixed = meaning * strength ** 4 + words * strengthToFourth(agreement ?? 0);
    return scoreOfStrength(Math.sqrt(Math.sqrt(mixed)));
  }
}

/**
 * The score of a passage. Its order is that of a mixture in which words and meaning weigh the same, but what only one of them
 * says is not lowered for want of the other: passages are quoted for what they say, however they were found.
 */
export function scoreOfPassage({ agreement, cosine }: PassageMatch, scale: ScoreScale): number {
  if (agreement === 0) return cosine === null ? 0 : scoreOf(cosine, scale);
  const meaning = cosine === null ? 0 : strengthOfCosine(cosine, scale);
  return scoreOfStrength(Math.sqrt(Math.sqrt(meaning ** 4 + strengthToFourth(agreement))));
}

interface PassageMatch {
  /** Of the words, 0 to 100; 0 where they don't match. */
  agreement: number;
  /** Null below the cutoff. */
  cosine: number | null;
}

/** The fourth power (`STRENGTH.order`) of the words' strength, without calling `Math.pow`: this runs for every match. */
function strengthToFourth(agreement: number): number {
  const share = agreement / 100;
  return share * share * Math.sqrt(share);
}

/** Scores of words alone, by a table: the logistic curve for every match of a common word would take longer than finding it. */
const STEPS = 1024;
const SCORES = Float64Array.from({ length: STEPS + 2 }, (_, i) =>
  scoreOfStrength((Math.min(i, STEPS) / STEPS) ** (2 * STRENGTH.agreementExponent)),
);

/** The score (0–100) of words that agree so much (0–100). */
export function scoreOfWords(agreement: number): number {
  // By the square root, in which the curve is smooth at its beginning too.
  const place = Math.sqrt(agreement / 100) * STEPS;
  const step = Math.floor(place);
  return SCORES[step] + (place - step) * (SCORES[step + 1] - SCORES[step]);
}

import type { AnalysisConfidence } from '../../domain/search/confidence.js';
import type { ScoreScale } from '../../engine/engine.js';

export interface Category {
  name: string;
  description: string;
}

export interface CategorizeRequest {
  documentIds: readonly string[];
  categories: readonly Category[];
  /** The limit for each document. */
  maxCategories: number;
  minConfidence: AnalysisConfidence;
  signal: AbortSignal;
}

export interface AssignedCategory {
  name: string;
  confidence: AnalysisConfidence;
}

/** Fitted by `training/categories/fit-categories.ts`. Similarities are in units of the encoder's score scale. */
export interface CategoryConstants {
  /** A common topic this far above the middle of the scale is the category's own topic, not another one. */
  sameTopic: number;
  /** Common topics count the more, the nearer they are: one that is this much nearer than another counts e times as much. */
  step: number;
  /** Another category whose margin is this much smaller raises no doubt. */
  clearLead: number;
  /** The logistic function of a category's probability. */
  weights: CategoryWeights;
}

interface CategoryWeights {
  bias: number;
  margin: number;
  doubt: number;
  length: number;
  marginByLength: number;
}

export const FITTED_CONSTANTS: CategoryConstants = {
  sameTopic: 2.5,
  step: 0.5,
  clearLead: 0.5,
  weights: { bias: -0.941, margin: 1.746, doubt: -3.016, length: -0.421, marginByLength: 0.657 },
};

/** Shorter texts count as the shortest and longer ones as the longest that the weights were fitted to. */
const TOKENS = { shortest: 8, typical: 33, longest: 200 };

interface CategoryChoice {
  /** The index of the category. */
  category: number;
  probability: number;
}

/** A subject that documents may have. */
export interface Topic {
  phrases: readonly Float32Array[];
  /** The sum of its phrases. */
  direction: Float32Array;
}

export function topicOf(phrases: readonly Float32Array[]): Topic {
  const direction = new Float32Array(phrases[0].length);
  for (const phrase of phrases) for (let i = 0; i < direction.length; i++) direction[i] += phrase[i];
  return { phrases, direction };
}

/** Whether a topic with this similarity to a category is what the category is about. */
export function isSameTopic(
  similarity: number,
  { middle, steepness }: ScoreScale,
  { sameTopic } = FITTED_CONSTANTS,
): boolean {
  return similarity >= middle + sameTopic / steepness;
}

/**
 * How much nearer a document is to a category than to the topics that the category is not about. It doesn't depend on other
 * categories.
 */
export function categoryMargin(
  toCategory: number,
  toOtherTopics: readonly number[],
  { steepness }: ScoreScale,
  { step } = FITTED_CONSTANTS,
): number {
  const nearest = Math.max(...toOtherTopics);
  const weights = toOtherTopics.map((value) => Math.exp(((value - nearest) * steepness) / step));
  return (toCategory - nearest) * steepness - step * Math.log(sum(weights) / weights.length);
}

/** What the probability of a category is computed from. */
interface CategoryInputs {
  margin: number;
  /** 0 if no other category of the request comes near this one, up to `clearLead` if one fits as well or better. */
  doubt: number;
  /** The logarithm of the text's length, 0 for a typical one. */
  length: number;
  /** A margin says more about a long text than about a short one. */
  marginByLength: number;
}

/** The inputs of each category of a request, given the document's margins to all of them. */
export function categoryInputs(
  margins: readonly number[],
  tokens: number,
  { clearLead } = FITTED_CONSTANTS,
): CategoryInputs[] {
  const length = Math.log(Math.min(TOKENS.longest, Math.max(TOKENS.shortest, tokens)) / TOKENS.typical);
  return margins.map((margin, category) => {
    const rival = Math.max(...margins.filter((_, other) => other !== category));
    const doubt = Math.min(clearLead, Math.max(0, rival + clearLead - margin));
    return { margin, doubt, length, marginByLength: margin * length };
  });
}

/** All categories, the most probable first. */
export function rankCategories(
  margins: readonly number[],
  tokens: number,
  constants: CategoryConstants = FITTED_CONSTANTS,
): CategoryChoice[] {
  const { weights } = constants;
  const probabilities = categoryInputs(margins, tokens, constants).map(({ margin, doubt, length, marginByLength }) => {
    const evidence =
      weights.bias +
      weights.margin * margin +
      weights.doubt * doubt +
      weights.length * length +
      weights.marginByLength * marginByLength;
    return 1 / (1 + Math.exp(-evidence));
  });
  return probabilities
    .map((probability, category) => ({ category, probability }))
    .sort((a, b) => b.probability - a.probability || a.category - b.category);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

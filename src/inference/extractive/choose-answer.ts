import type { FoundSentence } from '../../text/answers/find-sentences.js';
import type { Reading } from '../reader.js';
import type { AnswerModel, Weights } from './answer-model.js';

/** What speaks for a sentence as an answer. */
export interface SentenceFeatures {
  /** Whether the reader finds its passage to answer the question at all, as a logit. */
  answerable: number;
  /** The logarithm of the reader's share of it among all places of the passage. */
  share: number;
  /** How well its document fits the question, by words and meaning, 0 to 1. */
  document: number;
  /** How near its passage is to the question in meaning: 0 where results begin to be relevant. */
  passage: number;
  /** The share of the question's words near it, by weight, 0 to 1. */
  nearby: number;
}

export interface ChosenAnswer {
  /** The chosen sentences by their index, the likeliest first. */
  chosen: number[];
  /** How much likelier they, and those that were left out beside a likely answer, are than all the other sentences, 0 to 1. */
  chosenShare: number;
  /** That they hold the answer, 0 to 1. */
  probability: number;
}

/** One sentence is the answer. Others help where it is not sure; with more of them the user would have to search. */
const MOST_SENTENCES = 3;
/**
 * Beside a likely answer, a sentence with a smaller part of its share is beside the point. Where no answer is likely, it may be
 * the right one: then each is quoted.
 */
const LEAST_OF_BEST = 0.1;
/** A share below this is none. */
const LEAST_SHARE = 1e-3;

/** The features of a sentence whose passage was read. */
export function sentenceFeatures(
  { answerable, spans }: Reading,
  { start, end, nearby, insteadOf }: Pick<FoundSentence, 'start' | 'end' | 'nearby' | 'insteadOf'>,
  fit: Pick<SentenceFeatures, 'document' | 'passage'>,
): SentenceFeatures {
  const ranges = [{ start, end }, ...insteadOf];
  const inside = spans.filter((span) => ranges.some((range) => span.start >= range.start && span.start < range.end));
  const share = inside.reduce((sum, span) => sum + span.share, 0);
  return { answerable, share: Math.log(share + LEAST_SHARE), ...fit, nearby };
}

/**
 * The sentences that are likeliest to hold the answer, and how likely they do. Null without sentences. `isAcross`: the question is
 * in another language than the sentence.
 */
export function chooseAnswer(
  sentences: readonly (SentenceFeatures & { isAcross: boolean })[],
  model: AnswerModel,
): ChosenAnswer | null {
  if (sentences.length === 0) return null;
  const ranked = rank(sentences, model.sentence);
  const chosen = takeEnough(ranked, model.enough);
  const chosenShare = chosen.reduce((sum, { share }) => sum + share, 0);
  const best = sentences[chosen[0].index];
  const logit = weigh({ ...best, chosenShare, isAcross: Number(best.isAcross), bias: 1 }, model.answer);
  const probability = 1 / (1 + Math.exp(-logit));
  const isLikely = probability >= model.levels.medium;
  const quoted = isLikely ? chosen.filter(({ share }) => share >= chosen[0].share * LEAST_OF_BEST) : chosen;
  return { chosen: quoted.map(({ index }) => index), chosenShare, probability };
}

interface RankedSentence {
  index: number;
  /** Of all the likelihood that there is. */
  share: number;
}

/** The likeliest first; their shares add up to 1. */
function rank(sentences: readonly SentenceFeatures[], weights: Weights): RankedSentence[] {
  const scores = sentences.map((features) => weigh({ ...features }, weights));
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const odds = scores.map((score) => Math.exp(score - highest));
  const total = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value, index) => ({ index, share: value / total })).sort((a, b) => b.share - a.share);
}

function takeEnough(ranked: readonly RankedSentence[], enough: number): RankedSentence[] {
  let share = 0;
  const last = ranked.findIndex((sentence) => {
    share += sentence.share;
    return share >= enough;
  });
  return ranked.slice(0, Math.min(MOST_SENTENCES, last < 0 ? ranked.length : last + 1));
}

function weigh(features: Readonly<Record<string, number | boolean>>, weights: Weights): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(weights)) sum += weight * Number(features[name]);
  return sum;
}

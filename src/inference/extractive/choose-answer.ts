import type { WordEvidence } from '../../text/answers/sentence-evidence.js';
import type { AnswerModel, Weights } from './answer-weights.js';

/** What speaks for a sentence. */
export interface SentenceFeatures extends WordEvidence {
  /** How near it is to the question in meaning: 0 where results begin to be relevant, growing without end. */
  nearness: number;
  /** The same of its passage. */
  passageNearness: number;
  /** How well its document fits, by words and meaning, 0 to 1. */
  documentScore: number;
}

/** What speaks for chosen sentences holding the answer at all: all that speaks for the best one, and these. */
type AnswerFeatures = SentenceFeatures & {
  /** How much likelier the chosen ones are than all the other sentences, 0 to 1. */
  share: number;
  /** The most of any chosen one. */
  mostInSentence: number;
  mostNearness: number;
  mostKind: number;
};

export interface ChosenAnswer {
  /** The chosen sentences by their index, the likeliest first. */
  chosen: number[];
  /** That they hold the answer, 0 to 1. */
  likelihood: number;
}

export const MOST_SENTENCES = 4;

/** The sentences that are likeliest to hold the answer. Null without sentences. */
export function chooseAnswer(sentences: readonly SentenceFeatures[], model: AnswerModel): ChosenAnswer | null {
  if (sentences.length === 0) return null;
  const ranked = rank(sentences, model.sentence);
  const chosen = takeEnough(ranked, model.enough);
  const features = answerFeatures(chosen.map(({ index }) => sentences[index]));
  const share = chosen.reduce((sum, { share }) => sum + share, 0);
  const likelihood = 1 / (1 + Math.exp(-weigh({ ...features, share, bias: 1 }, model.answer)));
  return { chosen: chosen.map(({ index }) => index), likelihood };
}

interface RankedSentence {
  index: number;
  /** Of all the likelihood that there is. */
  share: number;
}

/** The likeliest first; their shares add up to 1. */
export function rank(sentences: readonly object[], weights: Weights): RankedSentence[] {
  const scores = sentences.map((features) => weigh(features, weights));
  const highest = Math.max(...scores);
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

export function answerFeatures(chosen: readonly SentenceFeatures[]): Omit<AnswerFeatures, 'share'> {
  const most = (of: (features: SentenceFeatures) => number) => Math.max(...chosen.map(of));
  return {
    ...chosen[0],
    mostInSentence: most(({ inSentence }) => inSentence),
    mostNearness: most(({ nearness }) => nearness),
    mostKind: most(({ kind }) => kind),
  };
}

function weigh(features: object, weights: Weights): number {
  let sum = 0;
  for (const [name, value] of Object.entries(features)) sum += (weights[name] ?? 0) * value;
  return sum;
}

/**
 * The sentences worth embedding, by index: those that are likeliest while nothing but the nearness of their passages is
 * known.
 */
export function mostPromising(
  sentences: readonly Omit<SentenceFeatures, 'nearness'>[],
  { sentence }: AnswerModel,
  count: number,
): number[] {
  const guessed = sentences.map((features) => ({ ...features, nearness: features.passageNearness }));
  return rank(guessed, sentence)
    .slice(0, count)
    .map(({ index }) => index);
}

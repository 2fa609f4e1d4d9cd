import type { AnswerModel, AnswerModels } from '../../src/inference/extractive/answer-model.js';
import { chooseAnswer } from '../../src/inference/extractive/choose-answer.js';
import type { AskedQuestion } from './asked-questions.js';

/** Result of one question before the decision to decline it. */
export interface Outcome {
  likelihood: number;
  /** The chosen sentences hold an answer. */
  right: boolean;
  answerable: boolean;
  sentences: number;
}

export function outcomes(questions: readonly AskedQuestion[], models: AnswerModels): Outcome[] {
  return questions.flatMap((question) => outcomesOf([question], models[question.model]));
}

export function outcomesOf(questions: readonly AskedQuestion[], model: AnswerModel): Outcome[] {
  return questions.map(({ candidates, answerable }) => {
    const answer = chooseAnswer(
      candidates.map(({ features }) => features),
      model,
    );
    const chosen = answer?.chosen.map((index) => candidates[index]) ?? [];
    return {
      likelihood: answer?.probability ?? 0,
      right: chosen.some(({ holds }) => holds),
      answerable,
      sentences: chosen.length,
    };
  });
}

/** Shares (0–1) when questions below a likelihood are declined. */
export interface Summary {
  /** Share of the answerable questions that got a right answer (recall). */
  hits: number;
  /** Share of the unanswerable questions that were declined. */
  declined: number;
  /** Share of the given answers that are right. */
  precision: number;
  /** Harmonic mean of hits and precision. */
  f1: number;
  /** Mean number of sentences in an answer. */
  sentences: number;
}

export function summaryAt(results: readonly Outcome[], threshold: number): Summary {
  const answerable = results.filter((result) => result.answerable).length;
  const unanswerable = results.filter((result) => !result.answerable);
  const answered = results.filter(({ likelihood }) => likelihood >= threshold);
  const right = answered.filter((result) => result.right).length;
  const declined = unanswerable.filter(({ likelihood }) => likelihood < threshold).length;
  const precision = right / Math.max(1, answered.length);
  const hits = right / Math.max(1, answerable);
  return {
    hits,
    declined: declined / Math.max(1, unanswerable.length),
    precision,
    f1: (2 * precision * hits) / Math.max(1e-9, precision + hits),
    sentences: answered.reduce((sum, { sentences }) => sum + sentences, 0) / Math.max(1, answered.length),
  };
}

/** The highest threshold at which the wanted share of answerable questions still gets a right answer. */
function thresholdFor(results: readonly Outcome[], wanted: number): number {
  let best = 0;
  for (let threshold = 0; threshold < 1; threshold += 0.005) {
    if (summaryAt(results, threshold).hits >= wanted) best = threshold;
  }
  return best;
}

export function printCurve(results: readonly Outcome[]): void {
  for (const wanted of [0.95, 0.9, 0.85, 0.8, 0.775, 0.75, 0.7, 0.6]) {
    const threshold = thresholdFor(results, wanted);
    if (threshold > 0) console.log(`threshold ${threshold.toFixed(3)}: ${summaryLine(summaryAt(results, threshold))}`);
  }
}

export function summaryLine({ hits, declined, precision, f1, sentences }: Summary): string {
  return `right ${percent(hits)}, declined ${percent(declined)} of the unanswerable, precision ${percent(precision)}, F1 ${f1.toFixed(3)}, ${sentences.toFixed(2)} sentences`;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

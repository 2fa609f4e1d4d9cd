import { fitTemperature, type ScoredExamples } from '../temperature.js';
import { learnIntervals } from './interval.js';
import type { Predictor } from './model.js';
import type { UnseenScores } from './problem.js';
import type { Label, LabelTarget, NumberTarget, Target } from './target.js';

export function asScored(target: LabelTarget, { rows, scores }: UnseenScores): ScoredExamples {
  return { classCount: target.labels.length, scores, classes: rows.map((row) => target.classes[row]) };
}

/** How sure scores are, and how far off numbers, by what they were for rows that the models had not seen. */
export function calibrate(target: Target, unseen: UnseenScores, labels: readonly Label[]): Predictor['output'] {
  if (target.kind === 'labels') {
    return { kind: 'labels', labels: target.labels, temperature: fitTemperature(asScored(target, unseen)) };
  }
  const { mean, deviation } = target;
  const { predicted, actual } = asNumbers(target, unseen);
  return {
    kind: 'number',
    mean,
    deviation,
    decimals: decimalsOf(labels),
    intervals: learnIntervals(predicted, actual),
  };
}

export function temperatureOf(output: Predictor['output']): number {
  return output.kind === 'labels' ? output.temperature : 1;
}

export function asNumbers({ mean, deviation, values }: NumberTarget, { rows, scores }: UnseenScores) {
  return {
    predicted: Float64Array.from(scores, (score) => score * deviation + mean),
    actual: Float64Array.from(rows, (row) => values[row] * deviation + mean),
  };
}

const MAX_DECIMALS = 6;

function decimalsOf(labels: readonly Label[]): number {
  const decimals = (label: Label) => /\.(\d*?)0*$/.exec(String(label))?.[1].length ?? 0;
  return Math.min(
    MAX_DECIMALS,
    labels.reduce<number>((most, label) => Math.max(most, decimals(label)), 0),
  );
}

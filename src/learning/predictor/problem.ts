import type { Examples } from '../split.js';
import { fitTemperature, logLoss } from '../temperature.js';
import type { EncodedTable } from './encode.js';
import { type Target, widthOf } from './target.js';

/** Encoded rows with what is to be predicted for them. */
export interface PredictionProblem extends EncodedTable, Examples {
  target: Target;
}

/** Scores of some rows by models that did not see them: `scores[place in rows * width + output]`. */
export interface UnseenScores {
  rows: Uint32Array;
  scores: Float32Array;
}

/** Which rows are learnt from and which are then scored. */
export interface Fold {
  training: Uint32Array;
  scored: Uint32Array;
}

/** Puts the scores of all folds together. */
export function joinFolds(folds: readonly Fold[], scores: readonly ArrayLike<number>[], width: number): UnseenScores {
  const count = folds.reduce((sum, { scored }) => sum + scored.length, 0);
  const joined = { rows: new Uint32Array(count), scores: new Float32Array(count * width) };
  let at = 0;
  folds.forEach(({ scored }, i) => {
    joined.rows.set(scored, at);
    joined.scores.set(scores[i], at * width);
    at += scored.length;
  });
  return joined;
}

/** How wrong scores are: the logarithmic loss of labels after calibration, the mean square error of numbers. */
export function lossOf(target: Target, { rows, scores }: UnseenScores): number {
  if (target.kind === 'number') {
    return rows.reduce((sum, row, i) => sum + (scores[i] - target.values[row]) ** 2, 0) / rows.length;
  }
  const scored = { classCount: widthOf(target), scores, classes: rows.map((row) => target.classes[row]) };
  return logLoss(scored, fitTemperature(scored));
}

import { fitTemperature } from '../temperature.js';
import { lossOf, type UnseenScores } from './problem.js';
import { type Target, widthOf } from './target.js';

/** What the scores of each kind of model are multiplied by before they are added. 0: the model is not needed. */
export interface Blend {
  trees: number;
  linear: number;
}

const TREE_SHARES = [0, 0.25, 0.5, 0.75, 1];

/** Each alone and mixtures of both, by the loss on rows that neither saw. Labels' scores are calibrated first. */
export function chooseBlend(target: Target, linear: UnseenScores, trees: UnseenScores | null): Blend {
  if (trees === null) return { trees: 0, linear: 1 / sharpness(target, linear) };
  const whole = { trees: 1 / sharpness(target, trees), linear: 1 / sharpness(target, linear) };
  const tried = TREE_SHARES.map((share) => {
    const blend = { trees: whole.trees * share, linear: whole.linear * (1 - share) };
    return { blend, loss: lossOf(target, mix(blend, linear, trees)) };
  });
  return tried.reduce((best, next) => (next.loss < best.loss ? next : best)).blend;
}

/** Both must be about the same rows in the same order. */
export function mix(blend: Blend, linear: UnseenScores, trees: UnseenScores | null): UnseenScores {
  const scores = linear.scores.map((score, i) => blend.linear * score + blend.trees * (trees?.scores[i] ?? 0));
  return { rows: linear.rows, scores };
}

function sharpness(target: Target, { rows, scores }: UnseenScores): number {
  if (target.kind === 'number') return 1;
  return fitTemperature({ classCount: widthOf(target), scores, classes: rows.map((row) => target.classes[row]) });
}

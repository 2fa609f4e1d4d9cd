import { softmax } from './linear/softmax.js';

/** Scores of one example after the other, `classCount` each, with the class that was right. */
export interface ScoredExamples {
  classCount: number;
  scores: Float32Array;
  classes: Uint32Array;
}

const COLDEST = 0.05;
const HOTTEST = 20;
const SEARCH_STEPS = 30;

/**
 * What scores must be divided by so that probabilities mean what they say: the one under which the right classes are the
 * likeliest. The scores must come from examples that the model was not fitted to, or it would always say: colder. The
 * loss has one valley in the logarithm of the temperature, so a golden section finds it.
 *
 * A handful of examples that are all scored right don't prove that none ever will be wrong. As in Platt's scaling, the
 * right class of each of n counts for (n + 1) / (n + 2) and the others for the rest, so that few examples leave doubt.
 */
export function fitTemperature(examples: ScoredExamples): number {
  const count = examples.classes.length;
  if (count === 0) return 1;
  const doubt = 1 / (count + 2);
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(COLDEST), Math.log(HOTTEST)];
  for (let i = 0; i < SEARCH_STEPS; i++) {
    const span = (high - low) * golden;
    const colder = doubtfulLoss(examples, Math.exp(high - span), doubt);
    const hotter = doubtfulLoss(examples, Math.exp(low + span), doubt);
    if (colder < hotter) high = low + span;
    else low = high - span;
  }
  return Math.exp((low + high) / 2);
}

/** The mean negative logarithm of the right classes' probabilities. */
export function logLoss(examples: ScoredExamples, temperature: number): number {
  return doubtfulLoss(examples, temperature, 0);
}

/** The same, where the right class counts for all but `doubt`, which the others share. */
function doubtfulLoss({ classCount, scores, classes }: ScoredExamples, temperature: number, doubt: number): number {
  const row = new Float64Array(classCount);
  const share = doubt / Math.max(1, classCount - 1);
  let loss = 0;
  classes.forEach((own, i) => {
    for (let k = 0; k < classCount; k++) row[k] = scores[i * classCount + k] / temperature;
    const probabilities = softmax(row);
    loss -= (1 - doubt) * logarithm(probabilities[own]);
    if (share > 0) {
      for (let k = 0; k < classCount; k++) if (k !== own) loss -= share * logarithm(probabilities[k]);
    }
  });
  return loss / classes.length;
}

function logarithm(probability: number): number {
  return Math.log(Math.max(1e-15, probability));
}

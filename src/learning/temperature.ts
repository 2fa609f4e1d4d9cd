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
 */
export function fitTemperature(examples: ScoredExamples): number {
  if (examples.classes.length === 0) return 1;
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(COLDEST), Math.log(HOTTEST)];
  for (let i = 0; i < SEARCH_STEPS; i++) {
    const span = (high - low) * golden;
    if (logLoss(examples, Math.exp(high - span)) < logLoss(examples, Math.exp(low + span))) high = low + span;
    else low = high - span;
  }
  return Math.exp((low + high) / 2);
}

/** The mean negative logarithm of the right classes' probabilities. */
export function logLoss({ classCount, scores, classes }: ScoredExamples, temperature: number): number {
  const row = new Float64Array(classCount);
  let loss = 0;
  classes.forEach((own, i) => {
    for (let k = 0; k < classCount; k++) row[k] = scores[i * classCount + k] / temperature;
    loss -= Math.log(Math.max(1e-15, softmax(row)[own]));
  });
  return loss / classes.length;
}

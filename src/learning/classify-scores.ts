import { softmax } from './linear/softmax.js';
import type { ScoredExamples } from './temperature.js';

export interface Classified {
  predicted: Uint32Array;
  /** The probability of each predicted class. */
  confidence: Float32Array;
}

export function classifyScores({ classCount, scores, classes }: ScoredExamples, temperature: number): Classified {
  const predicted = new Uint32Array(classes.length);
  const confidence = new Float32Array(classes.length);
  const row = new Float64Array(classCount);
  for (let i = 0; i < classes.length; i++) {
    for (let k = 0; k < classCount; k++) row[k] = scores[i * classCount + k] / temperature;
    predicted[i] = largest(softmax(row));
    confidence[i] = row[predicted[i]];
  }
  return { predicted, confidence };
}

export function largest(values: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}

/** Turns scores into probabilities, in place. Subtracting the largest score first keeps every exponential finite. */
export function softmax(scores: Float64Array): Float64Array {
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < scores.length; k++) if (scores[k] > largest) largest = scores[k];
  let sum = 0;
  for (let k = 0; k < scores.length; k++) sum += scores[k] = Math.exp(scores[k] - largest);
  for (let k = 0; k < scores.length; k++) scores[k] /= sum;
  return scores;
}

/** The index of the largest value, the first one on a tie. */
export function argmax(values: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}

export interface ScoredExamples {
  classCount: number;
  /** `scores[example * classCount + class]`. */
  scores: Float32Array;
  /** The true class of each example. */
  classes: Uint32Array;
}

export interface PredictedClasses {
  predicted: Uint32Array;
  /** The probability of each predicted class. */
  confidence: Float32Array;
}

export function predictClasses({ classCount, scores, classes }: ScoredExamples, temperature: number): PredictedClasses {
  const predicted = new Uint32Array(classes.length);
  const confidence = new Float32Array(classes.length);
  const row = new Float64Array(classCount);
  for (let i = 0; i < classes.length; i++) {
    for (let k = 0; k < classCount; k++) row[k] = scores[i * classCount + k] / temperature;
    predicted[i] = argmax(softmax(row));
    confidence[i] = row[predicted[i]];
  }
  return { predicted, confidence };
}

const MIN_TEMPERATURE = 0.05;
const MAX_TEMPERATURE = 20;
const SEARCH_STEPS = 30;

/**
 * Temperature scaling: the divisor of the scores that minimises the log loss, so that probabilities match frequencies. The
 * scores must come from examples the model was not fitted to; on its own training data it looks too certain. The loss
 * has a single minimum in the logarithm of the temperature, which golden-section search finds.
 *
 * A handful of examples that are all classified correctly does not prove that errors never happen. As in Platt scaling,
 * targets are smoothed: with n examples the true class counts (n + 1) / (n + 2), the other classes share the rest.
 */
export function fitTemperature(examples: ScoredExamples): number {
  const count = examples.classes.length;
  if (count === 0) return 1;
  const smoothing = 1 / (count + 2);
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(MIN_TEMPERATURE), Math.log(MAX_TEMPERATURE)];
  for (let i = 0; i < SEARCH_STEPS; i++) {
    const span = (high - low) * golden;
    const lossBelow = smoothedLogLoss(examples, Math.exp(high - span), smoothing);
    const lossAbove = smoothedLogLoss(examples, Math.exp(low + span), smoothing);
    if (lossBelow < lossAbove) high = low + span;
    else low = high - span;
  }
  return Math.exp((low + high) / 2);
}

/** The mean negative log likelihood of the true classes. */
export function logLoss(examples: ScoredExamples, temperature: number): number {
  return smoothedLogLoss(examples, temperature, 0);
}

/** Log loss with label smoothing: the other classes share `smoothing` of each target. */
function smoothedLogLoss(
  { classCount, scores, classes }: ScoredExamples,
  temperature: number,
  smoothing: number,
): number {
  const row = new Float64Array(classCount);
  const share = smoothing / Math.max(1, classCount - 1);
  let loss = 0;
  classes.forEach((own, i) => {
    for (let k = 0; k < classCount; k++) row[k] = scores[i * classCount + k] / temperature;
    const probabilities = softmax(row);
    loss -= (1 - smoothing) * safeLog(probabilities[own]);
    if (share > 0) {
      for (let k = 0; k < classCount; k++) if (k !== own) loss -= share * safeLog(probabilities[k]);
    }
  });
  return loss / classes.length;
}

function safeLog(probability: number): number {
  return Math.log(Math.max(1e-15, probability));
}

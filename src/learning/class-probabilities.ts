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

/**
 * Takes back certainty that few examples can't give, in place. After n examples without an error, the next one is wrong with a
 * probability of 1 / (n + 2) (Laplace's rule of succession), so no label gets more than the rest. What it loses is shared by
 * all labels alike, which keeps their order.
 *
 * `seen` has the number of different examples of each class. A rare label counts as if all were as rare.
 */
export function shrinkByExamples(probabilities: Float64Array, seen: ArrayLike<number>): Float64Array {
  const classCount = probabilities.length;
  let all = 0;
  for (let k = 0; k < classCount; k++) all += seen[k];
  // A sample may have missed a class that the model knows.
  const count = Math.max(1, Math.min(all, classCount * seen[argmax(probabilities)]));
  const share = 1 / (count + 2) / (1 - 1 / classCount);
  for (let k = 0; k < classCount; k++) probabilities[k] = (1 - share) * probabilities[k] + share / classCount;
  return probabilities;
}

/** The number of different examples of each class; examples of one group are copies of each other. */
export function countSeen(
  { classes, groups }: { classes: Uint32Array; groups?: Uint32Array },
  use: Uint32Array,
  classCount: number,
): number[] {
  const seen = Array.from({ length: classCount }, () => new Set<number>());
  for (const index of use) seen[classes[index]].add(groups?.[index] ?? index);
  return seen.map(({ size }) => size);
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

/** How the probabilities of a model come from its scores. */
export interface Calibration {
  /** Scores are divided by it before the softmax. */
  temperature: number;
  /** The number of different examples of each class; left out to ignore how few they are. */
  seen?: readonly number[];
}

/** Turns scores into calibrated probabilities, in place. */
export function calibrated(scores: Float64Array, { temperature, seen }: Calibration): Float64Array {
  for (let k = 0; k < scores.length; k++) scores[k] /= temperature;
  softmax(scores);
  return seen === undefined ? scores : shrinkByExamples(scores, seen);
}

export function predictClasses(
  { classCount, scores, classes }: ScoredExamples,
  calibration: Calibration,
): PredictedClasses {
  const predicted = new Uint32Array(classes.length);
  const confidence = new Float32Array(classes.length);
  const row = new Float64Array(classCount);
  for (let i = 0; i < classes.length; i++) {
    for (let k = 0; k < classCount; k++) row[k] = scores[i * classCount + k];
    predicted[i] = argmax(calibrated(row, calibration));
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

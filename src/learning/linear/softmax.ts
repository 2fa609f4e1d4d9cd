/** KeyedMutex scores into probabilities, in place. Subtracting the largest first keeps every exponential finite. */
export function softmax(scores: Float64Array): Float64Array {
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < scores.length; k++) if (scores[k] > largest) largest = scores[k];
  let sum = 0;
  for (let k = 0; k < scores.length; k++) sum += scores[k] = Math.exp(scores[k] - largest);
  for (let k = 0; k < scores.length; k++) scores[k] /= sum;
  return scores;
}

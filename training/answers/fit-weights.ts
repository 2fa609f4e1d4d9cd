/** One of several alternatives, with its features. */
export interface Choice {
  features: Readonly<Record<string, number>>;
  right: boolean;
}

/** A true or false case, with its features and its weight in the loss. */
export interface Case {
  features: Readonly<Record<string, number>>;
  right: boolean;
  weight: number;
}

const STEPS = 300;
const STEP_SIZE = 0.05;
const RIDGE = 1e-3;

/** Fits a conditional logit: the weights make the right choice of each list the likeliest. */
export function fitChoices(lists: readonly (readonly Choice[])[], names: readonly string[]): Record<string, number> {
  const scales = scalesOf(lists.flat(), names);
  const data = lists.map((choices) => choices.map((choice) => ({ ...choice, x: scaled(choice, names, scales) })));
  const weights = descend(names.length, (current, gradient) => {
    for (const choices of data) {
      const scores = choices.map(({ x }) => dot(x, current));
      const highest = Math.max(...scores);
      const odds = scores.map((score) => Math.exp(score - highest));
      const total = sum(odds);
      const ofRight = sum(odds.filter((_, i) => choices[i].right));
      choices.forEach(({ x, right }, i) => {
        addTo(gradient, x, (odds[i] / total - (right ? odds[i] / ofRight : 0)) / data.length);
      });
    }
  });
  return Object.fromEntries(names.map((name, i) => [name, weights[i] / scales[i].deviation]));
}

/** Fits a logistic regression; the intercept is returned as `bias`. */
export function fitCases(cases: readonly Case[], names: readonly string[]): Record<string, number> {
  const scales = scalesOf(cases, names);
  const data = cases.map((one) => ({ ...one, x: [...scaled(one, names, scales), 1] }));
  const total = sum(cases.map(({ weight }) => weight));
  const weights = descend(names.length + 1, (current, gradient) => {
    for (const { x, right, weight } of data) {
      const likelihood = 1 / (1 + Math.exp(-dot(x, current)));
      addTo(gradient, x, (weight * (likelihood - (right ? 1 : 0))) / total);
    }
  });
  const bias = weights[names.length] - sum(names.map((_, i) => (weights[i] * scales[i].mean) / scales[i].deviation));
  return { ...Object.fromEntries(names.map((name, i) => [name, weights[i] / scales[i].deviation])), bias };
}

/** Adam on the full gradient: the sets are small enough. */
function descend(size: number, addGradient: (weights: Float64Array, gradient: Float64Array) => void): Float64Array {
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let step = 1; step <= STEPS; step++) {
    const gradient = weights.map((weight) => RIDGE * weight);
    addGradient(weights, gradient);
    for (let i = 0; i < size; i++) {
      mean[i] = 0.9 * mean[i] + 0.1 * gradient[i];
      square[i] = 0.99 * square[i] + 0.01 * gradient[i] ** 2;
      const direction = mean[i] / (1 - 0.9 ** step) / (Math.sqrt(square[i] / (1 - 0.99 ** step)) + 1e-8);
      weights[i] -= STEP_SIZE * direction;
    }
  }
  return weights;
}

interface Scale {
  mean: number;
  deviation: number;
}

function scalesOf(rows: readonly Pick<Choice, 'features'>[], names: readonly string[]): Scale[] {
  return names.map((name) => {
    const values = rows.map(({ features }) => features[name]);
    const mean = sum(values) / values.length;
    const variance = sum(values.map((value) => (value - mean) ** 2)) / values.length;
    return { mean, deviation: Math.sqrt(variance) || 1 };
  });
}

function scaled({ features }: Pick<Choice, 'features'>, names: readonly string[], scales: readonly Scale[]): number[] {
  return names.map((name, i) => (features[name] - scales[i].mean) / scales[i].deviation);
}

function addTo(target: Float64Array, x: readonly number[], factor: number): void {
  for (let i = 0; i < x.length; i++) target[i] += factor * x[i];
}

function dot(x: readonly number[], weights: Float64Array): number {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i] * weights[i];
  return total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

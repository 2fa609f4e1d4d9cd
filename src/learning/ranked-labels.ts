interface LabelConfidence {
  label: string;
  /** From 0 to 1; over all labels of the model they sum to 1. */
  confidenceScore: number;
}

export interface RankedLabels extends LabelConfidence {
  /** The next likeliest, falling. */
  alternatives: LabelConfidence[];
}

/** The likeliest labels, `maxLabels` in all. Equal ones stay in the order of the labels. */
export function rankLabels(labels: readonly string[], probability: Float64Array, maxLabels: number): RankedLabels {
  const order = [...probability.keys()].sort((a, b) => probability[b] - probability[a] || a - b).slice(0, maxLabels);
  const [first, ...alternatives] = order.map((k) => ({ label: labels[k], confidenceScore: probability[k] }));
  return { ...first, alternatives };
}

import type { Problem } from '../domain/errors/problem.js';

const MAX_LABELS = 1_000;
const MIN_LABELS = 2;
const MIN_EXAMPLES_PER_LABEL = 2;
const MAX_LISTED = 10;

export interface LabelCount {
  label: string;
  count: number;
}

/** The distinct labels in sorted order, and for each given label its class: the index of its label. */
export function distinctLabels(given: readonly string[]): { labels: string[]; classes: Uint32Array } {
  const labels = [...new Set(given)].sort();
  const classOf = new Map(labels.map((label, k) => [label, k]));
  return { labels, classes: Uint32Array.from(given, (label) => classOf.get(label)!) };
}

/** Most frequent first, then by label. */
export function countLabels(given: Iterable<string>): LabelCount[] {
  const counts = new Map<string, number>();
  for (const label of given) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

/** Why a model can't be trained from examples with these labels; empty if it can. */
export function labelProblems(counts: readonly LabelCount[], param: string): Problem[] {
  if (counts.length < MIN_LABELS) return [tooFewLabels(counts, param)];
  if (counts.length > MAX_LABELS) {
    const message = `The examples have ${counts.length} different labels; a model can tell at most ${MAX_LABELS} apart.`;
    return [{ param, code: 'too_many_items', message }];
  }
  const rare = counts.filter(({ count }) => count < MIN_EXAMPLES_PER_LABEL).map(({ label }) => JSON.stringify(label));
  if (rare.length === 0) return [];
  const more = rare.length > MAX_LISTED ? ` and ${rare.length - MAX_LISTED} more` : '';
  const message = `Every label needs at least ${MIN_EXAMPLES_PER_LABEL} examples, and these have one: ${rare.slice(0, MAX_LISTED).join(', ')}${more}. Add examples or leave these labels out.`;
  return [{ param, code: 'too_few_items', message }];
}

function tooFewLabels(counts: readonly LabelCount[], param: string): Problem {
  const found =
    counts.length === 0 ? 'There are no examples' : `All examples have the label ${JSON.stringify(counts[0].label)}`;
  return {
    param,
    code: 'too_few_items',
    message: `${found}; a model needs at least ${MIN_LABELS} different labels.`,
  };
}

interface LabelConfidence {
  label: string;
  /** From 0 to 1; the scores of all labels of a model sum to 1. */
  confidenceScore: number;
}

export interface RankedLabels extends LabelConfidence {
  /** The next most probable labels, in descending order. */
  alternatives: LabelConfidence[];
}

/** The most probable labels, `maxLabels` in all. Ties keep the order of `labels`. */
export function rankLabels(labels: readonly string[], probability: Float64Array, maxLabels: number): RankedLabels {
  const order = [...probability.keys()].sort((a, b) => probability[b] - probability[a] || a - b).slice(0, maxLabels);
  const [first, ...alternatives] = order.map((k) => ({ label: labels[k], confidenceScore: probability[k] }));
  return { ...first, alternatives };
}

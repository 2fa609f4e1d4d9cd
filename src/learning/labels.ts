import type { Problem } from '../domain/errors/problem.js';

const MAX_LABELS = 1_000;
const LEAST_LABELS = 2;
const LEAST_EXAMPLES = 2;
const LISTED = 10;

export interface LabelCount {
  label: string;
  count: number;
}

export function distinctLabels(given: readonly string[]): { labels: string[]; classes: Uint32Array } {
  const labels = [...new Set(given)].sort();
  const places = new Map(labels.map((label, k) => [label, k]));
  return { labels, classes: Uint32Array.from(given, (label) => places.get(label)!) };
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
  if (counts.length < LEAST_LABELS) return [tooFewLabels(counts, param)];
  if (counts.length > MAX_LABELS) {
    const message = `The examples have ${counts.length} different labels; a model can tell at most ${MAX_LABELS} apart.`;
    return [{ param, code: 'too_many_items', message }];
  }
  const rare = counts.filter(({ count }) => count < LEAST_EXAMPLES).map(({ label }) => JSON.stringify(label));
  if (rare.length === 0) return [];
  const more = rare.length > LISTED ? ` and ${rare.length - LISTED} more` : '';
  const message = `Every label needs at least ${LEAST_EXAMPLES} examples, and these have one: ${rare.slice(0, LISTED).join(', ')}${more}. Add examples or leave these labels out.`;
  return [{ param, code: 'too_few_items', message }];
}

function tooFewLabels(counts: readonly LabelCount[], param: string): Problem {
  const found =
    counts.length === 0 ? 'There are no examples' : `All examples have the label ${JSON.stringify(counts[0].label)}`;
  return {
    param,
    code: 'too_few_items',
    message: `${found}; a model needs at least ${LEAST_LABELS} different labels.`,
  };
}

import type { ClassificationMetrics } from '@sextant/client';

type Matrix = ClassificationMetrics['confusion_matrix'];

const MAX_LABELS = 50;
export const OTHER_LABELS = 'Other labels';

/** The labels that most held-out examples have; the others are added up in one row and one column. */
export function boundedMatrix({ labels, counts }: Matrix, maxLabels = MAX_LABELS): Matrix {
  if (labels.length <= maxLabels) return { labels, counts };
  const support = counts.map((row) => row.reduce((sum, count) => sum + count, 0));
  const kept = new Set([...labels.keys()].sort((a, b) => support[b]! - support[a]! || a - b).slice(0, maxLabels));
  const shown = [...labels.keys()].filter((k) => kept.has(k));
  const places = new Map(shown.map((k, place) => [k, place]));
  const bounded = Array.from({ length: shown.length + 1 }, () => new Array<number>(shown.length + 1).fill(0));
  counts.forEach((row, actual) => {
    const target = bounded[places.get(actual) ?? shown.length]!;
    row.forEach((count, predicted) => {
      target[places.get(predicted) ?? shown.length]! += count;
    });
  });
  return { labels: [...shown.map((k) => labels[k]!), OTHER_LABELS], counts: bounded };
}

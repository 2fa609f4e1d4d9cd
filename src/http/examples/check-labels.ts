import type { Problems } from '../../domain/errors/problem.js';
import type { ModelKind } from '../../domain/model/model.js';
import { type LabelCount, labelProblems } from '../../learning/labels.js';
import { readTarget } from '../../learning/predictor/prediction-problem.js';

/** The labels, most frequent first; none where a number is to be predicted. Records why they can't be learnt. */
export function checkLabels(
  counted: ReadonlyMap<string | number, number>,
  kind: ModelKind,
  problems: Problems,
): LabelCount[] {
  if (kind === 'predictor' && readTarget([...counted.keys()]).kind === 'number') return [];
  const counts = countAsText(counted);
  for (const { param, code, message } of labelProblems(counts, 'examples')) problems.add(param, code, message);
  return problems.any ? [] : counts;
}

/** 1 and "1" are one label. */
function countAsText(counted: ReadonlyMap<string | number, number>): LabelCount[] {
  const counts = new Map<string, number>();
  for (const [label, count] of counted) counts.set(String(label), (counts.get(String(label)) ?? 0) + count);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

import type { DataReport } from '../domain/model/model.js';
import { predictClasses, type ScoredExamples } from './class-probabilities.js';

/** An example that a model which was not fitted to it confidently assigns to another label. */
export interface SuspectedLabel {
  /** Its index among all examples. */
  example: number;
  /** The class that the model predicts, with its probability. */
  suggested: number;
  confidence: number;
}

const MAX_LISTED = 20;
/** With calibrated probabilities, at most one in ten listed examples is listed wrongly. */
const MIN_CONFIDENCE = 0.9;

/** Highest confidence first. `indexes` are those of the scored examples among all examples. */
export function suspectLabels(scored: ScoredExamples, indexes: Uint32Array, temperature: number): SuspectedLabel[] {
  const { predicted, confidence } = predictClasses(scored, { temperature });
  return [...indexes.keys()]
    .filter((i) => predicted[i] !== scored.classes[i] && confidence[i] >= MIN_CONFIDENCE)
    .map((i) => ({ example: indexes[i], suggested: predicted[i], confidence: confidence[i] }))
    .sort((a, b) => b.confidence - a.confidence);
}

export interface ReportedData {
  /** Class k has the label `labels[k]`. */
  labels: readonly string[];
  classes: Uint32Array;
  /** Copies of one example share a group. */
  groups: Uint32Array;
  /** How many examples the model was trained on. */
  used: number;
  suspects: readonly SuspectedLabel[];
}

export function reportOnData({ labels, classes, groups, used, suspects }: ReportedData): DataReport {
  const members = new Map<number, number[]>();
  groups.forEach((group, i) => {
    const list = members.get(group);
    if (list === undefined) members.set(group, [i]);
    else list.push(i);
  });
  const conflicts = [...members.values()].filter((list) => list.some((i) => classes[i] !== classes[list[0]]));
  return {
    examples: classes.length,
    used,
    duplicates: classes.length - members.size,
    conflicts: {
      count: conflicts.length,
      listed: conflicts.slice(0, MAX_LISTED).map((list) => ({
        examples: list.slice(0, MAX_LISTED),
        labels: [...new Set(list.map((i) => labels[classes[i]]))],
      })),
    },
    suspectedLabels: {
      count: suspects.length,
      listed: suspects.slice(0, MAX_LISTED).map(({ example, suggested, confidence }) => ({
        example,
        label: labels[classes[example]],
        suggested: labels[suggested],
        confidence,
      })),
    },
  };
}

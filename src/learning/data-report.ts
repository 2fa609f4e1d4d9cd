import type { DataReport } from '../domain/model/trained-facts.js';
import { classifyScores } from './classify-scores.js';
import type { ScoredExamples } from './temperature.js';

/** An example that a model, fitted without it, is sure belongs to another label. */
export interface SuspectedLabel {
  /** Its place among the examples, from 0. */
  example: number;
  /** The class the model would give, and how sure it is. */
  suggested: number;
  confidence: number;
}

const LISTED = 20;
/** With calibrated probabilities, at most one in ten of the examples named is named wrongly. */
const SURE = 0.9;

/** Surest first. `places` are those of the scored examples among all. */
export function suspectLabels(scored: ScoredExamples, places: Uint32Array, temperature: number): SuspectedLabel[] {
  const { predicted, confidence } = classifyScores(scored, temperature);
  return [...places.keys()]
    .filter((i) => predicted[i] !== scored.classes[i] && confidence[i] >= SURE)
    .map((i) => ({ example: places[i], suggested: predicted[i], confidence: confidence[i] }))
    .sort((a, b) => b.confidence - a.confidence);
}

export interface ReportedData {
  labels: readonly string[];
  classes: Uint32Array;
  groups: Uint32Array;
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
      listed: conflicts.slice(0, LISTED).map((list) => ({
        examples: list.slice(0, LISTED),
        labels: [...new Set(list.map((i) => labels[classes[i]]))],
      })),
    },
    suspectedLabels: {
      count: suspects.length,
      listed: suspects.slice(0, LISTED).map(({ example, suggested, confidence }) => ({
        ...{ example, label: labels[classes[example]], suggested: labels[suggested], confidence },
      })),
    },
  };
}

import { calibrated, fitTemperature, type ScoredExamples } from '../class-probabilities.js';
import { progressStages, progressStep, type TrainingControl, throwIfCanceled } from '../training-control.js';
import type { TextProblem } from './choose-settings.js';
import { addEvidence, KnownExamples, type NeighbourSettings, sampleOf } from './neighbours.js';

/** Scores of examples by models that have not seen them. */
export interface OutOfFold {
  scored: ScoredExamples;
  /** The scored examples among all. */
  indexes: Uint32Array;
  /** The model that scored each of them. */
  scoredBy: Uint32Array;
  /** What each model has learnt from. */
  learntFrom: readonly Uint32Array[];
}

export interface ChosenNeighbours {
  /** Null if neighbours don't help. */
  neighbours: NeighbourSettings | null;
  /** Fitted to the scores with the evidence of the neighbours. */
  temperature: number;
}

const SHARPNESSES = [4, 8, 16];
const WEIGHTS = [0.4, 0.8, 1.6, 3.2];
/** The log loss of fewer examples is mostly chance. */
const MIN_EXAMPLES = 60;
/** Bounds of the work. More examples would hardly change the choice. */
const MAX_ASKED = 2_000;
const MAX_SCORES = 200_000;
/** Standard errors. The best of many settings looks better on the examples that it was chosen by than it is. */
const CLEAR = 2;
const STAGES = { compare: 30, choose: 70 };

/**
 * Finds out by the log loss of unseen examples whether their neighbours among the others help, how near these must be, and how
 * much they should count. They are left out unless the loss clearly falls: they must not do harm.
 */
export function chooseNeighbours(problem: TextProblem, unseen: OutOfFold, control: TrainingControl): ChosenNeighbours {
  const without = { neighbours: null, temperature: fitTemperature(unseen.scored) };
  if (unseen.indexes.length < MIN_EXAMPLES) return without;
  const stage = progressStages(control, STAGES);
  const asked = positionsToAsk(unseen.scored);
  const base = scoresAt(unseen.scored, asked);
  const evidence = evidenceFor(problem, { ...unseen, asked }, stage.compare);
  const tried = WEIGHTS.flatMap((weight, i) => {
    throwIfCanceled(control);
    stage.choose.onProgress((i + 1) / WEIGHTS.length);
    return SHARPNESSES.map((sharpness, j) => {
      const scores = base.scores.map((score, at) => score + weight * evidence[j][at]);
      return { neighbours: { sharpness, weight }, ...assess({ ...base, scores }) };
    });
  });
  const best = tried.reduce((least, next) => (next.loss < least.loss ? next : least));
  return isClearGain(assess(base).losses, best.losses) ? best : without;
}

interface Assessed {
  temperature: number;
  /** The log loss of each example, and their mean. */
  losses: Float64Array;
  loss: number;
}

function assess(scored: ScoredExamples): Assessed {
  const { classes, classCount, scores } = scored;
  const temperature = fitTemperature(scored);
  const losses = Float64Array.from(classes, (own, i) => {
    const row = Float64Array.from(scores.subarray(i * classCount, (i + 1) * classCount));
    return -Math.log(Math.max(1e-15, calibrated(row, { temperature })[own]));
  });
  return { temperature, losses, loss: meanOf(losses) };
}

function isClearGain(before: Float64Array, after: Float64Array): boolean {
  const gains = before.map((loss, i) => loss - after[i]);
  const mean = meanOf(gains);
  const variance = meanOf(gains.map((gain) => (gain - mean) ** 2));
  return mean > CLEAR * Math.sqrt(variance / gains.length);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function positionsToAsk({ classes, classCount }: ScoredExamples): Uint32Array {
  const affordable = Math.max(MIN_EXAMPLES, Math.floor(MAX_SCORES / classCount));
  return sampleOf(
    Uint32Array.from(classes, (_, i) => i),
    Math.min(MAX_ASKED, affordable),
  );
}

function scoresAt({ classCount, scores, classes }: ScoredExamples, positions: Uint32Array): ScoredExamples {
  const chosen = new Float32Array(positions.length * classCount);
  positions.forEach((position, i) => {
    chosen.set(scores.subarray(position * classCount, (position + 1) * classCount), i * classCount);
  });
  return { classCount, scores: chosen, classes: positions.map((position) => classes[position]) };
}

/** For each sharpness: the evidence for each class, text after text, by the examples that the text's model has learnt from. */
function evidenceFor(
  { rows, classes, classCount }: TextProblem,
  { indexes, scoredBy, learntFrom, asked }: OutOfFold & { asked: Uint32Array },
  control: TrainingControl,
): Float32Array[] {
  const evidence = SHARPNESSES.map(() => new Float32Array(asked.length * classCount));
  const row = new Float64Array(classCount);
  learntFrom.forEach((use, model) => {
    const examples = KnownExamples.of({ embeddings: rows.dense, dimensions: rows.width }, classes, use);
    asked.forEach((position, i) => {
      if (scoredBy[position] !== model) return;
      throwIfCanceled(control);
      const from = indexes[position] * rows.width;
      const cosines = examples.cosinesWith(rows.dense.subarray(from, from + rows.width));
      SHARPNESSES.forEach((sharpness, j) => {
        addEvidence(row.fill(0), examples, { cosines, sharpness, weight: 1 });
        evidence[j].set(row, i * classCount);
      });
    });
    progressStep(control, model, learntFrom.length).onProgress(1);
  });
  return evidence;
}

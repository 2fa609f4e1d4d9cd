import type { ClassificationMetrics, DataReport, TellingFeatures } from '../../domain/model/model.js';
import { countSeen, fitTemperature, predictClasses, type ScoredExamples } from '../class-probabilities.js';
import { reportOnData, type SuspectedLabel, suspectLabels } from '../data-report.js';
import { distinctLabels } from '../labels.js';
import { LogisticRegression } from '../linear/dual-coordinate-ascent.js';
import type { LinearWeights } from '../linear/linear-model.js';
import { classificationMetrics } from '../metrics.js';
import { gramWords } from '../ngram-features.js';
import { assignFolds, divisibleGroups, groupsOf, type HeldOut, holdOut, sampleByGroups } from '../stratified-split.js';
import { progressStages, type TrainingControl, throwIfCanceled } from '../training-control.js';
import { chooseNeighbours, type OutOfFold } from './choose-neighbours.js';
import {
  chooseSettings,
  classWeightsFor,
  FOLDS,
  foldsToChooseBy,
  scoreInto,
  type TextProblem,
  type TextSettings,
} from './choose-settings.js';
import { type EmbeddedTexts, type TextClassifier, textFeatures, weightGrams } from './model.js';
import { addNeighbours, KnownExamples, type NeighbourSettings } from './neighbours.js';
import { tellingWords } from './telling-words.js';

export interface LabelledTexts extends EmbeddedTexts {
  labels: readonly string[];
}

export interface TrainedTextClassifier {
  model: TextClassifier;
  settings: TextSettings;
  metrics: ClassificationMetrics;
  features: TellingFeatures;
  report: DataReport;
}

const EPOCHS = 6;
/** Logistic regression keeps one dual variable per example and label; this bounds them to 256 MB. */
const MAX_DUAL_VARIABLES = 64_000_000;
/** Multiplications that choosing the settings may take; one core does a few hundred million a second. */
const SEARCH_WORK = 5_000_000_000;
/** How often choosing the settings visits each example. */
const SEARCH_VISITS = 48;
const CALIBRATION_FOLDS = 5;

/** How long the stages of a training take, relative to each other. */
const STAGES = { tune: 60, fitToTraining: 18, measure: 2, fitToAll: 20 };
const TUNING_STAGES = { chooseSettings: 65, calibrate: 28, neighbours: 7 };

/**
 * Chooses settings by cross-validation, measures a model on held-out examples that neither the choice nor the fit has seen,
 * and finally fits the served model to all examples with the same settings. Equal texts are on the same side, unless a label
 * has too few different ones.
 */
export function trainTextClassifier(source: LabelledTexts, control: TrainingControl): TrainedTextClassifier {
  const stage = progressStages(control, STAGES);
  const { labels, classes } = distinctLabels(source.labels);
  const copies = groupsOf(source.texts.map((text) => gramWords(text).join(' ')));
  const examples = { classes, groups: divisibleGroups({ classes, groups: copies }) };
  const everyExample = Uint32Array.from(classes, (_, i) => i);
  const all = sampleByGroups(examples, everyExample, Math.floor(MAX_DUAL_VARIABLES / labels.length));
  const split = holdOut(examples, all);

  const features = textFeatures(source, split.training, labels.length);
  const problem: TextProblem = { ...examples, rows: features.rows, classCount: labels.length };
  const tuned = tune(problem, split.training, stage.tune);
  const { settings, temperature, suspects } = tuned;
  const evaluated = fitModel(problem, { use: split.training, settings }, stage.fitToTraining);
  const metrics = measure(labels, { problem, evaluated, tuned, split, copies }, stage.measure);

  const { vocabulary, rows } = textFeatures(source, all, labels.length);
  const weights = fitModel({ ...problem, rows }, { use: all, settings }, stage.fitToAll);
  const seen = countSeen({ classes, groups: copies }, all, labels.length);
  const { gramWeight } = settings;
  const neighbours = tuned.neighbours && { ...tuned.neighbours, examples: KnownExamples.of(source, classes, all) };
  const model = {
    labels,
    dimensions: source.dimensions,
    vocabulary,
    gramWeight,
    weights,
    neighbours,
    temperature,
    seen,
  };
  return {
    model,
    settings,
    metrics,
    features: tellingWords(model, { texts: source.texts, classes }),
    report: reportOnData({ classes, groups: copies, labels, used: all.length, suspects }),
  };
}

interface Tuned {
  settings: TextSettings;
  /** Null if neighbours don't help. */
  neighbours: NeighbourSettings | null;
  temperature: number;
  suspects: SuspectedLabel[];
}

/**
 * Chooses settings on as many examples as time allows. If that is only a sample, the temperature is fitted to the
 * scores of another model of nearly full size: a model of the sample would be less certain.
 */
function tune(problem: TextProblem, training: Uint32Array, control: TrainingControl): Tuned {
  const { rows, classCount } = problem;
  const features = rows.width + rows.values.length / Math.max(1, rows.count);
  const affordable = Math.max(200, Math.floor(SEARCH_WORK / (features * classCount * SEARCH_VISITS)));
  const sample = sampleByGroups(problem, training, affordable);
  const isWhole = sample.length === training.length;
  const stage = progressStages(control, isWhole ? { ...TUNING_STAGES, calibrate: 0 } : TUNING_STAGES);
  const { settings, scored } = chooseSettings(problem, sample, stage.chooseSettings);
  const unseen = isWhole
    ? everyFold(problem, { use: sample, scored })
    : scoreOneFold(problem, { use: training, settings }, stage.calibrate);
  const suspects = suspectLabels(unseen.scored, unseen.indexes, fitTemperature(unseen.scored));
  const { neighbours, temperature } = chooseNeighbours(problem, unseen, stage.neighbours);
  return { settings, neighbours, temperature, suspects };
}

/** What the choice of settings has already scored. */
function everyFold(problem: TextProblem, { use, scored }: { use: Uint32Array; scored: ScoredExamples }): OutOfFold {
  const scoredBy = foldsToChooseBy(problem, use);
  const learntFrom = Array.from({ length: FOLDS }, (_, fold) => use.filter((_, i) => scoredBy[i] !== fold));
  return { scored, indexes: use, scoredBy, learntFrom };
}

interface FitPlan {
  use: Uint32Array;
  settings: TextSettings;
}

function fitModel(problem: TextProblem, { use, settings }: FitPlan, control: TrainingControl): LinearWeights {
  const rows = weightGrams(problem.rows, settings.gramWeight);
  const classWeights = classWeightsFor(problem, use, settings.balance);
  const regression = new LogisticRegression({ ...problem, rows, use, classWeights });
  return regression.run({ cost: settings.cost, epochs: EPOCHS }, control);
}

/** Out-of-fold scores of one fold of the examples, by a model of the others. */
function scoreOneFold(problem: TextProblem, { use, settings }: FitPlan, control: TrainingControl): OutOfFold {
  const folds = assignFolds(problem, use, { folds: CALIBRATION_FOLDS });
  const indexes = use.filter((_, i) => folds[i] === 0);
  const others = use.filter((_, i) => folds[i] !== 0);
  const model = fitModel(problem, { use: others, settings }, control);
  const scored = scoresOf(problem, model, { use: indexes, settings });
  return { scored, indexes, scoredBy: new Uint32Array(indexes.length), learntFrom: [others] };
}

function scoresOf(problem: TextProblem, model: LinearWeights, { use, settings }: FitPlan): ScoredExamples {
  const scores = new Float32Array(use.length * problem.classCount);
  scoreInto(scores, model, { rows: weightGrams(problem.rows, settings.gramWeight), use });
  return { classCount: problem.classCount, scores, classes: Uint32Array.from(use, (row) => problem.classes[row]) };
}

interface Evaluation {
  problem: TextProblem;
  evaluated: LinearWeights;
  tuned: Tuned;
  split: HeldOut;
  /** Equal texts have the same number. */
  copies: Uint32Array;
}

function measure(
  labels: string[],
  { problem, evaluated, tuned, split, copies }: Evaluation,
  control: TrainingControl,
): ClassificationMetrics {
  const { settings, neighbours, temperature } = tuned;
  const scored = scoresOf(problem, evaluated, { use: split.heldOut, settings });
  if (neighbours !== null) addNeighboursToAll(problem, { scored, split, neighbours }, control);
  const seen = countSeen({ ...problem, groups: copies }, split.training, problem.classCount);
  return classificationMetrics({ labels, actual: scored.classes, ...predictClasses(scored, { temperature, seen }) });
}

/** Adds the evidence of the training examples to the scores of those held out. */
function addNeighboursToAll(
  { rows, classes, classCount }: TextProblem,
  { scored, split, neighbours }: { scored: ScoredExamples; split: HeldOut; neighbours: NeighbourSettings },
  control: TrainingControl,
): void {
  const source = { embeddings: rows.dense, dimensions: rows.width };
  const known = { ...neighbours, examples: KnownExamples.of(source, classes, split.training) };
  split.heldOut.forEach((row, i) => {
    throwIfCanceled(control);
    const scores = Float64Array.from(scored.scores.subarray(i * classCount, (i + 1) * classCount));
    addNeighbours(scores, known, rows.dense.subarray(row * rows.width, (row + 1) * rows.width));
    scored.scores.set(scores, i * classCount);
  });
}

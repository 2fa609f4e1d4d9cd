import type { ClassificationMetrics, DataReport } from '../../domain/model/trained-facts.js';
import { classifyScores } from '../classify-scores.js';
import { partOf, type TrainingControl } from '../control.js';
import { reportOnData, type SuspectedLabel, suspectLabels } from '../data-report.js';
import { distinctLabels } from '../labels.js';
import { SoftmaxFit } from '../linear/fit-softmax.js';
import type { LinearWeights } from '../linear/linear-weights.js';
import { classificationMetrics } from '../metrics.js';
import { assignFolds, groupsOf, type HeldOut, holdOut, sampleByGroups } from '../split.js';
import { fitTemperature, type ScoredExamples } from '../temperature.js';
import { gramWords } from '../text-features/text-grams.js';
import type { TextClassifier } from './model.js';
import { chooseSettings, scoreInto, type TextProblem, type TextSettings, weightsFor } from './settings.js';
import { type EmbeddedTexts, textRows, weightGrams } from './text-rows.js';

export interface LabelledTexts extends EmbeddedTexts {
  labels: readonly string[];
}

export interface TrainedTextClassifier {
  model: TextClassifier;
  settings: TextSettings;
  metrics: ClassificationMetrics;
  report: DataReport;
}

const EPOCHS = 6;
/** Fitting keeps a number for each example and label: 256 MB. */
const MAX_BELIEFS = 64_000_000;
/** Multiplications that the choice of settings may take; one core does some hundred million a second. */
const SEARCH_WORK = 5_000_000_000;
/** How often the choice of settings visits each example. */
const SEARCH_VISITS = 48;
const CALIBRATION_FOLDS = 5;

/**
 * Chooses settings by cross-validation, measures on examples that neither the choice nor the fit has seen, and then
 * fits the model that is served to all examples with the same settings. Equal texts never stand on both sides of a border.
 */
export function trainTextClassifier(source: LabelledTexts, control: TrainingControl): TrainedTextClassifier {
  const { labels, classes } = distinctLabels(source.labels);
  const groups = groupsOf(source.texts.map((text) => gramWords(text).join(' ')));
  const examples = { classes, groups };
  const all = sampleByGroups(examples, everyPlace(classes.length), Math.floor(MAX_BELIEFS / labels.length));
  const split = holdOut(examples, all);
  const features = textRows(source, split.training, labels.length);
  const problem: TextProblem = { ...examples, rows: features.rows, classCount: labels.length };
  const { settings, temperature, suspects } = tune(problem, split.training, partOf(control, 0, 0.6));
  const judged = fitModel(problem, { use: split.training, settings }, partOf(control, 0.6, 0.78));
  const metrics = measure(labels, { problem, judged, settings, temperature, split });
  const { vocabulary, rows } = textRows(source, all, labels.length);
  const weights = fitModel({ ...problem, rows }, { use: all, settings }, partOf(control, 0.8, 1));
  return {
    model: { labels, dimensions: source.dimensions, vocabulary, gramWeight: settings.gramWeight, weights, temperature },
    settings,
    metrics,
    report: reportOnData({ ...examples, labels, used: all.length, suspects }),
  };
}

function everyPlace(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

interface Tuned {
  settings: TextSettings;
  temperature: number;
  suspects: SuspectedLabel[];
}

/** Settings are chosen on as many examples as time allows; how sure to be is learnt from a model of nearly full size. */
function tune(problem: TextProblem, training: Uint32Array, control: TrainingControl): Tuned {
  const { rows, classCount } = problem;
  const features = rows.width + rows.values.length / Math.max(1, rows.count);
  const affordable = Math.max(200, Math.floor(SEARCH_WORK / (features * classCount * SEARCH_VISITS)));
  const sample = sampleByGroups(problem, training, affordable);
  const whole = sample.length === training.length;
  const chosen = chooseSettings(problem, sample, partOf(control, 0, whole ? 1 : 0.7));
  const scored = whole
    ? { scored: chosen.scored, places: sample }
    : scoreUnseen(problem, { use: training, settings: chosen.settings }, partOf(control, 0.7, 1));
  const temperature = fitTemperature(scored.scored);
  return { settings: chosen.settings, temperature, suspects: suspectLabels(scored.scored, scored.places, temperature) };
}

interface FitPlan {
  use: Uint32Array;
  settings: TextSettings;
}

function fitModel(problem: TextProblem, { use, settings }: FitPlan, control: TrainingControl): LinearWeights {
  const rows = weightGrams(problem.rows, settings.gramWeight);
  const classWeights = weightsFor(problem, use, settings.balance);
  return new SoftmaxFit({ ...problem, rows, use, classWeights }).run({ cost: settings.cost, epochs: EPOCHS }, control);
}

/** Scores of one part of the examples by a model of the rest. */
function scoreUnseen(
  problem: TextProblem,
  { use, settings }: FitPlan,
  control: TrainingControl,
): { scored: ScoredExamples; places: Uint32Array } {
  const folds = assignFolds(problem, use, { folds: CALIBRATION_FOLDS });
  const places = use.filter((_, i) => folds[i] === 0);
  const model = fitModel(problem, { use: use.filter((_, i) => folds[i] !== 0), settings }, control);
  return { scored: scoresOf(problem, model, { use: places, settings }), places };
}

function scoresOf(problem: TextProblem, model: LinearWeights, { use, settings }: FitPlan): ScoredExamples {
  const scores = new Float32Array(use.length * problem.classCount);
  scoreInto(scores, model, { rows: weightGrams(problem.rows, settings.gramWeight), use });
  return { classCount: problem.classCount, scores, classes: Uint32Array.from(use, (row) => problem.classes[row]) };
}

interface Judged {
  problem: TextProblem;
  judged: LinearWeights;
  settings: TextSettings;
  temperature: number;
  split: HeldOut;
}

function measure(labels: string[], { problem, judged, settings, temperature, split }: Judged): ClassificationMetrics {
  const scored = scoresOf(problem, judged, { use: split.heldOut, settings });
  return classificationMetrics({ labels, actual: scored.classes, ...classifyScores(scored, temperature) });
}

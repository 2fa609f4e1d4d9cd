import type { DataReport, ModelMetrics, TellingFeatures } from '../../domain/model/model.js';
import { predictClasses } from '../class-probabilities.js';
import { reportOnData, type SuspectedLabel, suspectLabels } from '../data-report.js';
import { classificationMetrics, regressionMetrics } from '../metrics.js';
import { assignFolds, type Examples, groupsOf, holdOut, sampleByGroups } from '../stratified-split.js';
import { progressStages, type TrainingControl } from '../training-control.js';
import { blendScores, chooseBlend, fitBoth, type PredictorSettings, scoreBoth } from './blended-models.js';
import { calibrate, calibrationOf, unstandardised } from './calibrate.js';
import { type Encoding, encodeTable, learnEncoding, NO_EMBEDDINGS, type RowEmbeddings, RowEncoder } from './encode.js';
import { fieldImportance } from './field-importance.js';
import { fieldOf, type InputField, type InputRow, inferFields } from './fields.js';
import { tryLinear } from './linear-candidate.js';
import { trainForMissingFields } from './missing-fields.js';
import type { Predictor } from './model.js';
import {
  classesOf,
  type Fold,
  type Label,
  type PredictionProblem,
  type RowScores,
  readTarget,
  scoredExamples,
  type Target,
  widthOf,
} from './prediction-problem.js';
import { tryTrees } from './tree-candidate.js';

export interface LabelledRows {
  rows: readonly InputRow[];
  labels: readonly Label[];
  /** Inferred from the rows if not given. */
  fields?: InputField[];
  /** Embeddings of the rows' texts; without them n-grams are the only features of texts. */
  embeddings?: RowEmbeddings | null;
}

export interface TrainedPredictor {
  model: Predictor;
  settings: PredictorSettings;
  metrics: ModelMetrics;
  features: TellingFeatures;
  report: DataReport;
}

/** Logistic regression keeps one dual variable per row and label; this bounds them to 256 MB. */
const MAX_DUAL_VARIABLES = 64_000_000;
const MANY_ROWS = 5_000;
/** From here on one fold is precise enough, and all of them would take too long. */
const VERY_MANY_ROWS = 100_000;

/** How long the stages of a training take, relative to each other. */
const STAGES = { chooseSettings: 65, fitToTraining: 8, importance: 2, fitToAll: 12, missingFields: 13 };
const SETTINGS_STAGES = { linear: 25, trees: 75 };

/**
 * Trains boosted trees and a linear model, each with settings chosen by cross-validation, and blends them by their
 * out-of-fold loss. The metrics come from held-out rows that none of this has seen. The served model is then fitted to all
 * rows, with a second one of the same kind for rows with missing fields.
 */
export function trainPredictor(source: LabelledRows, control: TrainingControl): TrainedPredictor {
  const stage = progressStages(control, STAGES);
  const { rows, labels, fields = inferFields(source.rows) } = source;
  const embeddings = source.embeddings ?? NO_EMBEDDINGS;
  const target = readTarget(labels);
  const everyRow = Uint32Array.from(rows, (_, i) => i);
  // Equal rows are observations of their own, which show how likely each label is. Kept together, they would all be held out.
  const examples: Examples = { classes: classesOf(target, rows.length), groups: everyRow };
  const all = sampleByGroups(examples, everyRow, Math.floor(MAX_DUAL_VARIABLES / widthOf(target)));
  const { training, heldOut } = holdOut(examples, all);
  const encode = (use: Uint32Array) => encodeProblem({ rows, fields, embeddings }, { use, target, examples });

  const problem = encode(training);
  const { settings, outOfFold } = chooseSettings(problem, training, stage.chooseSettings);
  const output = calibrate(target, outOfFold, labels);

  const evaluated = fitBoth(problem, { use: training, settings }, stage.fitToTraining);
  const { blend } = settings;
  const tested = scoreBoth(problem, evaluated, { use: heldOut, blend });
  const features = fieldImportance(
    { rows, embeddings, target, heldOut, models: evaluated, encoding: problem.encoding, blend, output },
    stage.importance,
  );

  const { encoding, table, ...served } = encode(all);
  const fitted = fitBoth({ ...served, table }, { use: all, settings }, stage.fitToAll);
  const missingFields = trainForMissingFields(
    {
      rows,
      labels,
      embeddings,
      target,
      encoding,
      table,
      settings,
      all,
      heldOut,
      evaluated: { models: evaluated, encoding: problem.encoding, output },
    },
    stage.missingFields,
  );
  control.onProgress(1);
  return {
    model: { encoding, output, blend, dimensions: embeddings.width, ...fitted, missingFields },
    settings,
    metrics: measure(target, tested, output),
    features,
    report: reportOnData({
      classes: examples.classes,
      groups: groupsOf(rows.map((row) => JSON.stringify(fields.map(({ name }) => fieldOf(row, name))))),
      labels: target.kind === 'labels' ? target.labels : [''],
      used: all.length,
      suspects: suspects(target, outOfFold, output),
    }),
  };
}

interface EncodedProblem extends PredictionProblem {
  encoding: Encoding;
}

/** Encodes all rows with bins and vocabulary learnt from the rows `use`. */
function encodeProblem(
  { rows, fields, embeddings }: { rows: readonly InputRow[]; fields: InputField[]; embeddings: RowEmbeddings },
  { use, target, examples }: { use: Uint32Array; target: Target; examples: Examples },
): EncodedProblem {
  const encoding = learnEncoding(rows, fields, { use, outputs: widthOf(target) });
  return { ...encodeTable(new RowEncoder(encoding), rows, embeddings), ...examples, target, encoding };
}

function chooseSettings(
  problem: PredictionProblem,
  training: Uint32Array,
  control: TrainingControl,
): { settings: PredictorSettings; outOfFold: RowScores } {
  const stage = progressStages(control, SETTINGS_STAGES);
  const folds = foldsOf(problem, training);
  const linear = tryLinear(problem, folds, stage.linear);
  const trees = tryTrees(problem, folds, stage.trees);
  const treeScores = trees?.outOfFold ?? null;
  const blend = chooseBlend(problem.target, linear.outOfFold, treeScores);
  return {
    settings: { blend, linearCost: linear.cost, trees: trees?.settings ?? null },
    outOfFold: blendScores(blend, linear.outOfFold, treeScores),
  };
}

/** With so few rows that every fold would be empty on one side, all rows are used for both. */
function foldsOf(problem: PredictionProblem, training: Uint32Array): Fold[] {
  const count = training.length > MANY_ROWS ? 3 : 5;
  const assigned = assignFolds(problem, training, { folds: count });
  const folds = Array.from({ length: training.length > VERY_MANY_ROWS ? 1 : count }, (_, fold) => ({
    training: training.filter((_row, i) => assigned[i] !== fold),
    validation: training.filter((_row, i) => assigned[i] === fold),
  })).filter((fold) => fold.training.length > 0 && fold.validation.length > 0);
  return folds.length > 0 ? folds : [{ training, validation: training }];
}

function measure(target: Target, tested: RowScores, output: Predictor['output']): ModelMetrics {
  if (target.kind === 'number') {
    const { actual, predicted } = unstandardised(target, tested);
    return regressionMetrics(actual, predicted);
  }
  const scored = scoredExamples(target, tested);
  const { labels } = target;
  return classificationMetrics({ labels, actual: scored.classes, ...predictClasses(scored, calibrationOf(output)) });
}

function suspects(target: Target, outOfFold: RowScores, output: Predictor['output']): SuspectedLabel[] {
  if (target.kind === 'number') return [];
  return suspectLabels(scoredExamples(target, outOfFold), outOfFold.rows, calibrationOf(output).temperature);
}

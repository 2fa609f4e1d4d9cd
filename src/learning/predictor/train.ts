import type { DataReport, ModelMetrics } from '../../domain/trained-facts.js';
import { classifyScores } from '../classify-scores.js';
import { partOf, type TrainingControl } from '../control.js';
import { reportOnData, suspectLabels } from '../data-report.js';
import { classificationMetrics, regressionMetrics } from '../metrics.js';
import { assignFolds, type Examples, groupsOf, holdOut, sampleByGroups } from '../split.js';
import { fitTemperature, type ScoredExamples } from '../temperature.js';
import type { BoostSettings } from '../trees/boost.js';
import { type Blend, chooseBlend, mix } from './blend.js';
import { encodeTable, learnEncoding, NO_MEANINGS, RowEncoder, type RowMeanings, type RowsToEncode } from './encode.js';
import { fieldOf, type InputRow } from './field-value.js';
import { copiesWithGaps, targetWithCopies, withCopiesOf } from './gaps.js';
import { type InputField, inferFields } from './infer-fields.js';
import { learnIntervals } from './interval.js';
import { fitLinear, scoreLinear, tryLinear } from './linear-candidate.js';
import type { Predictor } from './model.js';
import type { Fold, PredictionProblem, UnseenScores } from './problem.js';
import { type Label, type LabelTarget, type NumberTarget, readTarget, type Target, widthOf } from './target.js';
import { fitTrees, scoreTable, tryTrees } from './tree-candidate.js';

export interface LabelledRows {
  rows: readonly InputRow[];
  labels: readonly Label[];
  /** Where they are known already. */
  fields?: InputField[];
  /** Of the rows' texts, if they shall be learnt from. */
  meanings?: RowMeanings | null;
}

interface PredictorSettings {
  blend: Blend;
  linearCost: number;
  /** Null where trees would have been too large to try. */
  trees: BoostSettings | null;
}

export interface TrainedPredictor {
  model: Predictor;
  settings: PredictorSettings;
  metrics: ModelMetrics;
  report: DataReport;
}

/** The linear fit keeps a number for each row and label: 256 MB. */
const MAX_BELIEFS = 64_000_000;
const MANY_ROWS = 5_000;
/** From here on one fold says enough, and all of them would take too long. */
const VERY_MANY_ROWS = 100_000;

/**
 * Boosted trees and a linear model, each with settings chosen by cross-validation, and the blend of them that is best on rows
 * neither saw. Measured on rows that were held out of all this; the model that is served is then fitted to all rows.
 */
export function trainPredictor(source: LabelledRows, control: TrainingControl): TrainedPredictor {
  const { rows, labels, fields = inferFields(source.rows) } = source;
  const meanings = source.meanings ?? NO_MEANINGS;
  const ofRows = readTarget(labels);
  const examples: Examples = {
    classes: ofRows.kind === 'labels' ? ofRows.classes : new Uint32Array(rows.length),
    groups: groupsOf(rows.map((row) => JSON.stringify(fields.map(({ name }) => fieldOf(row, name))))),
  };
  const copies = copiesWithGaps(rows, fields, ofRows);
  const target = targetWithCopies(ofRows, copies);
  const every = Uint32Array.from(rows, (_, i) => i);
  const all = sampleByGroups(examples, every, Math.floor(MAX_BELIEFS / widthOf(target)));
  const { training, heldOut } = holdOut(examples, all);
  const encode = (use: Uint32Array) => encodeProblem({ rows, meanings, copies }, { fields, use, target });
  const withCopies = (use: Uint32Array) => withCopiesOf(use, copies, rows.length);
  const problem = encode(training);
  const folds = foldsOf(examples, training).map((fold) => ({ ...fold, training: withCopies(fold.training) }));
  const { settings, unseen } = choose(problem, folds, partOf(control, 0, 0.75));
  const judged = fitBoth(problem, { use: withCopies(training), settings }, partOf(control, 0.75, 0.85));
  const tested = scoreBoth(problem, judged, { use: heldOut, blend: settings.blend });
  const output = calibrate(target, unseen, labels);
  const served = encode(all);
  const fitted = fitBoth(served, { use: withCopies(all), settings }, partOf(control, 0.85, 1));
  const suspects =
    target.kind === 'labels' ? suspectLabels(asScored(target, unseen), unseen.rows, temperatureOf(output)) : [];
  return {
    model: { encoding: served.encoding, output, blend: settings.blend, dimensions: meanings.width, ...fitted },
    settings,
    metrics: measure(target, tested, output),
    report: reportOnData({ ...examples, labels: labelsOf(target), used: all.length, suspects }),
  };
}

function encodeProblem(
  source: RowsToEncode,
  { fields, use, target }: { fields: InputField[]; use: Uint32Array; target: Target },
): PredictionProblem & Pick<Predictor, 'encoding'> {
  const encoding = learnEncoding(source.rows, fields, { use, outputs: widthOf(target) });
  return { ...encodeTable(new RowEncoder(encoding), source), target, rowCount: source.rows.length, encoding };
}

function choose(
  problem: PredictionProblem,
  folds: readonly Fold[],
  control: TrainingControl,
): { settings: PredictorSettings; unseen: UnseenScores } {
  const linear = tryLinear(problem, folds, partOf(control, 0, 0.25));
  const trees = tryTrees(problem, folds, partOf(control, 0.25, 1));
  const blend = chooseBlend(problem.target, linear.unseen, trees?.unseen ?? null);
  const unseen = mix(blend, linear.unseen, trees?.unseen ?? null);
  return { settings: { blend, linearCost: linear.cost, trees: trees?.settings ?? null }, unseen };
}

/** With so few groups that a fold would have nothing on one side, all rows stand on both. */
function foldsOf(examples: Examples, training: Uint32Array): Fold[] {
  const count = training.length > MANY_ROWS ? 3 : 5;
  const fold = assignFolds(examples, training, { folds: count });
  const folds = Array.from({ length: training.length > VERY_MANY_ROWS ? 1 : count }, (_, f) => ({
    training: training.filter((_row, i) => fold[i] !== f),
    scored: training.filter((_row, i) => fold[i] === f),
  })).filter((part) => part.training.length > 0 && part.scored.length > 0);
  return folds.length > 0 ? folds : [{ training, scored: training }];
}

type FittedModels = Pick<Predictor, 'trees' | 'linear'>;

function fitBoth(
  problem: PredictionProblem,
  { use, settings }: { use: Uint32Array; settings: PredictorSettings },
  control: TrainingControl,
): FittedModels {
  const { blend, linearCost, trees } = settings;
  const linear = blend.linear === 0 ? null : fitLinear(problem, { use, cost: linearCost }, partOf(control, 0, 0.3));
  const boosted =
    blend.trees === 0 || trees === null ? null : fitTrees(problem, { use, settings: trees }, partOf(control, 0.3, 1));
  control.onProgress(1);
  return { trees: boosted, linear };
}

function scoreBoth(
  problem: PredictionProblem,
  { trees, linear }: FittedModels,
  { use, blend }: { use: Uint32Array; blend: Blend },
): UnseenScores {
  const none = { rows: use, scores: new Float32Array(use.length * widthOf(problem.target)) };
  const byLine = linear === null ? none : { rows: use, scores: scoreLinear(problem, linear, use) };
  return mix(blend, byLine, trees === null ? none : { rows: use, scores: scoreTable(problem, trees, use) });
}

function asScored(target: LabelTarget, { rows, scores }: UnseenScores): ScoredExamples {
  return { classCount: target.labels.length, scores, classes: rows.map((row) => target.classes[row]) };
}

function calibrate(target: Target, unseen: UnseenScores, labels: readonly Label[]): Predictor['output'] {
  if (target.kind === 'labels') {
    return { kind: 'labels', labels: target.labels, temperature: fitTemperature(asScored(target, unseen)) };
  }
  const { mean, deviation } = target;
  const { predicted, actual } = asNumbers(target, unseen);
  return {
    kind: 'number',
    mean,
    deviation,
    decimals: decimalsOf(labels),
    intervals: learnIntervals(predicted, actual),
  };
}

function temperatureOf(output: Predictor['output']): number {
  return output.kind === 'labels' ? output.temperature : 1;
}

function labelsOf(target: Target): string[] {
  return target.kind === 'labels' ? target.labels : [''];
}

function asNumbers({ mean, deviation, values }: NumberTarget, { rows, scores }: UnseenScores) {
  return {
    predicted: Float64Array.from(scores, (score) => score * deviation + mean),
    actual: Float64Array.from(rows, (row) => values[row] * deviation + mean),
  };
}

const MAX_DECIMALS = 6;

function decimalsOf(labels: readonly Label[]): number {
  const decimals = (label: Label) => /\.(\d*?)0*$/.exec(String(label))?.[1].length ?? 0;
  return Math.min(
    MAX_DECIMALS,
    labels.reduce<number>((most, label) => Math.max(most, decimals(label)), 0),
  );
}

function measure(target: Target, tested: UnseenScores, output: Predictor['output']): ModelMetrics {
  if (target.kind === 'number') {
    const { actual, predicted } = asNumbers(target, tested);
    return regressionMetrics(actual, predicted);
  }
  const scored = asScored(target, tested);
  const { labels } = target;
  return classificationMetrics({ labels, actual: scored.classes, ...classifyScores(scored, temperatureOf(output)) });
}

import type { DataReport, ModelMetrics } from '../../domain/model/trained-facts.js';
import { classifyScores } from '../classify-scores.js';
import { partOf, type TrainingControl } from '../control.js';
import { reportOnData, suspectLabels } from '../data-report.js';
import { classificationMetrics, regressionMetrics } from '../metrics.js';
import { assignFolds, type Examples, groupsOf, holdOut, sampleByGroups } from '../split.js';
import { chooseBlend, mix } from './blend.js';
import { asNumbers, asScored, calibrate, temperatureOf } from './calibrate.js';
import { encodeTable, learnEncoding, NO_MEANINGS, RowEncoder, type RowMeanings } from './encode.js';
import { fieldOf, type InputRow } from './field-value.js';
import { fitBoth, type PredictorSettings, scoreBoth } from './fit-models.js';
import { type InputField, inferFields } from './infer-fields.js';
import { tryLinear } from './linear-candidate.js';
import type { Predictor } from './model.js';
import type { Fold, PredictionProblem, UnseenScores } from './problem.js';
import { type Label, readTarget, type Target, widthOf } from './target.js';
import { trainForGaps } from './train-for-gaps.js';
import { tryTrees } from './tree-candidate.js';

export interface LabelledRows {
  rows: readonly InputRow[];
  labels: readonly Label[];
  /** Where they are known already. */
  fields?: InputField[];
  /** Of the rows' texts, if they shall be learnt from. */
  meanings?: RowMeanings | null;
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
 * neither saw. Measured on rows that were held out of all this; the model that is served is then fitted to all rows. A second
 * one of the same kind answers for rows that lack fields.
 */
export function trainPredictor(source: LabelledRows, control: TrainingControl): TrainedPredictor {
  const { rows, labels, fields = inferFields(source.rows) } = source;
  const meanings = source.meanings ?? NO_MEANINGS;
  const target = readTarget(labels);
  const examples: Examples = {
    classes: target.kind === 'labels' ? target.classes : new Uint32Array(rows.length),
    groups: groupsOf(rows.map((row) => JSON.stringify(fields.map(({ name }) => fieldOf(row, name))))),
  };
  const every = Uint32Array.from(rows, (_, i) => i);
  const all = sampleByGroups(examples, every, Math.floor(MAX_BELIEFS / widthOf(target)));
  const { training, heldOut } = holdOut(examples, all);
  const encode = (use: Uint32Array) => encodeProblem({ rows, fields, meanings }, { use, target, examples });
  const problem = encode(training);
  const { settings, unseen } = choose(problem, training, partOf(control, 0, 0.65));
  const judged = fitBoth(problem, { use: training, settings }, partOf(control, 0.65, 0.73));
  const tested = scoreBoth(problem, judged, { use: heldOut, blend: settings.blend });
  const output = calibrate(target, unseen, labels);
  const served = encode(all);
  const fitted = fitBoth(served, { use: all, settings }, partOf(control, 0.73, 0.85));
  const { encoding, table } = served;
  const gaps = trainForGaps(
    {
      ...{ rows, labels, meanings, target, encoding, table, settings, all, heldOut },
      judged: { models: judged, encoding: problem.encoding },
    },
    partOf(control, 0.85, 1),
  );
  control.onProgress(1);
  const suspects =
    target.kind === 'labels' ? suspectLabels(asScored(target, unseen), unseen.rows, temperatureOf(output)) : [];
  return {
    model: { encoding, output, blend: settings.blend, dimensions: meanings.width, ...fitted, gaps },
    settings,
    metrics: measure(target, tested, output),
    report: reportOnData({ ...examples, labels: labelsOf(target), used: all.length, suspects }),
  };
}

function encodeProblem(
  { rows, fields, meanings }: { rows: readonly InputRow[]; fields: InputField[]; meanings: RowMeanings },
  { use, target, examples }: { use: Uint32Array; target: Target; examples: Examples },
): PredictionProblem & Pick<Predictor, 'encoding'> {
  const encoding = learnEncoding(rows, fields, { use, outputs: widthOf(target) });
  return { ...encodeTable(new RowEncoder(encoding), rows, meanings), ...examples, target, encoding };
}

function choose(
  problem: PredictionProblem,
  training: Uint32Array,
  control: TrainingControl,
): { settings: PredictorSettings; unseen: UnseenScores } {
  const folds = foldsOf(problem, training);
  const linear = tryLinear(problem, folds, partOf(control, 0, 0.25));
  const trees = tryTrees(problem, folds, partOf(control, 0.25, 1));
  const blend = chooseBlend(problem.target, linear.unseen, trees?.unseen ?? null);
  const unseen = mix(blend, linear.unseen, trees?.unseen ?? null);
  return { settings: { blend, linearCost: linear.cost, trees: trees?.settings ?? null }, unseen };
}

/** With so few groups that a fold would have nothing on one side, all rows stand on both. */
function foldsOf(problem: PredictionProblem, training: Uint32Array): Fold[] {
  const count = training.length > MANY_ROWS ? 3 : 5;
  const fold = assignFolds(problem, training, { folds: count });
  const folds = Array.from({ length: training.length > VERY_MANY_ROWS ? 1 : count }, (_, f) => ({
    training: training.filter((_row, i) => fold[i] !== f),
    scored: training.filter((_row, i) => fold[i] === f),
  })).filter((part) => part.training.length > 0 && part.scored.length > 0);
  return folds.length > 0 ? folds : [{ training, scored: training }];
}

function labelsOf(target: Target): string[] {
  return target.kind === 'labels' ? target.labels : [''];
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

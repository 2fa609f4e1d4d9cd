// How well and how fast are predictors trained, next to a plain logistic regression? adult has a test file; the others are divided
// into five random parts, twice, each part once the test. And how well are rows predicted that lack fields?
// npm run build && node --import ./scripts/run-typescript.mjs bench/predict.ts [folder of the data sets] [name of one set]
import { join } from 'node:path';
import { calibrationError, regressionMetrics } from '../src/learning/metrics.js';
import { readPredictor, writePredictor } from '../src/learning/predictor/model.js';
import { type Prediction, PreparedPredictor } from '../src/learning/predictor/predict.js';
import { type LabelledRows, trainPredictor } from '../src/learning/predictor/train.js';
import { seededRandom, shuffle } from '../src/learning/random.js';
import { UNWATCHED } from '../src/learning/training-control.js';
import { median } from './support/percentiles.js';
import { plainRegression } from './support/plain-regression.js';
import { Recording } from './support/recording.js';
import { readTable, separate } from './support/table-file.js';

const FOLDER = join(process.argv[2] ?? '../shared/data', 'tabular');
const ONLY = process.argv[3];
const PARTS = 5;
const SHUFFLES = 2;

const SETS = [
  { name: 'titanic', target: 'survived', drop: ['alive'] },
  { name: 'telco_churn', target: 'Churn' },
  { name: 'iris', target: 'species' },
  { name: 'penguins', target: 'species' },
];

const recording = new Recording('predict');
if (ONLY === undefined || ONLY === 'adult') {
  const file = (part: string) => separate(readTable(join(FOLDER, `adult_${part}.csv.gz`)), 'income');
  report('adult', [measure(file('train'), file('test'))]);
}
for (const { name, target, drop } of SETS.filter((set) => ONLY === undefined || ONLY === set.name)) {
  const data = separate(readTable(join(FOLDER, `${name}.csv.gz`)), target, drop);
  report(
    name,
    partings(data.rows.length).map((isTest) =>
      measure(
        pick(data, (i) => !isTest(i)),
        pick(data, (i) => isTest(i)),
      ),
    ),
  );
}
if (ONLY === undefined || ONLY === 'diamonds') {
  const data = separate(readTable(join(FOLDER, 'diamonds.csv.gz')), 'price');
  measureNumbers(
    'diamonds',
    pick(data, (i) => i % PARTS !== 0),
    pick(data, (i) => i % PARTS === 0),
  );
}

/** For each division, a predicate that selects the test rows. */
function partings(count: number): ((row: number) => boolean)[] {
  return Array.from({ length: SHUFFLES * PARTS }, (_, run) => {
    const places = shuffle(
      Uint32Array.from({ length: count }, (_, i) => i),
      seededRandom(100 + Math.floor(run / PARTS)),
    );
    return (row: number) => places[row] % PARTS === run % PARTS;
  });
}

function pick({ rows, labels }: LabelledRows, take: (i: number) => boolean): LabelledRows {
  return { rows: rows.filter((_, i) => take(i)), labels: labels.filter((_, i) => take(i)) };
}

function train(training: LabelledRows) {
  const start = performance.now();
  const { model, settings, metrics } = trainPredictor(training, UNWATCHED);
  const seconds = (performance.now() - start) / 1000;
  const bytes = writePredictor(model);
  return { predictor: new PreparedPredictor(readPredictor(bytes)), size: bytes.length, settings, metrics, seconds };
}

function predictAll(predictor: PreparedPredictor, { rows }: LabelledRows): { predictions: Prediction[]; p50: number } {
  const times: number[] = [];
  const predictions = rows.map((row) => {
    const start = performance.now();
    const prediction = predictor.predict(row, 3);
    times.push(performance.now() - start);
    return prediction;
  });
  return { predictions, p50: median(times) };
}

function measure(training: LabelledRows, test: LabelledRows) {
  const { predictor, size, settings, seconds, metrics } = train(training);
  const { predictions, p50 } = predictAll(predictor, test);
  const right = Uint32Array.from(predictions, ({ label }, i) => Number(label === String(test.labels[i])));
  const error = calibrationError(
    Float32Array.from(predictions, ({ confidenceScore }) => confidenceScore),
    right,
  );
  const plain = Uint32Array.from(plainRegression(training, test), (label, i) =>
    Number(label === String(test.labels[i])),
  );
  return {
    accuracy: meanOf(right),
    lackingOne: accuracyWithout(predictor, test, (fields) => 1 / fields),
    lackingHalf: accuracyWithout(predictor, test, () => 0.5),
    plain: meanOf(plain),
    gains: Int8Array.from(right, (value, i) => value - plain[i]),
    error,
    p50,
    seconds,
    size,
    settings,
    metrics,
  };
}

/** Accuracy on the test rows when each field is missing with the probability `share`. */
function accuracyWithout(
  predictor: PreparedPredictor,
  { rows, labels }: LabelledRows,
  share: (fields: number) => number,
): number {
  const random = seededRandom(9);
  const right = Uint32Array.from(rows, (row, i) => {
    const fields = Object.entries(row);
    const kept = Object.fromEntries(fields.filter(() => random() >= share(fields.length)));
    return Number(predictor.predict(kept, 1).label === String(labels[i]));
  });
  return meanOf(right);
}

function meanOf(values: Uint32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard error of the difference to the regression, paired by row. A second shuffle adds no independent rows. */
function standardError(runs: ReturnType<typeof measure>[]): number {
  const gains = runs.flatMap(({ gains }) => [...gains]);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length;
  return Math.sqrt((variance / gains.length) * (runs.length > 1 ? SHUFFLES : 1));
}

function report(name: string, runs: ReturnType<typeof measure>[]): void {
  const mean = (value: (run: (typeof runs)[number]) => number) =>
    runs.reduce((sum, run) => sum + value(run), 0) / runs.length;
  console.log(
    `${name}: test accuracy ${mean((run) => run.accuracy).toFixed(4)}, plain regression ${mean((run) => run.plain).toFixed(4)} ` +
      `(standard error of the difference ${standardError(runs).toFixed(4)}), calibration error ${mean((run) => run.error).toFixed(4)}, ` +
      `trained in ${mean((run) => run.seconds).toFixed(1)} s, predict p50 ${mean((run) => run.p50).toFixed(3)} ms, ` +
      `${Math.round(mean((run) => run.size) / 1000)} kB`,
  );
  const accuracy = mean((run) => run.accuracy);
  const alternatives = { 'plain logistic regression': { value: mean((run) => run.plain) } };
  const row = { table: 'Labels', name, unit: 'score' } as const;
  recording.add(
    { ...row, measure: 'test accuracy', value: accuracy, alternatives },
    { ...row, measure: 'standard error of the difference', value: standardError(runs) },
    { ...row, measure: 'calibration error', value: mean((run) => run.error) },
    { ...row, measure: 'one field missing', value: mean((run) => run.lackingOne) },
    { ...row, measure: 'half of the fields missing', value: mean((run) => run.lackingHalf) },
    { table: 'Labels', name, measure: 'training', unit: 's', value: mean((run) => run.seconds) },
  );
  recording.save();
  console.log(
    `  with one field missing ${mean((run) => run.lackingOne).toFixed(4)}, with half of them ${mean((run) => run.lackingHalf).toFixed(4)}`,
  );
  console.log(`  ${JSON.stringify(runs[0].settings)}`);
}

function measureNumbers(name: string, training: LabelledRows, test: LabelledRows): void {
  const { predictor, seconds, settings } = train(training);
  const { predictions, p50 } = predictAll(predictor, test);
  const actual = Float64Array.from(test.labels, Number);
  const { r2, mae } = regressionMetrics(
    actual,
    Float64Array.from(predictions, ({ label }) => Number(label)),
  );
  const inside = predictions.filter(
    ({ interval }, i) => interval!.low <= actual[i] && actual[i] <= interval!.high,
  ).length;
  const row = { table: 'Numbers', name } as const;
  recording.add(
    { ...row, measure: 'R2', unit: 'score', value: r2 },
    { ...row, measure: 'mean absolute error', unit: 'count', value: mae },
    { ...row, measure: 'inside the 90 % interval', unit: '%', value: (100 * inside) / actual.length },
    { ...row, measure: 'training', unit: 's', value: seconds },
  );
  recording.save();
  console.log(
    `${name}: R2 ${r2}, mean error ${mae.toFixed(1)}, ${((100 * inside) / actual.length).toFixed(1)} % inside the interval, ` +
      `trained in ${seconds.toFixed(1)} s, predict p50 ${p50.toFixed(3)} ms`,
  );
  console.log(`  ${JSON.stringify(settings)}`);
}

// How well and how fast are predictors trained? adult has a test file; of the others every fifth row, five times, is the test.
// npm run build && node --import ./scripts/run-typescript.mjs bench/predict.ts [folder of the data sets] [name of one set]
import { join } from 'node:path';
import { UNWATCHED } from '../src/learning/control.js';
import { calibrationError, regressionMetrics } from '../src/learning/metrics.js';
import { readPredictor, writePredictor } from '../src/learning/predictor/file.js';
import { type Prediction, PreparedPredictor } from '../src/learning/predictor/predict.js';
import { type LabelledRows, trainPredictor } from '../src/learning/predictor/train.js';
import { readTable, separate } from './support/table-file.js';

const FOLDER = join(process.argv[2] ?? '../shared/data', 'tabular');
const ONLY = process.argv[3];
const PARTS = 5;

const SETS = [
  { name: 'titanic', target: 'survived', drop: ['alive'] },
  { name: 'telco_churn', target: 'Churn' },
  { name: 'iris', target: 'species' },
  { name: 'penguins', target: 'species' },
];

if (ONLY === undefined || ONLY === 'adult') {
  const file = (part: string) => separate(readTable(join(FOLDER, `adult_${part}.csv.gz`)), 'income');
  report('adult', [measure(file('train'), file('test'))]);
}
for (const { name, target, drop } of SETS.filter((set) => ONLY === undefined || ONLY === set.name)) {
  const data = separate(readTable(join(FOLDER, `${name}.csv.gz`)), target, drop);
  report(
    name,
    [0, 1, 2, 3, 4].map((part) =>
      measure(
        pick(data, (i) => i % PARTS !== part),
        pick(data, (i) => i % PARTS === part),
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
  return { predictions, p50: times.toSorted((a, b) => a - b)[times.length >> 1] };
}

function measure(training: LabelledRows, test: LabelledRows) {
  const { predictor, size, settings, seconds, metrics } = train(training);
  const { predictions, p50 } = predictAll(predictor, test);
  const right = Uint32Array.from(predictions, ({ label }, i) => Number(label === String(test.labels[i])));
  const error = calibrationError(
    Float32Array.from(predictions, ({ confidenceScore }) => confidenceScore),
    right,
  );
  const accuracy = right.reduce((sum, value) => sum + value, 0) / right.length;
  return { accuracy, error, p50, seconds, size, settings, metrics };
}

function report(name: string, runs: ReturnType<typeof measure>[]): void {
  const mean = (value: (run: (typeof runs)[number]) => number) =>
    runs.reduce((sum, run) => sum + value(run), 0) / runs.length;
  console.log(
    `${name}: test accuracy ${mean((run) => run.accuracy).toFixed(4)}, calibration error ${mean((run) => run.error).toFixed(4)}, ` +
      `trained in ${mean((run) => run.seconds).toFixed(1)} s, predict p50 ${mean((run) => run.p50).toFixed(3)} ms, ` +
      `${Math.round(mean((run) => run.size) / 1000)} kB`,
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
  console.log(
    `${name}: R2 ${r2}, mean error ${mae.toFixed(1)}, ${((100 * inside) / actual.length).toFixed(1)} % inside the interval, ` +
      `trained in ${seconds.toFixed(1)} s, predict p50 ${p50.toFixed(3)} ms`,
  );
  console.log(`  ${JSON.stringify(settings)}`);
}

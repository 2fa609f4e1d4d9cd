// How well and how fast are text classifiers trained? Banking77 with its own test file, AG News with every fifth item for the test.
// npm run build && node --import ./scripts/run-typescript.mjs bench/classify.ts [folder of the data sets]
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { calibrationError } from '../src/learning/metrics.js';
import { classify } from '../src/learning/text-classifier/classify.js';
import type { TextClassifier } from '../src/learning/text-classifier/model.js';
import { readTextClassifier, writeTextClassifier } from '../src/learning/text-classifier/model.js';
import { type LabelledTexts, trainTextClassifier } from '../src/learning/text-classifier/train.js';
import { UNWATCHED } from '../src/learning/training-control.js';
import { embedLabelled, type LabelledText, readLabelledTexts } from './support/labelled-texts.js';
import { median } from './support/percentiles.js';
import { Recording } from './support/recording.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const recording = new Recording('classify');
const embedder = await openBundledEmbedder({
  threads: availableParallelism(),
  onFailure: (error) => console.error(error),
});
const news = readLabelledTexts(join(FOLDER, 'ag_news', 'all.jsonl.gz'));
await measure('ag_news', {
  training: news.filter((_, i) => i % 5 !== 0),
  test: news.filter((_, i) => i % 5 === 0),
});
await measure('banking77', {
  training: readLabelledTexts(join(FOLDER, 'banking77', 'train.jsonl.gz')),
  test: readLabelledTexts(join(FOLDER, 'banking77', 'test.jsonl.gz')),
});
await embedder.close();

async function measure(name: string, set: { training: LabelledText[]; test: LabelledText[] }): Promise<void> {
  const began = performance.now();
  const training = await embedLabelled(embedder, set.training);
  const embedded = performance.now();
  const { model, settings, metrics, report } = trainTextClassifier(training, UNWATCHED);
  const done = performance.now();
  const bytes = writeTextClassifier(model);
  const tested = test(readTextClassifier(bytes), await embedLabelled(embedder, set.test));
  recording.add(
    { name, measure: 'test accuracy', unit: 'score', value: tested.accuracy },
    { name, measure: 'calibration error', unit: 'score', value: tested.calibrationError },
    { name, measure: 'training', unit: 's', value: (done - began) / 1000 },
    { name, measure: 'of it embedding', unit: 's', value: (embedded - began) / 1000 },
    { name, measure: 'classify p50, without embedding', unit: 'ms', value: tested.p50 },
  );
  recording.save();
  console.log(`${name}: ${set.training.length} examples, ${model.labels.length} labels, ${set.test.length} to test`);
  console.log(`  trained in ${seconds(done - began)} s, ${seconds(embedded - began)} s of them embedding`);
  console.log(`  test accuracy ${tested.accuracy.toFixed(4)}, calibration error ${tested.calibrationError.toFixed(4)}`);
  console.log(
    `  held out: accuracy ${metrics.accuracy}, macro F1 ${metrics.macroF1}, error ${metrics.calibrationError}`,
  );
  console.log(
    `  classify p50 ${tested.p50.toFixed(2)} ms without embedding; model ${(bytes.length / 1e6).toFixed(1)} MB`,
  );
  console.log(`  ${JSON.stringify({ ...settings, temperature: model.temperature })}`);
  console.log(
    `  ${report.duplicates} copies, ${report.conflicts.count} contradictions, ${report.suspectedLabels.count} doubtful`,
  );
}

function test(model: TextClassifier, { texts, labels, embeddings, dimensions }: LabelledTexts) {
  const times: number[] = [];
  const confidence = new Float32Array(texts.length);
  const right = new Uint32Array(texts.length);
  texts.forEach((text, i) => {
    const embedding = embeddings.subarray(i * dimensions, (i + 1) * dimensions);
    const start = performance.now();
    const { label, confidenceScore } = classify(model, { text, embedding }, 3);
    times.push(performance.now() - start);
    confidence[i] = confidenceScore;
    right[i] = Number(label === labels[i]);
  });
  return {
    accuracy: right.reduce((sum, value) => sum + value, 0) / right.length,
    calibrationError: calibrationError(confidence, right),
    p50: median(times),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

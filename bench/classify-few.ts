// What is the confidence of a text classifier worth that has seen little? Models of a few examples to a thousand, of AG News (4 labels) and of
// eight labels of Banking77, are asked about texts that they have not seen. The means of several random choices of examples.
// npm run build && node --import ./scripts/run-typescript.mjs bench/classify-few.ts [folder of the data sets]
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { calibrationError } from '../src/learning/metrics.js';
import { seededRandom } from '../src/learning/random.js';
import { classify } from '../src/learning/text-classifier/classify.js';
import { type LabelledTexts, trainTextClassifier } from '../src/learning/text-classifier/train.js';
import { UNWATCHED } from '../src/learning/training-control.js';
import { embedLabelled, type LabelledText, readLabelledTexts } from './support/labelled-texts.js';
import { Recording } from './support/recording.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const SIZES = [15, 30, 60, 120, 250, 500, 1000];
/** Trainings for each size. Small ones differ more. */
const rounds = (size: number) => (size <= 120 ? 8 : 2);
const MOST_TESTED = 500;

const recording = new Recording('classify-few');
const embedder = await openBundledEmbedder({
  threads: availableParallelism(),
  onFailure: (error) => console.error(error),
});
const news = readLabelledTexts(join(FOLDER, 'ag_news', 'all.jsonl.gz')).slice(0, 1500);
await measure('ag_news', news);
const banking = readLabelledTexts(join(FOLDER, 'banking77', 'train.jsonl.gz'));
const eight = new Set([...new Set(banking.map(({ label }) => label))].slice(0, 8));
await measure(
  'banking77, 8 labels',
  banking.filter(({ label }) => eight.has(label)),
);
await embedder.close();
recording.save();

async function measure(name: string, set: LabelledText[]): Promise<void> {
  const shuffled = shuffle(set, 1);
  const test = await embedLabelled(embedder, shuffled.slice(0, MOST_TESTED));
  const pool = await embedLabelled(embedder, shuffled.slice(MOST_TESTED));
  console.log(name);
  for (const size of SIZES.filter((size) => size <= pool.texts.length)) {
    const runs = Array.from({ length: rounds(size) }, (_, seed) => run(sample(pool, size, seed + 2), test));
    const mean = (value: (run: (typeof runs)[number]) => number) =>
      runs.reduce((sum, one) => sum + value(one), 0) / runs.length;
    const row = {
      accuracy: mean((one) => one.accuracy),
      'mean confidence': mean((one) => one.confidence),
      'highest confidence': Math.max(...runs.map((one) => one.highest)),
      'calibration error': mean((one) => one.error),
    };
    console.log(
      `  ${String(size).padStart(5)} examples: ${Object.entries(row)
        .map(([k, v]) => `${k} ${v.toFixed(3)}`)
        .join(', ')}`,
    );
    for (const [measure, value] of Object.entries(row)) {
      recording.add({ name: `${name}, ${size} examples`, measure, unit: 'score', value });
    }
  }
}

function run(training: LabelledTexts, { texts, labels, embeddings, dimensions }: LabelledTexts) {
  const { model } = trainTextClassifier(training, UNWATCHED);
  const confidence = new Float32Array(texts.length);
  const right = new Uint32Array(texts.length);
  texts.forEach((text, i) => {
    const embedding = embeddings.subarray(i * dimensions, (i + 1) * dimensions);
    const { label, confidenceScore } = classify(model, { text, embedding }, 1);
    confidence[i] = confidenceScore;
    right[i] = Number(label === labels[i]);
  });
  const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
  return {
    accuracy: mean(right),
    confidence: mean(confidence),
    highest: Math.max(...confidence),
    error: calibrationError(confidence, right),
  };
}

/** At least two of each label, as the service asks for. */
function sample(pool: LabelledTexts, size: number, seed: number): LabelledTexts {
  const order = shuffle([...pool.labels.keys()], seed);
  const firsts = [...new Set(pool.labels)].flatMap((label) =>
    order.filter((i) => pool.labels[i] === label).slice(0, 2),
  );
  const chosen = [...new Set([...firsts, ...order])].slice(0, Math.max(size, firsts.length));
  const { dimensions } = pool;
  const embeddings = new Float32Array(chosen.length * dimensions);
  chosen.forEach((i, at) => {
    embeddings.set(pool.embeddings.subarray(i * dimensions, (i + 1) * dimensions), at * dimensions);
  });
  return { texts: chosen.map((i) => pool.texts[i]), labels: chosen.map((i) => pool.labels[i]), embeddings, dimensions };
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed);
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

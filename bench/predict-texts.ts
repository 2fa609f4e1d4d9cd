// Does a predictor gain from embeddings of free text in its rows, beyond the words? Items of AG News and reviews of imdb as one field,
// next to one that is random and one that is weakly predictive.
// npm run build && node --import ./scripts/run-typescript.mjs bench/predict-texts.ts [folder of the data sets]
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { PreparedPredictor } from '../src/learning/predictor/predict.js';
import { trainPredictor } from '../src/learning/predictor/train.js';
import { seededRandom } from '../src/learning/random.js';
import { UNWATCHED } from '../src/learning/training-control.js';
import { embedLabelled, type LabelledText, readLabelledTexts } from './support/labelled-texts.js';
import { Recording } from './support/recording.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const TRAINING = 2_000;
const TESTED = 1_000;
/** A typical length of a text field. */
const CHARACTERS = 300;

const recording = new Recording('predict-texts');
const embedder = await openBundledEmbedder({
  threads: availableParallelism(),
  onFailure: (error) => console.error(error),
});
for (const [name, file] of [
  ['ag_news', 'all.jsonl.gz'],
  ['imdb', 'train.jsonl.gz'],
]) {
  const texts = spread(readLabelledTexts(join(FOLDER, name, file)), TESTED + TRAINING);
  await measure(
    name,
    texts.map(({ text, label }) => ({ text: text.slice(0, CHARACTERS), label })),
  );
}
await embedder.close();
recording.save();

/** Files may be in the order of their labels. */
function spread(texts: readonly LabelledText[], count: number): LabelledText[] {
  return Array.from({ length: count }, (_, i) => texts[Math.floor((((i * 7_919) % count) * texts.length) / count)]);
}

async function measure(name: string, source: LabelledText[]): Promise<void> {
  const { texts, labels, embeddings, dimensions } = await embedLabelled(embedder, source);
  const random = seededRandom(3);
  const rows = texts.map((note, i) => ({
    note,
    channel: ['mail', 'phone', 'web'][Math.floor(random() * 3)],
    price: Math.round(100 * random()) + (labels[i] === labels[0] ? 20 : 0),
  }));
  const meaningOf = (i: number) => embeddings.subarray(i * dimensions, (i + 1) * dimensions);
  const training = { rows: rows.slice(TESTED), labels: labels.slice(TESTED) };
  const values = embeddings.slice(TESTED * dimensions);
  const accuracies: number[] = [];
  for (const meanings of [null, { values, width: dimensions }]) {
    const predictor = new PreparedPredictor(trainPredictor({ ...training, embeddings: meanings }, UNWATCHED).model);
    const predicted = rows.slice(0, TESTED).map((row, i) => predictor.predict(row, 1, meanings && meaningOf(i)).label);
    const accuracy = predicted.filter((label, i) => label === labels[i]).length / TESTED;
    const seen = meanings === null ? 'words' : 'words and meaning';
    console.log(`${name}, ${training.rows.length} rows, ${seen}: accuracy ${accuracy.toFixed(3)}`);
    accuracies.push(accuracy);
  }
  const [words, both] = accuracies;
  recording.add({
    name,
    measure: 'words and embeddings',
    unit: 'score',
    value: both,
    alternatives: { 'words alone': { value: words } },
  });
}

// How often does an answer without a language model hold what was asked for, and how often is a question declined that has
// no answer? Asks SQuAD 2 over all of its paragraphs, and XQuAD in other languages, which has no unanswerable questions.
// npm run build && node --import ./scripts/run-typescript.mjs bench/answers.ts [folder of data sets] [vector cache] [set …]   (minutes: it embeds the sets)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnswerModels } from '../src/inference/extractive/answer-weights.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { outcomes, printCurve, summaryAt, summaryLine, thresholdByF1 } from './support/answer-outcomes.js';
import { askQuestions } from './support/asked-questions.js';
import { Recording } from './support/recording.js';
import { VectorCache } from './support/vector-cache.js';

const [folder = '../shared/data', cacheFile = null, ...chosen] = process.argv.slice(2);
/** As in training/answers/fit-answer-weights.ts. */
const LEAST_HITS = 0.75;
const SETS = [['squad2', 'en'], ...['de', 'es', 'ru', 'zh', 'ar'].map((code) => [`xquad/${code}`, code])];

const recording = new Recording('answers');
const bundled = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
const embedder = new VectorCache(bundled, cacheFile);
const { middle, steepness } = JSON.parse(readFileSync('models/calibration.json', 'utf8'));
const { english, otherLanguages } = await readAnswerModels();
for (const [name, language] of SETS.filter(([name]) => chosen.length === 0 || chosen.includes(name))) {
  const set = join(folder, name);
  const setting = { embedder, scale: { middle, steepness }, every: language === 'en' ? 1 : 4 };
  const asked = await askQuestions({ corpus: set, queries: set }, { corpus: language, queries: language }, setting);
  const model = language === 'en' ? english : otherLanguages;
  const results = outcomes(asked, model);
  const summary = summaryAt(results, model.threshold);
  console.log(`\n${name}: ${summaryLine(summary)}`);
  recording.add(
    { name, measure: 'right, of the answerable', unit: '%', value: 100 * summary.hits },
    { name, measure: 'F1', unit: 'score', value: summary.f1 },
    { name, measure: 'sentences per answer', unit: 'count', value: summary.sentences },
  );
  if (asked.some(({ answerable }) => !answerable)) {
    recording.add({ name, measure: 'declined, of the unanswerable', unit: '%', value: 100 * summary.declined });
    const best = thresholdByF1(results, LEAST_HITS);
    console.log(`best F1, threshold ${best.toFixed(3)}: ${summaryLine(summaryAt(results, best))}`);
  }
  printCurve(results);
  recording.save();
}
await embedder.close();

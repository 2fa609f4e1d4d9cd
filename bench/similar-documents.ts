// Does find-similar tell related documents from others? Paragraphs of Wikipedia, each as a source: which share of the paragraphs of the same
// article does it list, and which share of all others? By least score; 50 is the engine's own.
// npm run build && node --import ./scripts/run-typescript.mjs bench/similar-documents.ts [language …]   (half a minute a language: it embeds them)
import { join } from 'node:path';
import { readScoreScale } from '../src/inference/calibration.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { documentId, EmbeddedCorpus } from './support/embedded-corpus.js';
import { Recording } from './support/recording.js';
import { readRetrievalSet } from './support/retrieval-set.js';

const FOLDER = '../shared/data/xquad';
const LANGUAGES = ['en', 'de', 'es', 'ru', 'zh', 'ar'];
const LEAST_SCORES = [50, 65];

const recording = new Recording('similar-documents');
const embedder = await openBundledEmbedder({ threads: 2, onFailure: console.error });
const { calibrated: _, ...scale } = await readScoreScale(embedder.space);
const asked = process.argv.slice(2);
for (const language of asked.length > 0 ? asked : LANGUAGES) await measure(language);
recording.save();
await embedder.close();

async function measure(language: string): Promise<void> {
  const texts = readRetrievalSet(join(FOLDER, language)).corpus;
  const articles = new Map(texts.map(({ id, title }) => [documentId(id), title]));
  const corpus = new EmbeddedCorpus(embedder, language);
  await corpus.add(texts, (done) => process.stderr.write(`\r${done} of ${texts.length} embedded `));
  const scores = { same: [] as number[], other: [] as number[] };
  const pairs = { same: 0, other: 0 };
  for (const [id, article] of articles) {
    const same = [...articles.values()].filter((one) => one === article).length - 1;
    pairs.same += same;
    pairs.other += articles.size - 1 - same;
    const query = { kind: 'similar', sources: [{ id, weight: 1 }], space: embedder.space, scale } as const;
    for (const hit of corpus.find(query, articles.size).hits) {
      scores[articles.get(hit.id) === article ? 'same' : 'other'].push(hit.score ?? 0);
    }
  }
  for (const least of LEAST_SCORES) {
    for (const which of ['same', 'other'] as const) {
      const value = scores[which].filter((score) => score >= least).length / pairs[which];
      console.log(`${language}  from ${least}, ${which} article: ${value.toFixed(3)}`);
      recording.add({ name: language, measure: `${which} article, from ${least}`, unit: 'score', value });
    }
  }
}

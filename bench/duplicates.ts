// Does find-duplicate find edited copies, and nothing else? arXiv abstracts with copies of every tenth of them, in which words were replaced by
// words of other abstracts, or sentences left out or put in another order. All other abstracts are distractors.
// npm run build && node --import ./scripts/run-typescript.mjs bench/duplicates.ts [folder of data sets]   (a minute: it embeds them)
import { join } from 'node:path';
import { readScoreScale } from '../src/inference/calibration.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { EmbeddedCorpus } from './support/embedded-corpus.js';
import { readJsonLines } from './support/json-lines.js';
import { Recording } from './support/recording.js';
import type { RetrievalText } from './support/retrieval-set.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const ABSTRACTS = 1000;
const EVERY = 10;
const FEWEST_WORDS = 80;

/** How a copy is made: `share` of the words are replaced, sentences are dropped or reversed. */
const EDITS = {
  'word for word': (text: string) => text,
  '5 % of the words replaced': (text: string, other: string) => replaceWords(text, other, 20),
  '15 % of the words replaced': (text: string, other: string) => replaceWords(text, other, 7),
  '30 % of the words replaced': (text: string, other: string) => replaceWords(text, other, 3),
  'every fourth sentence dropped': (text: string) =>
    sentences(text)
      .filter((_, i) => i % 4 !== 3)
      .join(' '),
  'sentences reversed': (text: string) => sentences(text).reverse().join(' '),
} as const;

const recording = new Recording('duplicates');
const embedder = await openBundledEmbedder({ threads: 2, onFailure: console.error });
const { calibrated: _, ...scale } = await readScoreScale(embedder.space);
const abstracts = readJsonLines<RetrievalText>(join(FOLDER, 'arxiv', 'corpus_10k.jsonl.gz'))
  .filter(({ text }) => text.split(' ').length >= FEWEST_WORDS)
  .slice(0, ABSTRACTS)
  .map((abstract, i) => ({ ...abstract, id: `abstract-${i}` }));
const originals = abstracts.filter((_, i) => i % EVERY === 0);
const corpus = new EmbeddedCorpus(embedder, 'en');
await corpus.add(abstracts, (done) => process.stderr.write(`\r${done} of ${abstracts.length} embedded `));
for (const [i, edit] of Object.values(EDITS).entries()) {
  const copies = originals.map(({ id, title, text }, n) => ({
    id: `${id}-copy-${i}`,
    title,
    text: edit(text, abstracts[(n * EVERY + 5) % abstracts.length].text),
  }));
  await corpus.add(copies, () => undefined);
}
process.stderr.write('\n');
await embedder.close();

const found = new Map(originals.map(({ id }) => [id, duplicatesOf(id)]));
for (const [i, name] of Object.keys(EDITS).entries()) {
  const scores = originals.map(({ id }) => found.get(id)!.get(`${id}-copy-${i}`) ?? 0);
  const share = scores.filter((score) => score > 0).length / scores.length;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  console.log(`${name.padEnd(32)} found ${share.toFixed(2)}, mean score ${mean.toFixed(1)}`);
  recording.add({ name, measure: 'copies found', unit: 'score', value: share });
}
const strangers = originals.flatMap(({ id }) =>
  [...found.get(id)!.keys()].filter((other) => !other.startsWith(`${id}-`)),
);
console.log(`other documents called duplicates: ${strangers.length} for ${originals.length} documents`);
recording.add({ name: 'other documents', measure: 'called duplicates', unit: 'count', value: strangers.length });
recording.save();

function duplicatesOf(id: string): Map<string, number> {
  const { hits } = corpus.find({ kind: 'duplicates', id, space: embedder.space, scale }, 100);
  return new Map(hits.map((hit) => [hit.id, hit.score ?? 0]));
}

/** Every n-th word is taken from the other text. */
function replaceWords(text: string, other: string, n: number): string {
  const spare = other.split(' ');
  return text
    .split(' ')
    .map((word, i) => (i % n === n - 1 ? spare[i % spare.length] : word))
    .join(' ');
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?]) /);
}

// How fast are the bundled encoders: from start to the first vector, a short query, and passages next to the bare runtime?
// npm run build && node --import ./scripts/run-typescript.mjs bench/embedding.ts [folder of the data sets]
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Embedder, TextToEmbed } from '../src/inference/embedder.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { BUNDLED_MODELS } from '../src/inference/onnx/bundled-models.js';
import { bestBareSession } from './support/bare-session.js';
import { documents } from './support/documents.js';
import { median } from './support/percentiles.js';
import { Recording } from './support/recording.js';

const FOLDER = process.argv[2] ?? '../shared/data';
const PASSAGES = 64;
const WORDS = 150;
const QUERIES = 100;
const ROUNDS = 7;
const LANGUAGES = { english: 'en', multilingual: 'de' } as const;

const recording = new Recording('embedding');
const threads = availableParallelism();
const began = performance.now();
const embedder = await openBundledEmbedder({ threads, onFailure: (error) => console.error(error) });
await embedder.embed([query('the first text', 'en')]);
const startUp = performance.now() - began;
recording.add({ name: 'both encoders', measure: 'start to first vector', unit: 's', value: startUp / 1000 });
console.log(`start to first vector   ${Math.round(startUp)} ms, ${threads} threads`);

const { passages, titles } = readTexts();
for (const [name, language] of Object.entries(LANGUAGES)) {
  const p50 = await queryTime(embedder, language);
  recording.add({ name, measure: 'short query p50', unit: 'ms', value: p50 });
  console.log(`${name.padEnd(14)}short query   p50 ${p50.toFixed(2)} ms`);
}
for (const [name, language] of Object.entries(LANGUAGES))
  await comparePassages(name as keyof typeof LANGUAGES, language);
await embedder.close();
recording.save();

/** The two take turns, so that other load on the machine slows both alike. The median round counts. */
async function comparePassages(name: keyof typeof BUNDLED_MODELS, language: string): Promise<void> {
  const bare = await bestBareSession(BUNDLED_MODELS[name], passages, threads);
  const texts = passages.map((text): TextToEmbed => ({ text, language, kind: 'passage' }));
  const [ours, theirs, ratios]: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await perSecond(() => bare.embedAll()));
    ours.push(await perSecond(() => embedder.embed(texts)));
    ratios.push(ours[round] / theirs[round]);
  }
  console.log(
    `${name.padEnd(14)}passages of ${WORDS} words   ${median(ours).toFixed(1)}/s; bare session, ${bare.description}, tokenized ` +
      `beforehand ${median(theirs).toFixed(1)}/s; ratio ${median(ratios).toFixed(2)}`,
  );
  recording.add({
    name,
    measure: 'passages of 150 words',
    unit: 'passages/s',
    value: median(ours),
    alternatives: { 'bare ONNX Runtime session': { value: median(theirs), ratio: median(ratios) } },
  });
  await bare.release();
}

async function perSecond(embedAll: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await embedAll();
  return (PASSAGES * 1000) / (performance.now() - start);
}

async function queryTime(encoder: Embedder, language: string): Promise<number> {
  const times: number[] = [];
  for (const title of titles) {
    const start = performance.now();
    await encoder.embed([query(title, language)]);
    times.push(performance.now() - start);
  }
  return median(times);
}

function readTexts(): { passages: string[]; titles: string[] } {
  const source = documents(PASSAGES + QUERIES, join(FOLDER, 'arxiv', 'corpus_10k.jsonl.gz'));
  const words = source
    .map(({ content }) => content)
    .join(' ')
    .split(/\s+/);
  const cut = (_: unknown, i: number) => words.slice(i * WORDS, (i + 1) * WORDS).join(' ');
  return {
    passages: Array.from({ length: PASSAGES }, cut),
    titles: source.slice(0, QUERIES).map(({ title }) => title.split(' ').slice(0, 6).join(' ')),
  };
}

function query(text: string, language: string): TextToEmbed {
  return { text, language, kind: 'query' };
}

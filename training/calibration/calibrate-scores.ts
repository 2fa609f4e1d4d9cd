// Fits the map from cosine to score for the bundled encoders and writes it beside them, to models/calibration.json.
// npm run build && node --import ./scripts/run-typescript.mjs training/calibration/calibrate-scores.ts [folder of data sets]
//
// A score of 50 lies where it best separates texts that answer a question from random ones, on average over the sets (one
// in each of six languages, and one of scientific claims). A score of 80, very high, is the median of those that answer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mean, type RetrievalSet, readRetrievalSet } from '../../bench/support/retrieval-set.js';
import { underTitle } from '../../src/domain/document/vectors.js';
import { openBundledEmbedder } from '../../src/inference/onnx/bundled-embedder.js';
import { splitIntoPassages } from '../../src/text/passages/passages.js';

const folder = process.argv[2] ?? '../shared/data';
const SETS = [['scifact', 'en'], ...['en', 'de', 'es', 'ru', 'zh', 'ar'].map((code) => [`xquad/${code}`, code])];
const QUESTIONS = 150;

interface Cosines {
  relevant: number[];
  random: number[];
}

const embedder = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
const measured: Cosines[] = [];
for (const [name, language] of SETS) {
  const cosines = await compare(readRetrievalSet(join(folder, name)), language);
  measured.push(cosines);
  console.log(`${name}: half of the relevant above ${median(cosines.relevant).toFixed(3)}`);
}
const middle = bestBorder(measured);
const steepness = Math.log(4) / (mean(measured.map(({ relevant }) => median(relevant))) - middle);
const calibration = { space: embedder.space, middle: round(middle), steepness: round(steepness) };
writeFileSync('models/calibration.json', `${JSON.stringify(calibration)}\n`);
console.log(calibration);
measured.forEach(({ relevant, random }, i) => {
  const above = relevant.filter((cosine) => cosine > middle).length / relevant.length;
  const below = random.filter((cosine) => cosine <= middle).length / random.length;
  console.log(`${SETS[i][0]}: ${percent(above)} of the relevant above 50, ${percent(below)} of the random ones below`);
});
await embedder.close();

/** The cosines of each question with the texts that answer it, and with as many random ones. */
async function compare(set: RetrievalSet, language: string): Promise<Cosines> {
  const texts = new Map(set.corpus.map((text) => [text.id, text]));
  const cosines: Cosines = { relevant: [], random: [] };
  for (const [i, query] of set.queries.slice(0, QUESTIONS).entries()) {
    const [{ vector }] = await embedder.embed([{ text: query.text, language, kind: 'query' }]);
    for (const [j, id] of [...(set.relevant.get(query.id)?.keys() ?? [])].entries()) {
      const random = set.corpus[(i * 7919 + j * 104_729) % set.corpus.length];
      const relevant = texts.get(id);
      if (relevant === undefined || random.id === id) continue;
      cosines.relevant.push(await nearest(vector, relevant, language));
      cosines.random.push(await nearest(vector, random, language));
    }
  }
  return cosines;
}

async function nearest(query: Float32Array, { title, text }: { title: string; text: string }, language: string) {
  const passages = splitIntoPassages(text, language).map(({ start, end }) => ({
    text: underTitle(title, text.slice(start, end)),
    language,
    kind: 'passage' as const,
  }));
  const embedded = await embedder.embed(passages);
  return Math.max(...embedded.map(({ vector }) => vector.reduce((sum, value, i) => sum + value * query[i], 0)));
}

function bestBorder(sets: readonly Cosines[]): number {
  let best = { border: 0, quality: 0 };
  for (let border = 0; border < 1; border += 0.005) {
    const quality = mean(
      sets.map(({ relevant, random }) => {
        const above = relevant.filter((cosine) => cosine > border).length / relevant.length;
        return above + random.filter((cosine) => cosine <= border).length / random.length;
      }),
    );
    if (quality > best.quality) best = { border, quality };
  }
  return best.border;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function round(value: number): number {
  return Number(value.toFixed(3));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

// What does a search of all languages lose next to one of the query's own language? Questions of xquad over its paragraphs in six languages
// at once: by the multilingual encoder alone, and with the English one beside it for English paragraphs, as the service does it.
// npm run build && node --import ./scripts/run-typescript.mjs bench/multilingual-search.ts   (two minutes: it embeds them)
import { join } from 'node:path';
import { underTitle } from '../src/domain/document/vectors.js';
import { cosineOf } from '../src/engine/ranking/ranking.js';
import { readScoreScale } from '../src/inference/calibration.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { splitIntoPassages } from '../src/text/passages/passages.js';
import { Recording } from './support/recording.js';
import { mean, type RetrievalText, readRetrievalSet } from './support/retrieval-set.js';

const FOLDER = '../shared/data/xquad';
const LANGUAGES = ['en', 'de', 'es', 'ru', 'zh', 'ar'];
/** Every so many questions of a language. */
const EVERY = 9;
const CUTOFF = 50;

interface Paragraph {
  id: string;
  language: string;
  vectors: Float32Array[];
}

const recording = new Recording('multilingual-search');
const embedder = await openBundledEmbedder({ threads: 2, onFailure: console.error });
const least = cosineOf(CUTOFF, await readScoreScale(embedder.space));
const sets = new Map(LANGUAGES.map((language) => [language, readRetrievalSet(join(FOLDER, language))]));
const paragraphs: Paragraph[] = [];
for (const [language, { corpus }] of sets) {
  for (const text of corpus) paragraphs.push(await embed(text, language));
}
for (const language of LANGUAGES) await measure(language);
await measureTagged();
recording.save();
await embedder.close();

/** Reads a text in the language that it is tagged with. */
async function embed({ id, title, text }: RetrievalText, language: string): Promise<Paragraph> {
  const passages = splitIntoPassages(text, language).map(({ start, end }) => ({
    text: underTitle(title, text.slice(start, end)),
    language,
    kind: 'passage' as const,
  }));
  return { id, language, vectors: (await embedder.embed(passages)).map(({ vector }) => vector) };
}

async function measure(language: string): Promise<void> {
  const counts = { own: 0, lost: { one: 0, both: 0 } };
  const reciprocalRanks = { one: [] as number[], both: [] as number[] };
  for (const { text, right } of questionsIn(language)) {
    const [any, english] = await vectorsOf(text);
    const ofAny = paragraphs.map(({ vectors }) => nearness(any, vectors));
    const ofEnglish = paragraphs.map((one) => (one.language === 'en' ? nearness(english, one.vectors) : -1));
    const ways = { one: ofAny, both: ofAny.map((cosine, i) => Math.max(cosine, ofEnglish[i])) };
    const own = language === 'en' ? ofEnglish : ofAny;
    const found = paragraphs.flatMap((one, i) => (one.language === language && own[i] > least ? [i] : []));
    counts.own += found.length;
    const place = paragraphs.findIndex((one) => one.language === language && one.id === right);
    for (const way of ['one', 'both'] as const) {
      counts.lost[way] += found.filter((i) => ways[way][i] <= least).length;
      // Translations of the right paragraph are right too.
      const before = ways[way].filter((cosine, i) => cosine > ways[way][place] && paragraphs[i].id !== right).length;
      reciprocalRanks[way].push(1 / (before + 1));
    }
  }
  const { own, lost } = counts;
  record(language, 'found of what its own language finds', { one: 1 - lost.one / own, both: 1 - lost.both / own });
  const { one, both } = reciprocalRanks;
  record(language, 'mean reciprocal rank', { one: mean(one), both: mean(both) });
}

function record(name: string, measure: string, { one, both }: { one: number; both: number }): void {
  console.log(`${name}  ${measure}: ${both.toFixed(3)}, by one encoder ${one.toFixed(3)}`);
  recording.add({
    ...{ name, measure, unit: 'score', value: both },
    alternatives: { 'by the multilingual encoder alone': { value: one } },
  });
}

/** German paragraphs that are tagged as English. */
async function measureTagged(): Promise<void> {
  const tagged = new Map<string, Paragraph>();
  for (const text of sets.get('de')!.corpus.slice(0, 80)) tagged.set(text.id, await embed(text, 'en'));
  const found = { own: 0, one: 0, both: 0 };
  for (const { text, right } of questionsIn('de')) {
    const paragraph = tagged.get(right);
    if (paragraph === undefined) continue;
    const [any, english] = (await vectorsOf(text)).map((vector) => nearness(vector, paragraph.vectors) > least);
    if (!english) continue;
    found.own++;
    found.one += Number(any);
    found.both += Number(any || english);
  }
  record('German paragraphs tagged en', 'found of what its own language finds', {
    one: found.one / found.own,
    both: found.both / found.own,
  });
}

function questionsIn(language: string): { text: string; right: string }[] {
  const { queries, relevant } = sets.get(language)!;
  return queries
    .filter((_, i) => i % EVERY === 0)
    .map(({ id, text }) => ({ text, right: [...relevant.get(id)!.keys()][0] }));
}

/** By the encoder for all languages, and by the English one. */
async function vectorsOf(text: string): Promise<Float32Array[]> {
  const embedded = await embedder.embed([null, 'en'].map((language) => ({ text, language, kind: 'query' as const })));
  return embedded.map(({ vector }) => vector);
}

function nearness(query: Float32Array, vectors: readonly Float32Array[]): number {
  return Math.max(...vectors.map((vector) => vector.reduce((sum, value, i) => sum + value * query[i], 0)));
}

// How good are summaries without a language model? Two measures, each next to the first sentences and to sentences from all over the text:
// the share of the content words of a title, which is withheld, in the summary of an arXiv abstract; and, for long reviews, the cosine between
// the embeddings of the summary and of the whole text. Also how many sentences each length has.
// npm run build && node --import ./scripts/run-typescript.mjs bench/summaries.ts [documents]   (a minute or two)
import type { Document } from '../src/domain/document/document.js';
import { readScoreScale } from '../src/inference/calibration.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { embedWholeTexts } from '../src/inference/text-meaning.js';
import {
  extractSummary,
  SENTENCES,
  SUMMARY_LENGTHS,
  type SummaryTask,
} from '../src/operations/answers/summarize-document.js';
import { analyze } from '../src/text/analysis/analyze.js';
import { isStopWord } from '../src/text/analysis/stop-words.js';
import { sentencesOf } from '../src/text/sentences/sentences.js';
import { plainServices } from '../testing/plain-services.js';
import { readJsonLines } from './support/json-lines.js';
import { readLabelledTexts } from './support/labelled-texts.js';
import { Recording } from './support/recording.js';

const COUNT = Number(process.argv[2] ?? 100);
const LONG_REVIEW = 4000;

interface Text {
  title: string;
  content: string;
}
type Ways = 'summary' | 'first' | 'random';

const recording = new Recording('summaries');
const embedder = await openBundledEmbedder({ threads: 2, onFailure: console.error });
const { calibrated: _, ...scale } = await readScoreScale(embedder.space);
const services = { ...plainServices(embedder), scale };
const abstracts = readAbstracts().filter(({ content }) => sentences(content).length >= 6);
const reviews = readLabelledTexts('../shared/data/imdb/train.jsonl.gz')
  .filter(({ text }) => text.length > LONG_REVIEW)
  .map(({ text }) => ({ title: 'A review', content: text }));
for (const length of SUMMARY_LENGTHS) {
  await report('arXiv abstracts, share of the words of the title', sampled(abstracts), length, wordsOfTitle);
  await report('Long reviews, cosine with the text', sampled(reviews), length, cosineWithText);
}
await embedder.close();
recording.save();

async function report(
  table: string,
  texts: readonly Text[],
  length: keyof typeof SENTENCES,
  worth: (text: Text, summary: string) => Promise<number>,
): Promise<void> {
  const total: Record<Ways, number> = { summary: 0, first: 0, random: 0 };
  let count = 0;
  for (const [i, text] of texts.entries()) {
    const summary = await summaryOf(text, length);
    const all = sentences(text.content);
    const many = Math.min(SENTENCES[length], all.length);
    count += sentences(summary).length;
    const ways = { summary, first: all.slice(0, many).join(' '), random: spreadOver(all, many, i).join(' ') };
    for (const way of ['summary', 'first', 'random'] as const) total[way] += await worth(text, ways[way]);
  }
  const [summary, first, random] = Object.values(total).map((sum) => sum / texts.length);
  const mean = count / texts.length;
  const alternatives = { 'first sentences': { value: first }, 'from all over': { value: random } };
  recording.add(
    { table, name: length, measure: 'summary', unit: 'score', value: summary, alternatives },
    { table, name: length, measure: 'sentences', unit: 'count', value: mean },
  );
  const others = `first sentences ${first.toFixed(3)}, from all over ${random.toFixed(3)}`;
  console.log(`${table}, ${length}: ${summary.toFixed(3)}, ${others}; ${mean.toFixed(1)} sentences`);
}

/** The title is left out, since it would help. */
async function summaryOf({ content }: Text, length: keyof typeof SENTENCES): Promise<string> {
  const document = { title: '', content, language: 'en' } as Document;
  const task = { document, length, language: 'en' } as SummaryTask;
  return (await extractSummary(task, services)).summary;
}

async function wordsOfTitle({ title }: Text, summary: string): Promise<number> {
  const stems = new Set(analyze(summary, 'en').map(({ stem }) => stem));
  const contentWords = analyze(title, 'en').filter(({ term }) => !isStopWord(term, 'en'));
  return contentWords.filter(({ stem }) => stems.has(stem)).length / Math.max(1, contentWords.length);
}

async function cosineWithText({ content }: Text, summary: string): Promise<number> {
  const texts = [content, summary].map((text) => ({ text, language: 'en' as const }));
  const [whole, short] = await embedWholeTexts(texts, embedder, 'passage');
  return whole.vector.reduce((sum, value, i) => sum + value * short.vector[i], 0);
}

function sentences(text: string): string[] {
  return sentencesOf(text, 'en').map(({ start, end }) => text.slice(start, end));
}

/** Evenly spread over the text, with a start that depends on the seed. */
function spreadOver(items: readonly string[], count: number, seed: number): string[] {
  const step = items.length / count;
  return Array.from({ length: count }, (_, i) => items[Math.floor(i * step + (((seed * 7919) % 97) / 97) * step)]);
}

function sampled<Item>(items: readonly Item[]): Item[] {
  const every = Math.max(1, Math.floor(items.length / COUNT));
  return items.filter((_, i) => i % every === 0).slice(0, COUNT);
}

function readAbstracts(): Text[] {
  const rows = readJsonLines<{ title: string; text: string }>('../shared/data/arxiv/corpus_10k.jsonl.gz');
  return rows.map(({ title, text }) => ({ title, content: text }));
}

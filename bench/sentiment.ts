// How accurate is the sentiment? SST-2 (positive or negative; neutral counts as wrong), UMSAB (macro F1 in eight languages), long
// reviews by passages, sentences of our own in 25 languages, texts that praise and complain, and paragraphs of an encyclopedia, which
// should be neutral.
// npm run build && node --import ./scripts/run-typescript.mjs bench/sentiment.ts [part …]   (parts: sst2 umsab imdb own opposed xquad; some minutes in all)
import { readFileSync } from 'node:fs';
import { openSentimentReader } from '../src/inference/open-sentiment-reader.js';
import { analyzeTexts } from '../src/operations/analysis/analyze-sentiment.js';
import type { OperationContext } from '../src/operations/context.js';
import { plainServices } from '../testing/plain-services.js';
import { type LabelledText, readLabelledTexts } from './support/labelled-texts.js';
import { Recording } from './support/recording.js';
import { readRetrievalSet } from './support/retrieval-set.js';

const FOLDER = '../shared/data';
const UMSAB = ['arabic', 'english', 'french', 'german', 'hindi', 'italian', 'portuguese', 'spanish'];
const LEVELS = ['very_high', 'high', 'medium', 'low'] as const;
/** Every 25th review was kept out of training; only some of those are measured, since they are long. */
const HELD_OUT_REVIEW = 25;
const REVIEWS = 300;

const recording = new Recording('sentiment');
const sentiment = openSentimentReader(console.error);
const context = { ...plainServices(), sentiment } as OperationContext;
const asked = process.argv.length > 2 ? process.argv.slice(2) : ['sst2', 'umsab', 'imdb', 'own', 'opposed', 'xquad'];

if (asked.includes('sst2')) await report('SST-2 dev', readLabelledTexts(`${FOLDER}/sst2/dev.jsonl.gz`));
if (asked.includes('umsab')) await reportUmsab();
if (asked.includes('imdb')) {
  const reviews = readLabelledTexts(`${FOLDER}/imdb/train.jsonl.gz`).filter((_, i) => i % HELD_OUT_REVIEW === 0);
  const every = Math.floor(reviews.length / REVIEWS);
  await report(
    'IMDB, held out',
    reviews.filter((_, i) => i % every === 0),
  );
}
if (asked.includes('own')) {
  for (const name of ['other-languages', 'everyday-sentences']) await report(name, readOwnSentences(name));
}
if (asked.includes('opposed')) {
  for (const part of ['tuning', 'figure']) await reportOpposed(part);
}
if (asked.includes('xquad')) {
  for (const language of ['en', 'de', 'zh', 'ru']) {
    const paragraphs = readRetrievalSet(`${FOLDER}/xquad/${language}`).corpus.filter((_, i) => i % 4 === 0);
    await report(
      `XQuAD ${language}`,
      paragraphs.map(({ text }) => ({ text, label: 'neutral' })),
    );
  }
}
await sentiment.close();
recording.save();

/** Of texts that are half praise, half complaint, nothing should be said but neutral or low; a side remark should change nothing. */
async function reportOpposed(part: string): Promise<void> {
  const lines = readFileSync('training/sentiment/opposed-sentences.tsv', 'utf8').trimEnd().split('\n');
  const items = lines.map((line) => line.split('\t')).filter(([ofPart]) => ofPart === part);
  const texts = items.map(([, , , text]) => text);
  const { data } = await analyzeTexts(texts, context);
  const isUndecided = data.map(({ sentiment: said, confidence }) => said === 'neutral' || confidence === 'low');
  for (const label of ['mixed', 'positive', 'negative']) {
    const right = items.flatMap(([, , is], i) => {
      if (is !== label) return [];
      return [label === 'mixed' ? isUndecided[i] : data[i].sentiment === label && !isUndecided[i]];
    });
    const name = `praise and complaint, ${part}: ${label === 'mixed' ? 'half each' : `${label}, with a side remark`}`;
    recording.add({ name, measure: 'accuracy', unit: 'score', value: count(right) / right.length });
    console.log(`${name}: ${right.length} texts, right ${share(count(right), right.length)}`);
  }
}

/** Lines of language, label and text. */
function readOwnSentences(name: string): LabelledText[] {
  const lines = readFileSync(`training/sentiment/${name}.tsv`, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [, label, text] = line.split('\t');
    return { label, text };
  });
}

async function report(name: string, items: readonly LabelledText[]): Promise<{ f1: number }> {
  const { data } = await analyzeTexts(
    items.map(({ text }) => text),
    context,
  );
  const right = data.map(({ sentiment: said }, i) => said === items[i].label);
  const levels = LEVELS.map((level) => {
    const here = right.filter((_, i) => data[i].confidence === level);
    return `${level} ${share(here.length, items.length)} right ${share(count(here), here.length)}`;
  });
  const f1 = macroF1(
    data.map(({ sentiment: said }) => said),
    items.map(({ label }) => label),
  );
  recording.add(
    { name, measure: 'accuracy', unit: 'score', value: count(right) / items.length },
    { name, measure: 'macro F1', unit: 'score', value: f1 },
  );
  console.log(
    `${name}: ${items.length} texts, accuracy ${share(count(right), items.length)}, macro F1 ${f1.toFixed(3)}; ${levels.join(', ')}`,
  );
  return { f1 };
}

async function reportUmsab(): Promise<void> {
  let total = 0;
  for (const language of UMSAB) {
    const { f1 } = await report(`UMSAB ${language}`, readLabelledTexts(`${FOLDER}/umsab/${language}.val.jsonl.gz`));
    total += f1;
  }
  const mean = total / UMSAB.length;
  recording.add({ name: 'UMSAB, mean of 8 languages', measure: 'macro F1', unit: 'score', value: mean });
  console.log(`UMSAB, mean macro F1: ${mean.toFixed(3)}`);
}

function macroF1(said: readonly string[], gold: readonly string[]): number {
  const classes = [...new Set(gold)];
  const scores = classes.map((label) => {
    const both = said.filter((value, i) => value === label && gold[i] === label).length;
    const either = said.filter((value) => value === label).length + gold.filter((value) => value === label).length;
    return (2 * both) / Math.max(1, either);
  });
  return scores.reduce((sum, score) => sum + score, 0) / classes.length;
}

function count(values: readonly boolean[]): number {
  return values.filter(Boolean).length;
}

function share(part: number, whole: number): string {
  return (part / Math.max(1, whole)).toFixed(3);
}

// Does find-duplicate find edited copies, and nothing else? Abstracts and paragraphs of Wikipedia with edited copies, next to others on the same
// topics; and sentences with a name or a number swapped, which say something else.
// node --import ./scripts/run-typescript.mjs bench/duplicates.ts [tuning] [folder of data sets]
// With "tuning" it measures and does not record: on other texts, to choose constants with.
import { join } from 'node:path';
import { Editor, joinParagraphs } from './support/edited-copies.js';
import { EmbeddedCorpus } from './support/embedded-corpus.js';
import { readJsonLines } from './support/json-lines.js';
import { Recording } from './support/recording.js';
import type { RetrievalText } from './support/retrieval-set.js';

const tuning = process.argv[2] === 'tuning';
const FOLDER = process.argv[tuning ? 3 : 2] ?? '../shared/data';
const MEDIUM = 50;
const HIGH = 65;
const SENTENCES = 200;
const FEWEST_WORDS_OF_SENTENCE = 6;

interface TextSet {
  name: string;
  language: string;
  paragraphs: RetrievalText[];
  /** Paragraphs in a document. */
  sizes: number[];
}

const recording = new Recording('duplicates');
for (const set of tuning ? tuningSets() : figureSets()) {
  await measureCopies(set);
  await measureSentences(set);
}
if (!tuning) recording.save();

function figureSets(): TextSet[] {
  return [
    { name: 'arXiv, English', language: 'en', paragraphs: abstracts(0, 300), sizes: [3] },
    { name: 'SQuAD, English', language: 'en', paragraphs: wikipedia('squad2').slice(323), sizes: [4] },
    ...['en', 'de', 'zh', 'ar'].map((language) => xquad(language)),
  ];
}

function tuningSets(): TextSet[] {
  return [
    { name: 'arXiv, English', language: 'en', paragraphs: abstracts(5000, 5300), sizes: [3] },
    { name: 'SQuAD, English', language: 'en', paragraphs: wikipedia('squad2').slice(0, 323), sizes: [4] },
    ...['es', 'ru'].map((language) => xquad(language)),
  ];
}

function xquad(language: string): TextSet {
  const english = new Intl.DisplayNames('en', { type: 'language' }).of(language);
  return { name: `XQuAD, ${english}`, language, paragraphs: wikipedia(join('xquad', language)), sizes: [2, 3] };
}

function wikipedia(folder: string): RetrievalText[] {
  return readJsonLines<RetrievalText>(join(FOLDER, folder, 'corpus.jsonl.gz'));
}

/** Three at a time count as an article. */
function abstracts(from: number, until: number): RetrievalText[] {
  return readJsonLines<RetrievalText>(join(FOLDER, 'arxiv', 'corpus_10k.jsonl.gz'))
    .slice(from, until)
    .map((abstract, i) => ({ ...abstract, title: `Abstracts ${Math.floor(i / 3)}` }));
}

/** Copies in which words were changed and a paragraph is missing; all other documents are on the same or another topic. */
async function measureCopies({ name, language, paragraphs, sizes }: TextSet): Promise<void> {
  const editor = new Editor(language, paragraphs);
  const documents = joinParagraphs(paragraphs, sizes);
  const edits = {
    'word for word': (text: string) => text,
    '5 % of words, paragraph': (text: string) => editor.changeWords(editor.dropParagraph(text), 0.05),
    '10 %': (text: string) => editor.changeWords(editor.dropParagraph(text), 0.1),
    '15 %': (text: string) => editor.changeWords(editor.dropParagraph(text), 0.15),
    '20 %': (text: string) => editor.changeWords(editor.dropParagraph(text), 0.2),
  };
  const corpus = new EmbeddedCorpus(null, language);
  await corpus.add(documents, () => undefined);
  for (const [i, edit] of Object.values(edits).entries()) {
    const copies = documents.map(({ id, title, text }) => ({ id: `${id}-copy-${i}`, title, text: edit(text) }));
    await corpus.add(copies, () => undefined);
  }
  const found = documents.map(({ id }) => ({ id, scores: duplicatesOf(corpus, id) }));
  for (const [i, measure] of Object.keys(edits).entries()) {
    const scores = found.map(({ id, scores }) => scores.get(`${id}-copy-${i}`) ?? 0);
    const value = share(scores, MEDIUM);
    const levels = [65, 80].map((least) => share(scores, least).toFixed(2));
    console.log(`${name}: ${measure}: ${value.toFixed(3)} (high ${levels[0]}, very high ${levels[1]})`);
    recording.add({ table: 'Copies found', name, measure, unit: 'score', value });
  }
  const others = found.reduce(
    (sum, { id, scores }) => sum + [...scores.keys()].filter((o) => !o.startsWith(`${id}-`)).length,
    0,
  );
  console.log(`${name}: ${others} other documents for ${documents.length}`);
  recording.add({ table: 'Copies found', name, measure: 'others found', unit: 'count', value: others });
}

/** Documents of one sentence each, and another that differs in one name or number. */
async function measureSentences({ name, language, paragraphs }: TextSet): Promise<void> {
  const editor = new Editor(language, paragraphs);
  const sentences = paragraphs
    .flatMap(({ text }) => editor.sentencesOf(text))
    .filter((one) => editor.wordsIn(one) >= FEWEST_WORDS_OF_SENTENCE);
  const swaps = {
    'name swapped': (one: string) => editor.swapName(one),
    'number swapped': (one: string) => editor.swapNumber(one),
    'only laid out anew': (one: string) => one.toUpperCase().replaceAll(' ', '\n'),
  };
  for (const [measure, swap] of Object.entries(swaps)) {
    const pairs = sentences
      .map((one) => ({ one, other: swap(one) }))
      .filter(({ other }) => other !== null)
      .slice(0, SENTENCES);
    const corpus = new EmbeddedCorpus(null, language);
    await corpus.add(
      pairs.map(({ one }, i) => ({ id: `${i}`, title: 'Sentence', text: one })),
      () => undefined,
    );
    await corpus.add(
      pairs.map(({ other }, i) => ({ id: `${i}-copy`, title: 'Sentence', text: other! })),
      () => undefined,
    );
    const scores = pairs.map((_, i) => duplicatesOf(corpus, `${i}`).get(`${i}-copy`) ?? 0);
    console.log(
      `${name}: ${measure}: high ${share(scores, HIGH).toFixed(3)}, medium ${share(scores, MEDIUM).toFixed(3)} of ${pairs.length}`,
    );
    recording.add({ table: 'Sentences at high', name, measure, unit: 'score', value: share(scores, HIGH) });
  }
}

function share(scores: readonly number[], least: number): number {
  return scores.filter((score) => score >= least).length / scores.length;
}

function duplicatesOf(corpus: EmbeddedCorpus, id: string): Map<string, number> {
  const { hits } = corpus.find({ kind: 'duplicates', id }, 100);
  return new Map(hits.map((hit) => [hit.id, hit.score ?? 0]));
}

// How often does an answer without a language model hold what was asked for, and how often is a question declined that has
// no answer? Asks SQuAD 2 over all of its paragraphs, XQuAD in each language, and the questions that the reader was not trained on.
// npm run build && node --import ./scripts/run-typescript.mjs bench/answers.ts [folder of data sets] [vector cache] [cache of readings] [set …]   (half an hour: it reads ten passages for each question)
import { join } from 'node:path';
import { answerLevel, readAnswerModels } from '../src/inference/extractive/answer-model.js';
import { outcomes, percent, printCurve, summaryAt, summaryLine } from './support/answer-outcomes.js';
import { askKeptTenth } from './support/ask-kept-tenth.js';
import { type AskedQuestion, askQuestions } from './support/asked-questions.js';
import { openCachedModels } from './support/cached-models.js';
import { readJsonLines } from './support/json-lines.js';
import { readKeptTenth } from './support/kept-questions.js';
import { Recording } from './support/recording.js';
import type { RetrievalText } from './support/retrieval-set.js';

const [folder = '../shared/data', vectorCache = null, readingCache = null, ...chosen] = process.argv.slice(2);
const SETS = [['squad2', 'en', 6] as const, ...['en', 'de', 'es', 'ru', 'zh', 'ar'].map(xquad)];
const KEPT = 'kept tenth';
const KEPT_SAMPLE = { english: 400, others: 40, pairs: 8, otherPassages: 300, isAskedAlone: false };

interface QuestionRow {
  text: string;
  answers: string[];
  answerable?: boolean;
}

const recording = new Recording('answers');
const { setting, close } = await openCachedModels(vectorCache, readingCache);
const models = await readAnswerModels();
const wanted = (name: string) => chosen.length === 0 || chosen.includes(name);
for (const [name, language, every] of SETS.filter(([name]) => wanted(name))) {
  const texts = readJsonLines<RetrievalText>(join(folder, name, 'corpus.jsonl.gz'));
  const rows = readJsonLines<QuestionRow>(join(folder, name, 'queries.jsonl.gz')).filter((_, i) => i % every === 0);
  const questions = rows.map(({ text, answers, answerable }) => ({
    text,
    answers: answerable === false ? [] : answers,
  }));
  report(name, await askQuestions(texts, questions, { corpus: language, queries: language }, setting));
}
if (wanted(KEPT)) await askKept();
await close();

function xquad(language: string) {
  return [`xquad/${language}`, language, 8] as const;
}

async function askKept(): Promise<void> {
  const asked = await askKeptTenth(readKeptTenth(join(folder, 'qa')), KEPT_SAMPLE, setting, (done, total) => {
    process.stderr.write(`\r${done} of ${total} pairs of languages`);
  });
  for (const language of [...new Set(asked.map((question) => question.language))].sort()) {
    const own = asked.filter((question) => question.language === language && !question.isAcross);
    report(`${KEPT}, ${language}`, own);
  }
  const across = asked.filter(({ isAcross }) => isAcross);
  report(`${KEPT}, across languages`, across);
}

/** The same model must judge all of the questions. */
function report(name: string, asked: readonly AskedQuestion[]): void {
  const results = outcomes(asked, models);
  const model = models[asked[0].model];
  const summary = summaryAt(results, model.threshold);
  console.log(`\n${name}: ${summaryLine(summary)}`);
  recording.add(
    { name, measure: 'right, of the answerable', unit: '%', value: 100 * summary.hits },
    { name, measure: 'F1', unit: 'score', value: summary.f1 },
    { name, measure: 'sentences per answer', unit: 'count', value: summary.sentences },
  );
  if (results.some(({ answerable }) => !answerable)) {
    recording.add({ name, measure: 'declined, of the unanswerable', unit: '%', value: 100 * summary.declined });
  }
  for (const level of ['very_high', 'high', 'medium', 'low'] as const) {
    const given = results.filter(
      ({ likelihood }) => likelihood >= model.threshold && answerLevel(likelihood, model) === level,
    );
    if (given.length === 0) continue;
    const right = given.filter((result) => result.right).length / given.length;
    console.log(`  ${level}: ${given.length} answers, ${percent(right)} right`);
    recording.add({ table: 'Levels', name, measure: `${level}, right`, unit: '%', value: 100 * right });
  }
  if (name === 'squad2') printCurve(results);
  recording.save();
}

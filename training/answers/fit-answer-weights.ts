// Fits how generate-answer chooses sentences and when it declines, and writes the weights to models/answers.json.
// npm run build && node --import ./scripts/run-typescript.mjs training/answers/fit-answer-weights.ts [folder of data sets] [vector cache]
//
// English has its own encoder and therefore its own weights; the other languages share theirs.
// The subjects of SQuAD 2 are split into two halves. The printed figures are for the half that the weights were not fitted
// to; the written weights are fitted to both halves and to XQuAD in five languages. Questions whose paragraph was removed
// serve as unanswerable ones; SQuAD 2 also has unanswerable questions of its own, written to look answerable.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Outcome,
  outcomes,
  percent,
  printCurve,
  summaryAt,
  summaryLine,
  thresholdByF1,
} from '../../bench/support/answer-outcomes.js';
import { type AskedQuestion, askQuestions } from '../../bench/support/asked-questions.js';
import { VectorCache } from '../../bench/support/vector-cache.js';
import type { AnswerModel } from '../../src/inference/extractive/answer-weights.js';
import { answerFeatures, chooseAnswer, rank } from '../../src/inference/extractive/choose-answer.js';
import { openBundledEmbedder } from '../../src/inference/onnx/bundled-embedder.js';
import { type Case, fitCases, fitChoices } from './fit-weights.js';

const [folder = '../shared/data', cacheFile = null] = process.argv.slice(2);
const OTHER_LANGUAGES = ['de', 'es', 'ru', 'zh', 'ar'];
const ENOUGH = 0.985;
/** The threshold for declining has the best F1 among those that answer at least this share of the answerable questions correctly. */
const LEAST_HITS = 0.75;
/** The same for other languages, where no question is made to look answerable: declining more would cost right answers alone. */
const LEAST_HITS_ELSEWHERE = 0.87;
const REMOVED_WEIGHT = 0.5;
const SAMPLE: Sample = { weight: 1, every: 4 };
const ACROSS: Sample = { weight: 1, every: 8 };

const MEANING = ['nearness', 'passageNearness', 'isFirst', 'newWords', 'kind'];
/** Features that work across two languages: names, numbers, and words that are spelled alike. */
const COMMON_WORDS = ['inSentence', 'nearby', 'inPassage', 'focus'];
const SENTENCE = [
  ...MEANING,
  ...['documentScore', 'inSentence', 'nearby', 'inPassage', 'namesMissing', 'pairs', 'focus'],
];
const CHOSEN = ['share', 'mostNearness', 'mostKind'];
const ACROSS_SENTENCE = [...MEANING, ...COMMON_WORDS];
const ANSWER = [...[...SENTENCE, ...CHOSEN], ...['heaviestMissing', 'negationMissing', 'mostInSentence']];

const NAMES = { sentence: SENTENCE, answer: ANSWER };

interface Fitting {
  /** Names of the features of a sentence, and of an answer. */
  sentence: string[];
  answer: string[];
  /** The questions that the decision to decline is fitted to. */
  declining: readonly Weighed[];
}

interface Sample {
  weight: number;
  every: number;
}

interface Weighed extends AskedQuestion {
  weight: number;
  /** The question's language. */
  language: string;
}

const bundled = await openBundledEmbedder({
  threads: 2,
  onFailure: (error) => {
    throw error;
  },
});
const embedder = new VectorCache(bundled, cacheFile);
const { middle, steepness } = JSON.parse(readFileSync('models/calibration.json', 'utf8'));
const setting = { embedder, scale: { middle, steepness } };

const squad = await ask('squad2', 'squad2', ['en', 'en'], { weight: 1, every: 1 });
const subjects = [...new Set(squad.map(({ subject }) => subject))];
const halves = [0, 1].map((half) => squad.filter(({ subject }) => subjects.indexOf(subject) % 2 === half));
const others: Weighed[] = [];
for (const code of OTHER_LANGUAGES) {
  others.push(...(await ask(`xquad/${code}`, `xquad/${code}`, [code, code], SAMPLE)));
  embedder.save();
}
const across: Weighed[] = [];
for (const code of OTHER_LANGUAGES) {
  across.push(...(await ask('xquad/en', `xquad/${code}`, ['en', code], ACROSS)));
  across.push(...(await ask(`xquad/${code}`, 'xquad/en', [code, 'en'], ACROSS)));
  embedder.save();
}
await embedder.close();

halves.forEach((half, i) => {
  console.log(`\nfitted to half ${i + 1}, on the other:`);
  printCurve(outcomes(halves[1 - i], fitModel([...half, ...others], { ...NAMES, declining: half })));
});
const english = withThreshold(fitModel([...squad, ...others], { ...NAMES, declining: squad }), (model) =>
  thresholdByF1(outcomes(squad, model), LEAST_HITS),
);
report('squad2', squad, english);
const otherLanguages = withThreshold(fitModel([...squad, ...others], { ...NAMES, declining: others }), (model) =>
  thresholdByF1(withRemoved(others, model), LEAST_HITS_ELSEWHERE),
);
for (const code of OTHER_LANGUAGES) {
  const questions = others.filter(({ language }) => language === code);
  report(`xquad ${code}`, questions, otherLanguages);
}
const acrossLanguages = withThreshold(
  fitModel(across, { sentence: ACROSS_SENTENCE, answer: [...ACROSS_SENTENCE, ...CHOSEN], declining: across }),
  (model) => thresholdByF1(withRemoved(across, model), 0),
);
report('across languages', across, acrossLanguages);
writeFileSync('models/answers.json', `${JSON.stringify({ english, otherLanguages, acrossLanguages }, null, 2)}\n`);

function withThreshold(model: AnswerModel, find: (model: AnswerModel) => number): AnswerModel {
  return { ...model, threshold: round(find(model)) };
}

/** Adds questions whose paragraph was removed as unanswerable ones, for sets that have none. */
function withRemoved(questions: readonly Weighed[], model: AnswerModel): Outcome[] {
  const removed = outcomes(questions.flatMap(withoutItsParagraph), model);
  return [...outcomes(questions, model), ...removed.map((outcome) => ({ ...outcome, answerable: false }))];
}

async function ask(corpus: string, queries: string, [of, by]: string[], { weight, every }: Sample): Promise<Weighed[]> {
  const folders = { corpus: join(folder, corpus), queries: join(folder, queries) };
  const asked = await askQuestions(folders, { corpus: of, queries: by }, { ...setting, every });
  return asked.map((question) => ({ ...question, weight, language: by }));
}

function fitModel(questions: readonly Weighed[], { sentence: names, answer, declining }: Fitting): AnswerModel {
  const lists = questions
    .map(({ candidates }) => candidates.map(({ features, holds }) => ({ features: { ...features }, right: holds })))
    .filter((choices) => choices.some(({ right }) => right) && choices.some(({ right }) => !right));
  const sentence = rounded(fitChoices(lists, names));
  const cases = [...declining, ...declining.flatMap(withoutItsParagraph)].flatMap((question) =>
    caseOf(question, sentence),
  );
  return { sentence, answer: rounded(fitCases(cases, answer)), threshold: 0, enough: ENOUGH };
}

/** The question with the document that answers it removed from the candidates. */
function withoutItsParagraph(question: Weighed): Weighed[] {
  const home = question.candidates.find(({ holds }) => holds)?.document;
  if (home === undefined) return [];
  const candidates = question.candidates.filter(({ document }) => document !== home);
  return [{ ...question, candidates, weight: question.weight * REMOVED_WEIGHT }];
}

function caseOf({ candidates, weight }: Weighed, sentence: Record<string, number>): Case[] {
  if (candidates.length === 0) return [];
  const ranked = rank(
    candidates.map(({ features }) => features),
    sentence,
  );
  const chosen = chooseAnswer(
    candidates.map(({ features }) => features),
    { sentence, answer: {}, threshold: 0, enough: ENOUGH },
  )!.chosen;
  const share = ranked.slice(0, chosen.length).reduce((total, { share }) => total + share, 0);
  const features = { ...answerFeatures(chosen.map((index) => candidates[index].features)), share };
  return [{ features, right: chosen.some((index) => candidates[index].holds), weight }];
}

function report(name: string, questions: readonly Weighed[], model: AnswerModel): void {
  const results = outcomes(questions, model);
  const always = percent(summaryAt(results, 0).hits);
  console.log(`${name}: never declining ${always}; ${summaryLine(summaryAt(results, model.threshold))}`);
  const removed = outcomes(questions.flatMap(withoutItsParagraph), model);
  const declined = removed.filter(({ likelihood }) => likelihood < model.threshold).length;
  console.log(`  with its paragraph removed, ${percent(declined / removed.length)} are declined`);
}

function rounded(weights: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, round(weight)]));
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

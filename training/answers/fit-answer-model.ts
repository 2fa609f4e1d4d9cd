// Fits how likely an answer is right that the reader points at, when a question is declined, and what each level of confidence
// needs, and writes it to models/answers.json.
// npm run build && node --import ./scripts/run-typescript.mjs training/answers/fit-answer-model.ts [folder of question sets] [vector cache] [cache of readings] [english|multilingual]   (half an hour; a model that is not named stays)
//
// Everything is fitted to the tenth of the question sets that the reader was not trained on, for English and the others apart. Of each
// question with an answer there is a second case, without the passage that holds it. Thresholds are chosen by cross-validation:
// passages are split into halves, and each half is judged with weights that were fitted to the other one.
import { writeFileSync } from 'node:fs';
import {
  type Outcome,
  outcomesOf,
  percent,
  printCurve,
  summaryAt,
  summaryLine,
} from '../../bench/support/answer-outcomes.js';
import { type AskedKeptQuestion, askKeptTenth, type Sample } from '../../bench/support/ask-kept-tenth.js';
import { openCachedModels } from '../../bench/support/cached-models.js';
import { readKeptTenth } from '../../bench/support/kept-questions.js';
import {
  type AnswerModel,
  type AnswerModelName,
  readAnswerModels,
} from '../../src/inference/extractive/answer-model.js';
import { chooseAnswer } from '../../src/inference/extractive/choose-answer.js';
import { type Case, fitCases, fitChoices } from './fit-weights.js';

const [folder = '../shared/data/qa', vectorCache = null, readingCache = null, only = null] = process.argv.slice(2);
const NAMED = (['english', 'multilingual'] as const).filter((name) => only === null || only === name);
const SAMPLE = sampleOf({ english: 400, others: 40, pairs: 8, otherPassages: 300, isAskedAlone: false });
/** Everyday texts, with questions in other words and questions that only look answerable. */
const WRITTEN = 'training/reader/written';
const WRITTEN_SAMPLE = sampleOf({ english: 400, others: 60, pairs: 2, otherPassages: 7, isAskedAlone: true });
const NAMES = ['answerable', 'share', 'document', 'passage', 'nearby'];
const ENOUGH = 0.93;
/** Questions that were written to look answerable are few; those without their passage are many, and easier. */
const UNANSWERABLE_WEIGHT = 2;
const REMOVED_WEIGHT = 0.5;
/** What the answers of each level must be right in, at least. */
const PRECISIONS = { very_high: 0.95, high: 0.85, medium: 0.7 };
/** Where each level begins at the earliest. */
const FIRST_TRIED = { very_high: 0.85, high: 0.7, medium: 0.5 };
/** Of the questions that a language model would not be asked, so many have no answer in the passages. */
const SURELY_NONE = 0.97;
const SURE = 0.98;
/** Chosen with the everyday questions for tuning: no set asks over texts of all languages. */
const STRICTER_OVER_LANGUAGES = 0.08;
/**
 * What a lower threshold may cost of the best sum of right answers and declined questions: a plain question that is declined
 * disappoints more than a doubtful answer that says so.
 */
const FLAT = 0.13;

const { setting, close } = await openCachedModels(vectorCache, readingCache);
const showProgress = (done: number, total: number) => {
  process.stderr.write(`\r${done} of ${total} pairs of languages `);
};
const asked = [
  ...(await askKeptTenth(readKeptTenth(folder), SAMPLE, setting, showProgress)),
  ...(await askKeptTenth(readKeptTenth(WRITTEN), WRITTEN_SAMPLE, setting, showProgress)),
];
await close();

const fitted = Object.fromEntries(
  NAMED.map((name) => [
    name,
    fitAll(
      name,
      asked.filter(({ model }) => model === name),
    ),
  ]),
);
const models = { ...(await readAnswerModels()), ...fitted };
writeFileSync('models/answers.json', `${JSON.stringify(models, null, 2)}\n`);

function fitAll(name: AnswerModelName, asked: readonly AskedKeptQuestion[]): AnswerModel {
  const cases: WeighedQuestion[] = asked.flatMap((question) => [
    { ...question, weight: question.answerable ? 1 : UNANSWERABLE_WEIGHT },
    ...withoutHome(question).map((removed) => ({ ...removed, weight: REMOVED_WEIGHT })),
  ]);
  const halves = [0, 1].map((half) => cases.filter(({ home }) => Number.parseInt(home.slice(0, 2), 16) % 2 === half));
  const judged = halves.flatMap((half, i) => {
    const model = fitModel(halves[1 - i]);
    return outcomesOf(half, model).map((outcome, j) => ({
      ...outcome,
      isHeld: half[j].candidates.some(({ holds }) => holds),
    }));
  });
  const threshold = round(bestThreshold(judged));
  const levels = levelsOf(judged);
  console.log(`${name}: ${summaryLine(summaryAt(judged, threshold))}`);
  const ranges = [['very_high', levels.very_high, 1.01] as const, ['high', levels.high, levels.very_high] as const];
  for (const [level, from, to] of [...ranges, ['medium', levels.medium, levels.high] as const]) {
    const given = judged.filter(({ likelihood }) => likelihood >= from && likelihood < to);
    console.log(`  ${level}: ${given.length} answers, ${percent(precisionOf(given))} right`);
  }
  printCurve(judged);
  const thresholdOverLanguages = name === 'english' ? threshold : round(threshold + STRICTER_OVER_LANGUAGES);
  const borders = { threshold, thresholdOverLanguages, levels, sure: SURE, hopeless: round(hopeless(judged)) };
  return { ...fitModel(cases), ...borders };
}

/** Nothing is asked for a model that is not fitted. */
function sampleOf({ english, others, pairs, ...search }: Sample): Sample {
  const isFitted = (name: AnswerModelName) => NAMED.some((named) => named === name);
  return {
    english: isFitted('english') ? english : 0,
    others: isFitted('multilingual') ? others : 0,
    pairs: isFitted('multilingual') ? pairs : 0,
    ...search,
  };
}

type WeighedQuestion = AskedKeptQuestion & { weight: number };

/** The question without its passage: unanswerable then, unless another passage says the same. */
function withoutHome(question: AskedKeptQuestion): AskedKeptQuestion[] {
  const home = question.candidates.find(({ holds }) => holds)?.document;
  if (!question.answerable || home === undefined) return [];
  const candidates = question.candidates.filter(({ document }) => document !== home);
  if (candidates.some(({ holds }) => holds)) return [];
  return [{ ...question, candidates, answerable: false }];
}

function fitModel(questions: readonly WeighedQuestion[]): AnswerModel {
  const lists = questions
    .map(({ candidates }) => candidates.map(({ features, holds }) => ({ features: numeric(features), right: holds })))
    .filter((choices) => choices.some(({ right }) => right) && choices.some(({ right }) => !right));
  const model: AnswerModel = {
    sentence: rounded(fitChoices(lists, NAMES)),
    answer: { bias: 0 },
    enough: ENOUGH,
    threshold: 0,
    thresholdOverLanguages: 0,
    levels: { medium: 1, high: 1, very_high: 1 },
    sure: SURE,
    hopeless: 0,
  };
  const cases = questions.flatMap((question) => caseOf(question, model));
  return { ...model, answer: rounded(fitCases(cases, [...NAMES, 'chosenShare', 'isAcross'])) };
}

/** What the probability is made of, and whether the chosen sentences hold the answer. */
function caseOf({ candidates, weight }: WeighedQuestion, model: AnswerModel): Case[] {
  const all = candidates.map(({ features }) => features);
  const answer = chooseAnswer(all, model);
  if (answer === null) return [];
  const features = { ...numeric(all[answer.chosen[0]]), chosenShare: answer.chosenShare };
  return [{ features, right: answer.chosen.some((index) => candidates[index].holds), weight }];
}

function numeric({ isAcross, ...features }: AskedKeptQuestion['candidates'][number]['features']) {
  return { ...features, isAcross: Number(isAcross) };
}

function rounded(weights: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, round(weight)]));
}

/** `isHeld`: some sentence of the passages holds the answer. */
type Judged = Outcome & { isHeld: boolean };

/**
 * Where right answers and declined questions are the most together, each as a share of its kind. Of thresholds that are about as good the
 * lowest: an answer says how sure it is.
 */
function bestThreshold(all: readonly Judged[]): number {
  const worth = (at: number) => {
    const { hits, declined } = summaryAt(all, at);
    return hits + declined;
  };
  const best = Math.max(...steps().map(worth));
  return steps().find((at) => worth(at) >= best - FLAT)!;
}

/** The least probability of each level at which its answers are right often enough. */
function levelsOf(all: readonly Judged[]): AnswerModel['levels'] {
  const least = { medium: 1, high: 1, very_high: 1 };
  let above = 1.01;
  for (const level of ['very_high', 'high', 'medium'] as const) {
    const isRightEnough = (from: number) =>
      precisionOf(all.filter(({ likelihood }) => likelihood >= from && likelihood < above)) >= PRECISIONS[level];
    least[level] = steps().find((from) => from >= FIRST_TRIED[level] && from < above && isRightEnough(from)) ?? above;
    above = least[level];
  }
  return least;
}

/** The highest probability below which the passages surely hold no answer. */
function hopeless(all: readonly Judged[]): number {
  const surelyNone = (below: number) => {
    const given = all.filter(({ likelihood }) => likelihood < below);
    return given.length > 0 && given.filter(({ isHeld }) => !isHeld).length / given.length >= SURELY_NONE;
  };
  return steps().findLast(surelyNone) ?? 0;
}

function precisionOf(given: readonly Outcome[]): number {
  return given.length === 0 ? 0 : given.filter(({ right }) => right).length / given.length;
}

function steps(): number[] {
  return Array.from({ length: 199 }, (_, i) => (i + 1) / 200);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

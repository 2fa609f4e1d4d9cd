import { readFile } from 'node:fs/promises';
import type { Language } from '../../domain/document/language.js';
import type { ConfidenceLevel } from '../../domain/search/confidence.js';

/** By the name of what they weigh. */
export type Weights = Readonly<Record<string, number>>;

/** How sentences are chosen as an answer, as `training/answers/fit-answer-model.ts` fits it. */
export interface AnswerModel {
  /** Of each `SentenceFeatures`: which sentence is likelier to hold the answer than the others. */
  sentence: Weights;
  /** Of the best sentence's features, of the chosen ones' share among all, of `isAcross` and `bias`: the logit of the probability. */
  answer: Weights;
  /** Sentences are added until they hold the answer, if any does, with this likelihood. */
  enough: number;
  /** Below this probability the question is declined. */
  threshold: number;
  /** The same where texts of all languages are searched: among so many more, some seem to answer any question. */
  thresholdOverLanguages: number;
  /** The least probability of each level: of the answers at that level, a fitted share is right. */
  levels: Readonly<Record<'medium' | 'high' | 'very_high', number>>;
  /** From here on, no other passage has to be read. */
  sure: number;
  /** If the probability is below this, the passages hold no answer: a language model need not be asked. */
  hopeless: number;
}

/** From src/inference/extractive and from dist/inference/extractive alike. */
const MODEL_FILE = new URL('../../../models/answers.json', import.meta.url);

/** English has its own: its encoder's scores mean something else, and the reader has read more of it than of any other language. */
export type AnswerModelName = 'english' | 'multilingual';
export type AnswerModels = Readonly<Record<AnswerModelName, AnswerModel>>;

/** For a question and passages in these languages; null stands for any. What different models say can't be compared. */
export function answerModelFor(languages: readonly (Language | null)[]): AnswerModelName {
  return languages.every((language) => language === 'en') ? 'english' : 'multilingual';
}

export async function readAnswerModels(): Promise<AnswerModels> {
  return JSON.parse(await readFile(MODEL_FILE, 'utf8'));
}

export function answerLevel(probability: number, { levels }: AnswerModel): ConfidenceLevel {
  if (probability >= levels.very_high) return 'very_high';
  if (probability >= levels.high) return 'high';
  return probability >= levels.medium ? 'medium' : 'low';
}

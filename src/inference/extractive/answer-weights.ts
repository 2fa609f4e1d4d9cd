import { readFile } from 'node:fs/promises';

/** Weights by the name of what they weigh; what has no weight counts for nothing. */
export type Weights = Readonly<Record<string, number>>;

/** How sentences are chosen as an answer, as `training/answers/fit-answer-weights.ts` fits it. */
export interface AnswerModel {
  /** Of each `SentenceFeatures`: which sentence is likelier to hold the answer than the others. */
  sentence: Weights;
  /** Of each `AnswerFeatures`, with `bias`: how likely the chosen ones hold it at all. */
  answer: Weights;
  /** The least such likelihood at which they are given as the answer. */
  threshold: number;
  /** Sentences are added until they hold the answer, if any does, with this likelihood. */
  enough: number;
}

export interface AnswerModels {
  /** Question and text in English, which has an encoder of its own. */
  english: AnswerModel;
  /** Both in one other language: as in English, words count as well as meaning. */
  otherLanguages: AnswerModel;
  /** In two: only meaning, names and numbers can be compared. */
  acrossLanguages: AnswerModel;
}

/** From src/inference/extractive and from dist/inference/extractive alike. */
const WEIGHTS_FILE = new URL('../../../models/answers.json', import.meta.url);

export async function readAnswerModels(): Promise<AnswerModels> {
  return JSON.parse(await readFile(WEIGHTS_FILE, 'utf8'));
}

import { DEFAULT_LANGUAGE, type Language } from '../../domain/document/language.js';
import { underTitle } from '../../domain/document/vectors.js';
import type { ScoreScale } from '../../engine/engine.js';
import type { TextToEmbed } from '../../inference/embedder.js';
import type { AnswerModel } from '../../inference/extractive/answer-weights.js';
import { chooseAnswer, mostPromising, type SentenceFeatures } from '../../inference/extractive/choose-answer.js';
import type { OperationContext } from '../context.js';
import type { Evidence, EvidencePassage } from './find-evidence.js';

/** A sentence that is quoted, with the passage it is from. */
export interface Quote {
  text: string;
  /** Where it begins in the passage, in UTF-16 units. */
  start: number;
  passage: EvidencePassage;
}

export interface QuotedAnswer {
  /** In the order of reading; none where no sentence is likely enough to answer. */
  quotes: Quote[];
  /** That they hold the answer, 0 to 1. */
  likelihood: number;
}

interface Candidate extends Quote {
  features: Omit<SentenceFeatures, 'nearness'>;
}

interface Question {
  query: string;
  language: Language;
}

const NOTHING: QuotedAnswer = { quotes: [], likelihood: 0 };
/** `bench/answers.ts` embeds all of them, `bench/answers-over-http.ts` these: both get about as many answers right. */
const MOST_EMBEDDED = 32;

/**
 * The sentences that answer a question. Texts in its language are judged by words and meaning; others, by meaning and
 * what words they have in common, are asked where those don't know.
 */
export async function chooseQuotes(
  question: Question,
  evidence: Evidence,
  context: OperationContext,
): Promise<QuotedAnswer> {
  const candidates = await findCandidates(question, evidence, context);
  const isNear = ({ passage }: Candidate) => passage.document.language === question.language;
  const { english, otherLanguages, acrossLanguages } = context.answerModels;
  const ownLanguage = question.language === DEFAULT_LANGUAGE ? english : otherLanguages;
  const near = candidates.filter(isNear);
  const fromNear = await choose(near, ownLanguage, { evidence, context });
  if (fromNear.quotes.length > 0) return fromNear;
  const far = candidates.filter((candidate) => !isNear(candidate));
  return choose(far, acrossLanguages, { evidence, context });
}

async function findCandidates(
  question: Question,
  { passages }: Evidence,
  context: OperationContext,
): Promise<Candidate[]> {
  const found = await context.sentences({
    ...question,
    passages: passages.map(({ document: { title, language }, text }) => ({ title, language, text })),
  });
  return found.map(({ passage: index, text, start, evidence }) => {
    const passage = passages[index];
    const documentScore = passage.documentScore / 100;
    const features = { ...evidence, passageNearness: nearnessOfScore(passage.score), documentScore };
    return { text, start, passage, features };
  });
}

async function choose(
  candidates: readonly Candidate[],
  model: AnswerModel,
  { evidence, context }: { evidence: Evidence; context: OperationContext },
): Promise<QuotedAnswer> {
  if (candidates.length === 0) return NOTHING;
  const promising = mostPromising(
    candidates.map(({ features }) => features),
    model,
    MOST_EMBEDDED,
  ).map((index) => candidates[index]);
  const embeddings = await context.embedder.embed(
    promising.map(({ text, passage: { document } }) => sentenceText(document.title, text, document.language)),
  );
  const features = promising.map((candidate, i) => ({
    ...candidate.features,
    nearness: nearnessOf(evidence.vector, embeddings[i].vector, context.scale),
  }));
  const answer = chooseAnswer(features, model);
  if (answer === null || answer.likelihood < model.threshold) return NOTHING;
  return { quotes: inReadingOrder(answer.chosen.map((index) => promising[index])), likelihood: answer.likelihood };
}

/** The document of the best sentence first; within a document as they stand in it. */
function inReadingOrder(quotes: readonly Quote[]): Quote[] {
  const documents = [...new Set(quotes.map(({ passage }) => passage.document))];
  const order = ({ passage }: Quote) => documents.indexOf(passage.document);
  const place = ({ passage, start }: Quote) => passage.start + start;
  return [...quotes].sort((a, b) => order(a) - order(b) || place(a) - place(b));
}

/** A long sentence shows what it is about before this place, in UTF-16 units. */
const LONGEST_READ = 600;

export function sentenceText(title: string, sentence: string, language: Language): TextToEmbed {
  return { text: underTitle(title, sentence.slice(0, LONGEST_READ)), language, kind: 'sentence' };
}

/** The cosine of two vectors on the scale of their encoder: 0 where results begin to be relevant, so that encoders can be exchanged. */
export function nearnessOf(one: Float32Array, other: Float32Array, { middle, steepness }: ScoreScale): number {
  let cosine = 0;
  for (let i = 0; i < one.length; i++) cosine += one[i] * other[i];
  return steepness * (cosine - middle);
}

/** The same for a score, by the inverse of the logistic function that made it. */
function nearnessOfScore(score: number): number {
  const share = Math.min(99.9, Math.max(0.1, score)) / 100;
  return Math.log(share / (1 - share));
}

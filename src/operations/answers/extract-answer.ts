import { DEFAULT_LANGUAGE, type Language } from '../../domain/document/language.js';
import { underTitle } from '../../domain/document/vectors.js';
import { confidenceLevel } from '../../domain/search/confidence.js';
import { estimateTokens, NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import type { ScoreScale } from '../../engine/engine.js';
import type { TextToEmbed } from '../../inference/embedder.js';
import type { AnswerModel } from '../../inference/extractive/answer-weights.js';
import { chooseAnswer, mostPromising, type SentenceFeatures } from '../../inference/extractive/choose-answer.js';
import type { OperationContext } from '../context.js';
import { type AnswerRequest, type AnswerSource, type FoundAnswer, replyLanguage } from './answer.js';
import { type Evidence, type EvidencePassage, findEvidence } from './find-evidence.js';
import { withContext } from './follow-up.js';

/** An extractive answer: the sentences of the documents that contain it, or null if none is likely to. */
export async function extractAnswer(request: AnswerRequest, context: OperationContext): Promise<FoundAnswer> {
  const language = replyLanguage(request);
  const query = withContext(request.query, request.history, language);
  const evidence = await findEvidence({ ...request, query }, context);
  const { quotes, likelihood } = await chooseQuotes({ query, language }, evidence, context);
  const { kept, stopReason } = withinBudget(quotes, request.maxOutputTokens);
  const sources = sourcesOf(kept);
  return {
    answer: kept.length === 0 ? null : say(kept, sources, request),
    sources,
    confidence: confidenceLevel(100 * likelihood),
    stopReason,
    semanticTokens: evidence.semanticTokens,
    usage: NO_LANGUAGE_MODEL,
  };
}

/** Each sentence verbatim, with the number of its source. */
function say(quotes: readonly Quote[], sources: readonly AnswerSource[], { listener }: AnswerRequest): string {
  listener?.onSources(sources);
  const pieces = quotes.map(({ text, passage }, index) => {
    const number = sources.findIndex(({ document }) => document.id === passage.document.id) + 1;
    return `${index === 0 ? '' : ' '}${text} [${number}]`;
  });
  for (const piece of pieces) listener?.onText(piece);
  return pieces.join('');
}

/** As many whole sentences as the token budget allows, at least one. */
function withinBudget(quotes: readonly Quote[], budget: number) {
  let spent = 0;
  const kept = quotes.filter(({ text }, index) => {
    spent += estimateTokens(text);
    return index === 0 || spent <= budget;
  });
  return { kept, stopReason: kept.length < quotes.length ? ('max_tokens' as const) : ('end_turn' as const) };
}

/** Each document once, in the order of the quotes. */
function sourcesOf(quotes: readonly Quote[]): AnswerSource[] {
  const sources = quotes.map(({ passage: { document, documentScore } }): [string, AnswerSource] => [
    document.id,
    { document, confidence: confidenceLevel(documentScore) },
  ]);
  return [...new Map(sources).values()];
}

/** A quoted sentence with its passage. */
interface Quote {
  text: string;
  /** Its offset in the passage, in UTF-16 units. */
  start: number;
  passage: EvidencePassage;
}

interface QuotedAnswer {
  /** In reading order; empty if no sentence is likely enough. */
  quotes: Quote[];
  /** The probability that they contain the answer, 0 to 1. */
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
/** The most sentences to embed. `bench/answers.ts` embeds all, with about as many right answers. */
const MOST_EMBEDDED = 32;

/**
 * The sentences that answer a question. Documents in its language come first; those in other languages are asked only if
 * the first have no answer. Each group has its own weights.
 */
async function chooseQuotes(question: Question, evidence: Evidence, context: OperationContext): Promise<QuotedAnswer> {
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

/** The document of the best sentence first; within a document, in its order. */
function inReadingOrder(quotes: readonly Quote[]): Quote[] {
  const documents = [...new Set(quotes.map(({ passage }) => passage.document))];
  const order = ({ passage }: Quote) => documents.indexOf(passage.document);
  const place = ({ passage, start }: Quote) => passage.start + start;
  return [...quotes].sort((a, b) => order(a) - order(b) || place(a) - place(b));
}

/** Only the beginning of longer sentences is embedded. In UTF-16 units. */
const LONGEST_READ = 600;

export function sentenceText(title: string, sentence: string, language: Language): TextToEmbed {
  return { text: underTitle(title, sentence.slice(0, LONGEST_READ)), language, kind: 'sentence' };
}

/** The cosine of two vectors on the scale of their encoder: 0 where results begin to be relevant, for every encoder. */
export function nearnessOf(one: Float32Array, other: Float32Array, { middle, steepness }: ScoreScale): number {
  let cosine = 0;
  for (let i = 0; i < one.length; i++) cosine += one[i] * other[i];
  return steepness * (cosine - middle);
}

/** The same for a score: the inverse of the logistic function that made it. */
function nearnessOfScore(score: number): number {
  const share = Math.min(99.9, Math.max(0.1, score)) / 100;
  return Math.log(share / (1 - share));
}

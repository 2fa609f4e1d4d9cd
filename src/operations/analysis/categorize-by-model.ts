import type { Document } from '../../domain/document/document.js';
import { ANALYSIS_CONFIDENCE_LEVELS, type AnalysisConfidence } from '../../domain/search/confidence.js';
import type { LanguageModelUsage } from '../../domain/search/generation.js';
import { type ChatMessage, type LanguageModel, PromptTooLong } from '../../inference/language-model.js';
import { Fence } from '../answers/model-work.js';
import type { AssignedCategory, CategorizeRequest, Category } from './category-scores.js';

/** Enough to tell what a document is about, and short enough for any model. */
const MAX_CHARACTERS = 6_000;
const ANSWER_TOKENS = 256;
/** A model refuses requests when too many wait. Those of one caller must leave room for others, and for each other. */
const DOCUMENTS_AT_ONCE = 4;
/** The model is always asked for as many as a request can ask for, so that its confidence in one doesn't depend on the request's limit. */
const MAX_CATEGORIES = 5;

interface ModelAnswers {
  /** Null for a document whose answer could not be parsed. */
  answers: (AssignedCategory[] | null)[];
  usage: LanguageModelUsage;
}

/** Asks a language model about each document, and about no further one after an error. */
export async function categorizeByModel(
  documents: readonly Document[],
  request: CategorizeRequest,
  model: LanguageModel,
): Promise<ModelAnswers> {
  const asked = await askAboutEach(documents, request, model);
  const total = (count: (answer: (typeof asked)[number]) => number) => asked.reduce((sum, one) => sum + count(one), 0);
  return {
    answers: asked.map(({ answer }) => answer),
    usage: {
      inputTokens: total((one) => one.inputTokens),
      outputTokens: total((one) => one.outputTokens),
      model: model.name,
    },
  };
}

async function askAboutEach(documents: readonly Document[], request: CategorizeRequest, model: LanguageModel) {
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const asked: Awaited<ReturnType<typeof ask>>[] = [];
  // One iterator for all: whoever is done takes the next document.
  const remaining = documents.entries();
  const askAboutRemaining = async () => {
    for (const [index, document] of remaining) {
      signal.throwIfAborted();
      asked[index] = await ask(document, { ...request, signal }, model);
    }
  };
  try {
    await Promise.all(Array.from({ length: DOCUMENTS_AT_ONCE }, askAboutRemaining));
  } finally {
    // After an error, nobody waits for the answers about the other documents.
    stop.abort();
  }
  return asked;
}

async function ask(document: Document, { categories, signal }: CategorizeRequest, model: LanguageModel) {
  const messages = conversation(document, categories);
  try {
    const { text, inputTokens, outputTokens } = await model.generate({
      messages,
      maxOutputTokens: ANSWER_TOKENS,
      temperature: 0,
      signal,
    });
    return { answer: readAnswer(text, categories), inputTokens, outputTokens };
  } catch (error) {
    if (error instanceof PromptTooLong) return { answer: null, inputTokens: 0, outputTokens: 0 };
    throw error;
  }
}

function conversation({ title, content }: Document, categories: readonly Category[]): ChatMessage[] {
  const fence = new Fence();
  const list = categories.map(({ name, description }, i) => `${i + 1}. ${name}: ${description}`).join('\n');
  const instruction =
    `Assign the document to at most ${MAX_CATEGORIES} of these categories:\n${list}\n\n` +
    'Answer with a JSON array alone, best category first, such as [{"category": 2, "confidence": "high"}]. ' +
    `confidence is very_high, high, medium or low. Answer [] if no category fits.\n${fence.rule}`;
  return [
    { role: 'system', text: instruction },
    { role: 'user', text: fence.around(`${title}\n\n${(content ?? '').slice(0, MAX_CHARACTERS)}`) },
  ];
}

/** Finds the JSON array in the answer, which models often surround with text. Null if it is missing or invalid. */
export function readAnswer(text: string, categories: readonly Category[]): AssignedCategory[] | null {
  const array = /\[[\s\S]*\]/.exec(text)?.[0];
  if (array === undefined) return null;
  let entries: unknown;
  try {
    entries = JSON.parse(array);
  } catch {
    return null;
  }
  if (!Array.isArray(entries)) return null;
  const read = entries.map((entry) => readEntry(entry, categories));
  if (read.some((entry) => entry === null)) return null;
  const assigned = read.filter((entry) => entry !== null);
  return assigned.filter(({ name }, i) => assigned.findIndex((other) => other.name === name) === i);
}

function readEntry(entry: unknown, categories: readonly Category[]): AssignedCategory | null {
  if (typeof entry !== 'object' || entry === null || !('category' in entry) || !('confidence' in entry)) return null;
  const category = typeof entry.category === 'number' ? categories[entry.category - 1] : undefined;
  if (category === undefined || !isLevel(entry.confidence)) return null;
  return { name: category.name, confidence: entry.confidence };
}

function isLevel(value: unknown): value is AnalysisConfidence {
  return ANALYSIS_CONFIDENCE_LEVELS.some((level) => level === value);
}

import type { Document } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import { failure } from '../../domain/errors/error.js';
import { type LanguageModelUsage, NO_LANGUAGE_MODEL, type StopReason } from '../../domain/search/generation.js';
import { centralSentences } from '../../inference/extractive/central-sentences.js';
import type { LanguageModel } from '../../inference/language-model.js';
import { isEnded } from '../../text/sentences/sentence-signs.js';
import type { ContentToDivide, DividedSentence } from '../../text/summaries/divide-sentences.js';
import type { OperationContext } from '../context.js';
import { findSource } from '../documents/read-documents.js';
import { Fence, languageName, ModelWork } from './model-work.js';
import { partsThatFit } from './shorten-text.js';

export const SUMMARY_LENGTHS = ['short', 'medium', 'long'] as const;
export type SummaryLength = (typeof SUMMARY_LENGTHS)[number];

/** The approximate number of sentences. */
export const SENTENCES: Record<SummaryLength, number> = { short: 3, medium: 5, long: 10 };

interface SummaryRequest {
  documentId: string;
  /** The language of the summary. */
  language: Language;
  length: SummaryLength;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

/** A request with the document to summarise. */
export interface SummaryTask extends SummaryRequest {
  document: Document;
}

interface Summary {
  summary: string;
  stopReason: StopReason;
  semanticTokens: number;
  usage: LanguageModelUsage;
}

/**
 * Summarises a stored document: with a language model if there is one, otherwise with sentences of the document, in its
 * own language.
 */
export async function summarizeDocument(
  request: SummaryRequest,
  context: OperationContext,
): Promise<Summary & { document: Document }> {
  const document = await findSource(request.documentId, 'document_id', context);
  const { writing } = context.languageModels;
  if (isBlank(document) && request.language === document.language) return { document, ...titleOf(document) };
  if (writing !== null) return { document, ...(await writeSummary({ ...request, document }, writing)) };
  if (request.language !== document.language) throw needsModel(request, document);
  return { document, ...(await extractSummary({ ...request, document }, context)) };
}

function isBlank({ content }: Document): boolean {
  return (content ?? '').trim() === '';
}

/** The summary of a document without content. */
function titleOf({ title }: Document): Summary {
  return { summary: title, stopReason: 'end_turn', semanticTokens: 0, usage: NO_LANGUAGE_MODEL };
}

function needsModel({ language }: SummaryRequest, document: Document): Error {
  const from = languageName(document.language);
  return failure(
    'language_model_not_configured',
    `A summary in ${languageName(language)} of a document in ${from} needs a language model. ` +
      `Use language_summary "${document.language}", or ask the operator to configure an OpenAI-compatible API in ` +
      'SEXTANT_LLM_URL and SEXTANT_LLM_MODEL, or a model file in SEXTANT_LLM_FILE.',
    { param: 'language_summary' },
  );
}

/** The most sentences to embed. The main points of a text are at the beginning of its passages, so more add little. */
const MOST_EMBEDDED = 64;
/** Only the beginning of longer sentences is embedded. In UTF-16 units. */
const LONGEST_READ = 600;
/** Unrelated sentences lie this far below the middle of the score scale, in its steps. */
const UNRELATED_BELOW_MIDDLE = 1;

/**
 * The most central sentences of a document, verbatim and in order; its title if it has none. A sentence that needs another (the one
 * that names whom it calls "he", the one that says who spoke) comes with it.
 */
export async function extractSummary(
  { document, length }: SummaryTask,
  { divideSentences, embedder, scale }: Pick<OperationContext, 'divideSentences' | 'embedder' | 'scale'>,
): Promise<Summary> {
  const { title, content, language } = document;
  const sentences = await divideSentences({ content: content ?? '', language });
  const candidates = withNeeded(foremost(sentences, MOST_EMBEDDED), sentences);
  const embeddings = await embedder.embed(
    candidates.map(({ text }) => ({ text: text.slice(0, LONGEST_READ), language, kind: 'sentence' })),
  );
  const chosen = centralSentences(
    embeddings.map(({ vector }) => vector),
    {
      count: SENTENCES[length],
      unrelatedCosine: scale.middle - UNRELATED_BELOW_MIDDLE / scale.steepness,
      needs: indexesOfNeeded(candidates),
    },
  );
  return {
    summary:
      joined(
        chosen.map((index) => candidates[index]),
        { content: content ?? '', language },
      ) || title,
    stopReason: 'end_turn',
    semanticTokens: embeddings.reduce((sum, { tokens }) => sum + tokens, 0),
    usage: NO_LANGUAGE_MODEL,
  };
}

/** Joins sentences as the text separates them: some scripts have no spaces, and what does not end like a sentence stays a line. */
function joined(sentences: readonly DividedSentence[], { content, language }: ContentToDivide): string {
  const parts = sentences.map(({ end, text }, i) => {
    if (i === sentences.length - 1) return text;
    const next = content.charAt(end);
    if (next === '\n' && !isEnded(text, language)) return `${text}\n`;
    return next.trim() === '' ? `${text} ` : text;
  });
  return parts.join('');
}

/**
 * Takes the first sentence of every passage, then the second of each, until there are `count`; with more passages than
 * that, the first sentences of evenly spread ones. In the order of the text.
 */
function foremost(sentences: readonly DividedSentence[], count: number): DividedSentence[] {
  if (sentences.length <= count) return [...sentences];
  const passages = new Map<number, DividedSentence[]>();
  for (const sentence of sentences) {
    const inPassage = passages.get(sentence.passage);
    if (inPassage === undefined) passages.set(sentence.passage, [sentence]);
    else inPassage.push(sentence);
  }
  const ranked = [...passages.values()]
    .flatMap((inPassage) => inPassage.map((sentence, place) => ({ sentence, place })))
    .sort((a, b) => a.place - b.place || a.sentence.start - b.sentence.start);
  const firsts = passages.size > count ? evenlySpread(ranked.slice(0, passages.size), count) : ranked.slice(0, count);
  return firsts.map(({ sentence }) => sentence).sort((a, b) => a.start - b.start);
}

/** Adds the sentences without which others can't stand. */
function withNeeded(chosen: readonly DividedSentence[], all: readonly DividedSentence[]): DividedSentence[] {
  const byStart = new Map(all.map((sentence) => [sentence.start, sentence]));
  const together = new Set(chosen);
  for (const { needs } of together) {
    for (const start of needs) together.add(byStart.get(start) as DividedSentence);
  }
  return [...together].sort((a, b) => a.start - b.start);
}

function indexesOfNeeded(sentences: readonly DividedSentence[]): number[][] {
  const indexes = new Map(sentences.map(({ start }, i) => [start, i]));
  return sentences.map(({ needs }) => needs.map((start) => indexes.get(start) as number));
}

function evenlySpread<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]);
}

const OUTPUT_TOKENS = { short: 256, medium: 384, long: 768 } as const;
const PART_TOKENS = 256;
const PART_SENTENCES = 4;
/** Reserved for the instructions and for errors in counting. */
const PROMPT_TOKENS = 256;
/** Each round makes a text several times shorter; the longest document needs three with the smallest context. */
const MOST_ROUNDS = 4;
const TEMPERATURE = 0.2;

/** A summary by a language model. A text that exceeds its context is summarised in parts, then the parts together. */
async function writeSummary(task: SummaryTask, model: LanguageModel): Promise<Summary> {
  const { document, language, length, signal } = task;
  const work = new ModelWork(model);
  const output = Math.min(OUTPUT_TOKENS[length], Math.floor(model.contextTokens / 3));
  const room = model.contextTokens - output - PROMPT_TOKENS;
  let parts = await partsThatFit(document.content ?? '', room, model);
  for (let round = 1; parts.length > 1 && round <= MOST_ROUNDS; round++) {
    const shorter: string[] = [];
    for (const text of parts) {
      const prompt = { text, title: document.title, sentences: PART_SENTENCES, language: document.language };
      shorter.push((await ask(prompt, work, { signal, maxOutputTokens: Math.min(PART_TOKENS, output) })).text.trim());
    }
    parts = await partsThatFit(shorter.join('\n'), room, model);
  }
  const prompt = { text: parts[0] ?? '', title: document.title, sentences: SENTENCES[length], language };
  const { text, stopReason } = await ask(prompt, work, { signal, maxOutputTokens: output });
  return { summary: text.trim(), stopReason, semanticTokens: 0, usage: work.usage };
}

interface SummaryPrompt {
  title: string;
  text: string;
  sentences: number;
  language: string;
}

function ask(
  { title, text, sentences, language }: SummaryPrompt,
  work: ModelWork,
  limits: { signal: AbortSignal; maxOutputTokens: number },
) {
  const fence = new Fence();
  const system = [
    `You sum up a document in at most ${sentences} sentences, in ${languageName(language)}.`,
    'Say what it says, add nothing, and say the summary alone.',
    fence.rule,
  ].join('\n');
  return work.write({
    messages: [
      { role: 'system', text: system },
      { role: 'user', text: fence.around(`${title}\n${text}`) },
    ],
    temperature: TEMPERATURE,
    ...limits,
  });
}

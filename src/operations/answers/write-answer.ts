import type { Language } from '../../domain/document/language.js';
import { type ConfidenceLevel, confidenceLevel } from '../../domain/search/confidence.js';
import type { ConversationMessage } from '../../domain/search/generation.js';
import type { ChatMessage, LanguageModel } from '../../inference/language-model.js';
import type { OperationContext } from '../context.js';
import { withTableHeader } from '../search/retrieve-passages.js';
import { type AnswerRequest, type AnswerSource, type FoundAnswer, NO_ANSWER_FOUND, replyLanguage } from './answer.js';
import { type Evidence, type EvidencePassage, findEvidence } from './find-evidence.js';
import { selfContainedQuestion } from './follow-up.js';
import { asChat, emptyAnswer, Fence, languageName, ModelWork, recentThatFit } from './model-work.js';
import { NOT_IN_PASSAGES } from './no-answer.js';
import { readEvidence } from './read-evidence.js';
import { WrittenAnswer } from './written-answer.js';

/** An answer that a language model writes from the best passages. */
export async function writeAnswer(
  request: AnswerRequest,
  model: LanguageModel,
  context: OperationContext,
): Promise<FoundAnswer> {
  const work = new ModelWork(model);
  const query = await selfContainedQuestion(request, work);
  const language = replyLanguage(request);
  const evidence = await findEvidence({ ...request, query }, context);
  const { passages: found, semanticTokens, appliedSynonyms } = evidence;
  const { probability, model: answerModel, passages } = await readEvidence({ query, language }, found, context);
  // The reader is sure that none of the passages holds the answer: a model would only invent one.
  if (found.length > 0 && probability < answerModel.hopeless) return nothing(evidence, work);
  const { messages, sources: given } = await answerPrompt({ ...request, language }, passages, model);
  if (given.length === 0) return nothing(evidence, work);
  const answer = new WrittenAnswer({
    sources: given.length,
    material: messages.slice(1).map(readText).join('\n'),
    listener: listenerTo(request, given),
  });
  const { maxOutputTokens, temperature, signal } = request;
  const { stopReason } = await work.write({
    messages,
    maxOutputTokens,
    temperature,
    signal,
    onText: (piece) => answer.push(piece),
  });
  const written = answer.end();
  if (written === null) return nothing(evidence, work);
  if (written.text === '') throw emptyAnswer(model, stopReason);
  const cited = written.sources.map((place) => given[place]);
  return {
    answer: written.text,
    sources: cited.map(asSource),
    span: null,
    confidence: confidenceOf(cited),
    stopReason,
    semanticTokens,
    appliedSynonyms,
    usage: work.usage,
  };
}

function nothing({ semanticTokens, appliedSynonyms }: Evidence, { usage }: ModelWork): FoundAnswer {
  return { ...NO_ANSWER_FOUND, semanticTokens, appliedSynonyms, usage };
}

function readText({ text }: ChatMessage): string {
  return text;
}

function listenerTo({ listener }: AnswerRequest, given: readonly EvidencePassage[]) {
  if (listener === null) return null;
  return {
    onSources: (places: readonly number[]) => listener.onSources(places.map((place) => asSource(given[place]))),
    onText: (text: string) => listener.onText(text),
  };
}

function asSource({ document, documentScore }: EvidencePassage): AnswerSource {
  return { document, confidence: confidenceLevel(documentScore) };
}

/** That of the best document cited: without any, nothing tells how well the answer is founded. */
function confidenceOf(cited: readonly EvidencePassage[]): ConfidenceLevel {
  if (cited.length === 0) return 'not_available';
  return confidenceLevel(Math.max(...cited.map(({ documentScore }) => documentScore)));
}

interface AnswerPrompt {
  messages: ChatMessage[];
  /** One per document, in the order of their numbers: `[1]` is the first. */
  sources: EvidencePassage[];
}

interface PromptRequest {
  query: string;
  language: Language;
  history: readonly ConversationMessage[];
  maxOutputTokens: number;
}

/** Tokens of a message besides its text, such as the markers of its role. */
const TOKENS_PER_MESSAGE = 16;
/** Fraction of the context that earlier messages may use. The rest is for the passages and the answer. */
const HISTORY_FRACTION = 0.25;
/** Tokens to spare, because counts are estimates. */
const MARGIN = 32;

/** The conversation, with as many of the best passages as the context has room for. No sources if it has room for none. */
export async function answerPrompt(
  request: PromptRequest,
  passages: readonly EvidencePassage[],
  model: LanguageModel,
): Promise<AnswerPrompt> {
  const fence = new Fence();
  const system = { role: 'system', text: instructions(request.language, fence) } as const;
  const room = model.contextTokens * HISTORY_FRACTION;
  const history = await recentThatFit(request.history.map(asChat), room, model);
  const question = `Question: ${request.query}`;
  const fixed = await Promise.all([system, ...history, { text: question }].map(({ text }) => model.countTokens(text)));
  const spent = fixed.reduce((sum, tokens) => sum + tokens + TOKENS_PER_MESSAGE, MARGIN + request.maxOutputTokens);
  const fitting = await thatFit(passages, { fence, model, room: model.contextTokens - spent });
  const text = `Passages:\n\n${fitting.blocks.join('\n\n')}\n\n${question}`;
  return { messages: [system, ...history, { role: 'user', text }], sources: fitting.sources };
}

function instructions(language: Language, fence: Fence): string {
  return [
    'You answer questions from numbered passages of documents, and from nothing else.',
    fence.rule,
    'After each statement, cite the passage it rests on with a space and its number in square brackets, like this. [1]',
    `If the passages do not hold the answer, say ${NOT_IN_PASSAGES} and nothing else. Never guess.`,
    `Answer in ${languageName(language)}, briefly.`,
  ].join('\n');
}

/** The passages that fit, in their order. All passages of a document have the same number. */
async function thatFit(
  passages: readonly EvidencePassage[],
  { fence, model, room }: { fence: Fence; model: LanguageModel; room: number },
): Promise<{ blocks: string[]; sources: EvidencePassage[] }> {
  const sources = new Map<string, EvidencePassage>();
  const blocks: string[] = [];
  let left = room;
  for (const passage of passages) {
    const { id, title } = passage.document;
    const number = sources.has(id) ? [...sources.keys()].indexOf(id) + 1 : sources.size + 1;
    const block = `[${number}]\n${fence.around(`${title}\n${withTableHeader(passage)}`)}`;
    const tokens = await model.countTokens(block);
    if (tokens > left) continue;
    left -= tokens;
    blocks.push(block);
    if (!sources.has(id)) sources.set(id, passage);
  }
  return { blocks, sources: [...sources.values()] };
}

import type { Language } from '../../domain/document/language.js';
import { type ConversationMessage, textOf } from '../../domain/search/generation.js';
import type { ChatMessage, LanguageModel } from '../../inference/language-model.js';
import { withoutCitations } from './citations.js';
import { Fence } from './fenced-text.js';
import type { EvidencePassage } from './find-evidence.js';
import { languageName } from './language-name.js';
import { recentThatFit } from './recent-messages.js';

/** What the model says, alone, when the passages don't hold the answer. */
export const NOT_IN_PASSAGES = 'NO_ANSWER';

export interface AnswerPrompt {
  messages: ChatMessage[];
  /** One for each document, in the order of their numbers: `[1]` is the first. */
  sources: EvidencePassage[];
}

export interface PromptRequest {
  query: string;
  language: Language;
  history: readonly ConversationMessage[];
  maxOutputTokens: number;
}

/** What the format of a conversation costs beside its texts. */
const TOKENS_PER_MESSAGE = 16;
/** Of what the model can read. The rest is for the passages and the answer. */
const HISTORY_SHARE = 0.25;
/** Room for what a count may be off by. */
const MARGIN = 32;

/** The conversation, with as many of the best passages as the model has room for. Without sources none has. */
export async function answerPrompt(
  request: PromptRequest,
  passages: readonly EvidencePassage[],
  model: LanguageModel,
): Promise<AnswerPrompt> {
  const fence = new Fence();
  const system = { role: 'system', text: instructions(request.language, fence) } as const;
  const room = model.contextTokens * HISTORY_SHARE;
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
    'After each statement, cite the passage it rests on with its number in square brackets, like [1].',
    `If the passages do not hold the answer, say ${NOT_IN_PASSAGES} and nothing else. Never guess.`,
    `Answer in ${languageName(language)}, briefly.`,
  ].join('\n');
}

export function asChat(message: ConversationMessage): ChatMessage {
  const text = textOf(message);
  return { role: message.role, text: message.role === 'assistant' ? withoutCitations(text) : text };
}

/** In their order, each document with one number, however many of its passages there are. What has no room is left out. */
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
    const block = `[${number}]\n${fence.around(`${title}\n${passage.text}`)}`;
    const tokens = await model.countTokens(block);
    if (tokens > left) continue;
    left -= tokens;
    blocks.push(block);
    if (!sources.has(id)) sources.set(id, passage);
  }
  return { blocks, sources: [...sources.values()] };
}

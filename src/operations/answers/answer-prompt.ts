import type { Language } from '../../domain/document/language.js';
import type { ConversationMessage } from '../../domain/search/generation.js';
import type { ChatMessage, LanguageModel } from '../../inference/language-model.js';
import type { EvidencePassage } from './find-evidence.js';
import { asChat, Fence, languageName, recentThatFit } from './model-work.js';

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

/** Tokens of a message beside its text, such as the markers of its role. */
const TOKENS_PER_MESSAGE = 16;
/** Fraction of the context that earlier messages may take. The rest is for the passages and the answer. */
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
    'After each statement, cite the passage it rests on with its number in square brackets, like [1].',
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
    const block = `[${number}]\n${fence.around(`${title}\n${passage.text}`)}`;
    const tokens = await model.countTokens(block);
    if (tokens > left) continue;
    left -= tokens;
    blocks.push(block);
    if (!sources.has(id)) sources.set(id, passage);
  }
  return { blocks, sources: [...sources.values()] };
}

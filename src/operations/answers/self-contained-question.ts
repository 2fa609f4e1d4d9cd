import type { AnswerRequest } from './answer.js';
import { asChat } from './answer-prompt.js';
import { Fence } from './fenced-text.js';
import type { ModelWork } from './model-work.js';
import { recentThatFit } from './recent-messages.js';

const MOST_TOKENS = 128;
/** A longer one is no question any more. */
const LONGEST = 1_000;

/**
 * The question as it would be asked without the conversation before it, so that it can be searched for. The question
 * itself where there was none, or where the model makes nothing of it.
 */
export async function selfContainedQuestion(
  { query, history, signal }: Pick<AnswerRequest, 'query' | 'history' | 'signal'>,
  work: ModelWork,
): Promise<string> {
  if (history.length === 0) return query;
  const fence = new Fence();
  const recent = await recentThatFit(history.map(asChat), work.model.contextTokens / 2, work.model);
  const said = recent.map(({ role, text }) => `${role}: ${text}`);
  const system =
    'You rewrite the last question of a conversation so that it can be understood without the conversation: put names in the ' +
    `place of words like "it" or "there". Keep its language. Say the question alone, nothing else.\n${fence.rule}`;
  const text = `Conversation:\n${fence.around(said.join('\n'))}\n\nLast question:\n${fence.around(query)}`;
  const { text: written } = await work.generate({
    messages: [
      { role: 'system', text: system },
      { role: 'user', text },
    ],
    maxOutputTokens: MOST_TOKENS,
    temperature: 0,
    signal,
  });
  const question = written.trim();
  return question === '' || question.length > LONGEST ? query : question;
}

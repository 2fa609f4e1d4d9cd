import type { ChatMessage, LanguageModel } from '../../inference/language-model.js';

/** The latest messages of a conversation that have room together. */
export async function recentThatFit(
  messages: readonly ChatMessage[],
  room: number,
  model: Pick<LanguageModel, 'countTokens'>,
): Promise<ChatMessage[]> {
  let left = room;
  let first = messages.length;
  while (first > 0) {
    left -= await model.countTokens(messages[first - 1].text);
    if (left < 0) break;
    first--;
  }
  return messages.slice(first);
}

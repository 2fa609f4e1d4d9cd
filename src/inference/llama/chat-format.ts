import type { ChatMessage } from '../language-model.js';
import type { ChatHistoryItem, ChatWrapper, LlamaLibrary, LlamaModel } from './llama-library.js';
import type { Handling } from './writer-messages.js';

/**
 * The library knows the formats of common models by name. For SmolLM2 that is ChatML with a token before it that starts a
 * message, so that the conversation begins with two of them; the template in its file has one.
 */
export function chatWrapperOf(
  library: LlamaLibrary,
  model: LlamaModel,
  { chatFormat }: Pick<Handling, 'chatFormat'>,
): ChatWrapper {
  return chatFormat === 'usual'
    ? library.resolveChatWrapper(model)
    : library.resolveChatWrapper(model, { type: 'jinjaTemplate' });
}

/** The conversation, ending with the answer that is to be written. */
export function historyOf(
  messages: readonly ChatMessage[],
  { chatFormat }: Pick<Handling, 'chatFormat'>,
): ChatHistoryItem[] {
  const ordered = chatFormat === 'usual' ? messages : withInstructionLast(messages);
  const items = ordered.map(({ role, text }): ChatHistoryItem => {
    return role === 'assistant' ? { type: 'model', response: [text] } : { type: role, text };
  });
  return [...items, { type: 'model', response: [] }];
}

/**
 * What the system says, at the end of what the user says last: a very small model heeds what it read a moment ago. Where the
 * user says nothing, the system's message stays one.
 */
function withInstructionLast(messages: readonly ChatMessage[]): ChatMessage[] {
  const instructions = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  const conversation = messages.filter(({ role }) => role !== 'system');
  const last = conversation.at(-1);
  if (last === undefined) return [...messages];
  const said = last?.role === 'user' ? [last.text] : [];
  const text = [...said, ...instructions].join('\n\n');
  return [...conversation.slice(0, conversation.length - said.length), { role: 'user', text }];
}

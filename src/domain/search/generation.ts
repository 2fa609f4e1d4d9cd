export const SPEAKERS = ['user', 'assistant'] as const;
export type Speaker = (typeof SPEAKERS)[number];

/** One turn of a conversation. What was said may come in several parts. */
export interface ConversationMessage {
  role: Speaker;
  content: { text: string }[];
}

export function messageOf(role: Speaker, text: string): ConversationMessage {
  return { role, content: [{ text }] };
}

export function textOf({ content }: ConversationMessage): string {
  return content.map(({ text }) => text).join('\n');
}

/** Why a text ends where it does: it is complete, its budget was spent, or nobody can say. */
export const STOP_REASONS = ['end_turn', 'max_tokens', 'not_available'] as const;

export type StopReason = (typeof STOP_REASONS)[number];

/** What language models read and wrote for a request; `model` is null where none was asked. */
export interface LanguageModelUsage {
  inputTokens: number;
  outputTokens: number;
  model: string | null;
}

export const NO_LANGUAGE_MODEL: LanguageModelUsage = { inputTokens: 0, outputTokens: 0, model: null };

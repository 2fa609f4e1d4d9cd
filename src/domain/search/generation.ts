export const SPEAKERS = ['user', 'assistant'] as const;
export type Speaker = (typeof SPEAKERS)[number];

/** One message of a conversation. Its text may be in several parts. */
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

/** Why a generated text ends: it is complete, the token limit was reached, or unknown. */
export const STOP_REASONS = ['end_turn', 'max_tokens', 'not_available'] as const;

export type StopReason = (typeof STOP_REASONS)[number];

/** The language model tokens of a request; `model` is null if none was used. */
export interface LanguageModelUsage {
  inputTokens: number;
  outputTokens: number;
  model: string | null;
}

export const NO_LANGUAGE_MODEL: LanguageModelUsage = { inputTokens: 0, outputTokens: 0, model: null };

const FIRST_WIDE_SCRIPT = 0x2e80;
const NARROW_CHARACTERS_PER_TOKEN = 4;

/**
 * Estimates the number of tokens without a tokenizer: one per Chinese, Japanese or Korean character, one per four other
 * characters.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  let narrow = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= FIRST_WIDE_SCRIPT && unit < 0xd800) wide++;
    else narrow++;
  }
  return wide + Math.ceil(narrow / NARROW_CHARACTERS_PER_TOKEN);
}

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

const FIRST_WIDE_SCRIPT = 0x2e80;
const NARROW_CHARACTERS_PER_TOKEN = 4;

/**
 * About how many tokens an encoder would make of a text: one for each character of Chinese, Japanese and Korean, one
 * for every four characters of anything else. An estimate until the encoder's own tokenizer counts; it is one pass.
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

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

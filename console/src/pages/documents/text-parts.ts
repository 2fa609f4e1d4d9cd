import type { DocumentPassages } from '@sextant/client';

export type Passage = DocumentPassages['data'][number];

export interface TextPart {
  start: number;
  text: string;
  /** Counts the passages; null for what is between them. */
  number: number | null;
}

/** The whole content in order, cut where passages begin and end. */
export function partsOf(content: string, passages: readonly Passage[]): TextPart[] {
  const parts: TextPart[] = [];
  let reached = 0;
  for (const [index, { start, end }] of passages.entries()) {
    if (start > reached) addBetween(parts, content, reached, start);
    const from = Math.max(start, reached);
    if (end > from) parts.push({ start: from, text: content.slice(from, end), number: index + 1 });
    reached = Math.max(reached, end);
  }
  if (reached < content.length) addBetween(parts, content, reached, content.length);
  return parts;
}

/** White space alone is not worth a line. */
function addBetween(parts: TextPart[], content: string, start: number, end: number): void {
  const text = content.slice(start, end);
  if (text.trim() !== '') parts.push({ start, text, number: null });
}

/** The part that has the words, or that has the place; -1 if none does. */
export function partWith(parts: readonly TextPart[], wanted: string | number): number {
  if (typeof wanted === 'number') {
    return parts.findIndex(({ start, text }) => wanted >= start && wanted < start + text.length);
  }
  const words = inOneLine(wanted);
  return words === '' ? -1 : parts.findIndex(({ text }) => inOneLine(text).includes(words));
}

/** White space may have been changed on the way. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

import type { Language } from '../../domain/document/language.js';
import type { OperationContext } from '../context.js';

/** Limits the time a long text takes: a request must not take minutes. */
const MAX_PASSAGES = 12;

/** Passages of each text, evenly spread over a long one; at least one, the text itself. */
export async function samplePassages(
  texts: readonly { text: string; language: Language }[],
  { split }: Pick<OperationContext, 'split'>,
): Promise<string[][]> {
  const ranges = await split(texts.map(({ text, language }) => ({ content: text, language })));
  return texts.map(({ text }, index) => {
    if (ranges[index].length <= 1) return [text];
    return evenlySpread(ranges[index], MAX_PASSAGES).map(({ start, end }) => text.slice(start, end));
  });
}

/** At most `max` of the items at equal distances, the first and the last included. */
export function evenlySpread<Item>(items: readonly Item[], max: number): Item[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, i) => items[Math.round((i * (items.length - 1)) / (max - 1))]);
}

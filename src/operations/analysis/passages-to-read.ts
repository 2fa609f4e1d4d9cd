import type { Language } from '../../domain/document/language.js';
import type { OperationContext } from '../context.js';
import { evenlySpread } from './evenly-spread.js';

/** Of a longer text only so many passages are read, evenly spread: a request must not take minutes. */
const MOST_PASSAGES = 12;

/** The passages of each text; at least one, the text itself. */
export async function passagesToRead(
  texts: readonly { text: string; language: Language }[],
  { split }: Pick<OperationContext, 'split'>,
): Promise<string[][]> {
  const ranges = await split(texts.map(({ text, language }) => ({ content: text, language })));
  return texts.map(({ text }, index) => {
    if (ranges[index].length <= 1) return [text];
    return evenlySpread(ranges[index], MOST_PASSAGES).map(({ start, end }) => text.slice(start, end));
  });
}

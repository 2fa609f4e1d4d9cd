import { evenlySpread } from '../../algorithms/evenly-spread.js';
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

import type { LanguageModel } from '../../inference/language-model.js';

/** A part is never shorter, however small the room is: the model must be able to read something. In UTF-16 units. */
const SHORTEST = 400;

/** A text cut into parts that a model has room for, at the ends of lines and sentences where there are any. */
export async function partsThatFit(
  text: string,
  room: number,
  model: Pick<LanguageModel, 'countTokens'>,
): Promise<string[]> {
  const tokens = await model.countTokens(text);
  if (tokens <= room) return text === '' ? [] : [text];
  const length = Math.max(SHORTEST, Math.floor((text.length * room) / tokens));
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + length >= text.length ? text.length : borderBefore(text, start, start + length);
    parts.push(text.slice(start, end).trim());
    start = end;
  }
  return parts.filter((part) => part !== '');
}

const BORDERS = ['\n', '. ', '。', ' '];

/** The last border in the second half of what fits; the middle of a word where there is none. */
function borderBefore(text: string, start: number, end: number): number {
  const half = start + Math.floor((end - start) / 2);
  for (const border of BORDERS) {
    const place = text.lastIndexOf(border, end - border.length);
    if (place > half) return place + border.length;
  }
  return end;
}

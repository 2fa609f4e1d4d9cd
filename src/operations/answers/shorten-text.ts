import { DEFAULT_LANGUAGE } from '../../domain/document/language.js';
import type { LanguageModel } from '../../inference/language-model.js';
import { wordEnd, wordStart } from '../../text/borders.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import { sentencesOf } from '../../text/sentences/sentences.js';
import type { TextRange } from '../../text/text-range.js';

type TokenCounter = Pick<LanguageModel, 'countTokens'>;

/** Replaces the part that was left out, in any language. */
const MARK = '[…]';
/** The beginning of a text says most about it, the end gives its conclusion. */
const BEGINNING_FRACTION = 2 / 3;
/** Aims slightly below the limit, because parts of a text differ in tokens per character. */
const CAUTION = 0.96;
const MOST_ROUNDS = 6;

/** Shortens a text to at most `room` tokens by leaving out its middle, cut between sentences unless they are very long. */
export async function textThatFits(text: string, room: number, model: TokenCounter): Promise<string> {
  let fitting = text;
  let length = text.length;
  let tokens = await model.countTokens(text);
  for (let round = 0; tokens > room && round < MOST_ROUNDS; round++) {
    length = Math.floor((length * CAUTION * Math.max(0, room)) / tokens);
    fitting = withoutMiddle(text, length);
    tokens = await model.countTokens(fitting);
  }
  return fitting;
}

/** The beginning and the end of a text, together about `length` UTF-16 units. */
function withoutMiddle(text: string, length: number): string {
  const sentences = sentencesOf(text, detectLanguage(text) ?? DEFAULT_LANGUAGE);
  const headEnd = lastEnd(text, sentences, Math.floor(length * BEGINNING_FRACTION));
  const tailStart = firstStart(text, sentences, text.length - Math.floor(length * (1 - BEGINNING_FRACTION)));
  return `${text.slice(0, headEnd).trimEnd()}\n${MARK}\n${text.slice(tailStart).trimStart()}`;
}

/** The end of the last sentence before a place, or of the last word if that would lose more than half. */
function lastEnd(text: string, sentences: readonly TextRange[], place: number): number {
  const end = sentences.findLast((sentence) => sentence.end <= place)?.end ?? 0;
  return end > place / 2 ? end : wordEnd(text, place, Math.floor(place / 2));
}

/** The start of the first sentence after a place, or of the first word if that would lose more than half. */
function firstStart(text: string, sentences: readonly TextRange[], place: number): number {
  const middle = Math.ceil((place + text.length) / 2);
  const start = sentences.find((sentence) => sentence.start >= place)?.start ?? text.length;
  return start < middle ? start : wordStart(text, place, middle);
}

/** The minimum length of a part, even if it exceeds the limit. In UTF-16 units. */
const SHORTEST_PART = 400;

/** Splits a text into parts of at most `room` tokens, at the ends of lines or sentences if possible. */
export async function partsThatFit(text: string, room: number, model: TokenCounter): Promise<string[]> {
  const tokens = await model.countTokens(text);
  if (tokens <= room) return text === '' ? [] : [text];
  const length = Math.max(SHORTEST_PART, Math.floor((text.length * room) / tokens));
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

/** The last border in the second half of the part; if there is none, `end`, which may be inside a word. */
function borderBefore(text: string, start: number, end: number): number {
  const half = start + Math.floor((end - start) / 2);
  for (const border of BORDERS) {
    const place = text.lastIndexOf(border, end - border.length);
    if (place > half) return place + border.length;
  }
  return end;
}

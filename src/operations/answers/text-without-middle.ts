import { DEFAULT_LANGUAGE } from '../../domain/document/language.js';
import type { LanguageModel } from '../../inference/language-model.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import { sentencesOf } from '../../text/sentences/sentences.js';
import type { TextRange } from '../../text/text-range.js';
import { wordEnd, wordStart } from '../../text/word-border.js';

/** Stands where a part was left out, in any language. */
const MARK = '[…]';
/** A text says at its beginning what it is about, and at its end what comes of it. */
const BEGINNING = 2 / 3;
/** A little less than there seems to be room for: parts of a text differ in how many tokens they have for their length. */
const CAUTION = 0.96;
const MOST_ROUNDS = 6;

/** A text without its middle, so that a model has room for it: whole sentences where they are not too long. */
export async function textThatFits(
  text: string,
  room: number,
  model: Pick<LanguageModel, 'countTokens'>,
): Promise<string> {
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

/** The beginning and the end of a text, about as long together as asked, in UTF-16 units. */
function withoutMiddle(text: string, length: number): string {
  const sentences = sentencesOf(text, detectLanguage(text) ?? DEFAULT_LANGUAGE);
  const headEnd = lastEnd(text, sentences, Math.floor(length * BEGINNING));
  const tailStart = firstStart(text, sentences, text.length - Math.floor(length * (1 - BEGINNING)));
  return `${text.slice(0, headEnd).trimEnd()}\n${MARK}\n${text.slice(tailStart).trimStart()}`;
}

/** The end of the last sentence up to a place; of a word, where that would lose more than half. */
function lastEnd(text: string, sentences: readonly TextRange[], place: number): number {
  const end = sentences.findLast((sentence) => sentence.end <= place)?.end ?? 0;
  return end > place / 2 ? end : wordEnd(text, place, Math.floor(place / 2));
}

/** The start of the first sentence from a place on; of a word, where that would lose more than half. */
function firstStart(text: string, sentences: readonly TextRange[], place: number): number {
  const middle = Math.ceil((place + text.length) / 2);
  const start = sentences.find((sentence) => sentence.start >= place)?.start ?? text.length;
  return start < middle ? start : wordStart(text, place, middle);
}

import type { Language } from '../../domain/document/language.js';
import { isSpace, skipSpace, type TextRange, trimmedEnd } from '../text-range.js';
import { isEastAsian } from '../unspaced-scripts.js';
import { EnclosedPlaces, enclosuresOf } from './enclosures.js';
import { goesOnAfterStop, goesOnInLowerCase } from './full-stops.js';
import { goesOnAfterQuote, isSpeechInCharacters } from './quoted-ends.js';
import { type EndOfSentence, endingOf, isOpeningBracket, isSentenceSign, readEnd } from './sentence-signs.js';
import { thaiUnits } from './thai-units.js';

const NEW_LINE = 0x0a;
const FULL_STOP = 0x2e;
const ELLIPSIS = 0x2026;
const WIDE_FULL_STOP = 0xff0e;
const ASCII_ASKS_OR_CALLS = new Set([0x21, 0x3f]);
const WIDE_DIGIT_OR_LATIN = /[\d０-９a-zA-ZＡ-Ｚａ-ｚ]/;

/** In columns. Hard-wrapped text has longer lines, so the break after a shorter one is a real one. */
const SHORT_LINE = 45;
const LIST_MARK = /^(?:[-*•‣–◦▪●]|\(?\d{1,3}[.)]|\(?[a-z][)]|[①-⑳])\s/;
/** Borders of cells: a row of a table is a line of its own, however long. A tab after the mark of a list item is none. */
const CELL_BORDER = /^\|.*\||\s\|\s|[^\s.)•*–-]\t+\S/;
const THAI = /[\u0e01-\u0e5b]/;
/** In UTF-16 units. Longer quotations and brackets are divided like other text. */
const LONGEST_ENCLOSURE = 300;

/**
 * The sentences of a text in order, without the white space around them. Together they cover everything that is not blank.
 * A heading, a list item and a table row are sentences too; a quotation is not divided. Thai, which has no sign at the end of a
 * sentence, is divided into units of that length, whatever language the text is said to be in.
 */
export function sentencesOf(text: string, language: Language): TextRange[] {
  const sentences = signedSentences(text, language);
  return THAI.test(text) ? sentences.flatMap((sentence) => thaiUnits(text, sentence)) : sentences;
}

/** The sentences as far as signs and lines show them. */
function signedSentences(text: string, language: Language): TextRange[] {
  const sentences: TextRange[] = [];
  const enclosed = new EnclosedPlaces(enclosuresOf(text, LONGEST_ENCLOSURE));
  let start = skipSpace(text, 0);
  let i = start;
  while (i < text.length) {
    const end = sentenceEndAt(text, i, { start, language, enclosed });
    if (end <= i) {
      i++;
      continue;
    }
    sentences.push({ start, end: trimmedEnd(text, start, end) });
    start = skipSpace(text, end);
    i = start;
  }
  if (start < text.length) sentences.push({ start, end: trimmedEnd(text, start, text.length) });
  return sentences;
}

interface OpenSentence {
  start: number;
  language: Language;
  enclosed: EnclosedPlaces;
}

/** The end of the sentence, if the unit at `i` ends it; otherwise `i` or less. */
function sentenceEndAt(text: string, i: number, sentence: OpenSentence): number {
  const unit = text.charCodeAt(i);
  if (unit > 0x3f && unit < 0x80) return i;
  if (isSpace(unit)) return endsAtSpace(text, i) ? i + 1 : i;
  const ending = endingOf(unit, sentence.language);
  if (ending === null || !isFirstSign(text, i)) return i;
  const read = readEnd(text, i + 1);
  if (sentence.enclosed.has(read.end)) return i;
  if (ending === 'always' || isBetweenCharacters(text, i, read.end)) {
    return endsWithoutSpace(text, i, { ...read, start: sentence.start }) && !isQuotedIn(text, sentence.language, read)
      ? read.end
      : i;
  }
  if (read.end < text.length && !isSpace(text.charCodeAt(read.end))) return i;
  return read.end < text.length && goesOn(text, i, { ...sentence, read }) ? i : read.end;
}

/** A run of signs is examined at its first sign only; otherwise a long run would take quadratic time. */
function isFirstSign(text: string, i: number): boolean {
  return i === 0 || !isSentenceSign(text.charCodeAt(i - 1));
}

/** A full stop in wide digits is a decimal point or the mark of a list item; a title in 《》 and a remark in brackets end nothing. */
function endsWithoutSpace(
  text: string,
  i: number,
  { end, closesBracket, start }: EndOfSentence & { start: number },
): boolean {
  if (text.charCodeAt(i) === WIDE_FULL_STOP && i > 0 && WIDE_DIGIT_OR_LATIN.test(text[i - 1])) return false;
  if (!closesBracket || end >= text.length || isSpace(text.charCodeAt(end))) return true;
  return isOpeningBracket(text.charCodeAt(start));
}

/** Whether the sentence is quoted in another one, which goes on after it. */
function isQuotedIn(text: string, language: Language, read: EndOfSentence): boolean {
  if (!read.closesQuote || read.end >= text.length) return false;
  if (isSpace(text.charCodeAt(read.end))) return goesOnAfterQuote(text, read, language);
  return isSpeechInCharacters(text, read.end);
}

/** "本当に?はい": Chinese and Japanese need no space after a narrow sign. */
function isBetweenCharacters(text: string, i: number, end: number): boolean {
  return (
    ASCII_ASKS_OR_CALLS.has(text.charCodeAt(i)) &&
    isEastAsian(text.charCodeAt(i - 1)) &&
    isEastAsian(text.charCodeAt(end))
  );
}

/** Whether the sentence goes on after an end that white space follows. */
function goesOn(text: string, i: number, { start, language, read }: OpenSentence & { read: EndOfSentence }): boolean {
  const { signs, end, closesQuote, closesBracket } = read;
  // "(!)" and "[...]" are remarks.
  if (closesBracket && isOpeningBracket(text.charCodeAt(i - 1))) return true;
  const unit = text.charCodeAt(i);
  if (unit === FULL_STOP && end === i + 1) return goesOnAfterStop({ text, at: i, sentence: start, language });
  if (goesOnAfterQuote(text, { end, closesQuote }, language)) return true;
  const isEllipsis = unit === ELLIPSIS || (unit === FULL_STOP && signs > i + 1);
  return (isEllipsis || closesBracket) && goesOnInLowerCase(text, end);
}

/** Whether a line is written like a row of a table. */
export function isTableLine(line: string): boolean {
  return CELL_BORDER.test(line);
}

function endsAtSpace(text: string, i: number): boolean {
  if (text.charCodeAt(i) !== NEW_LINE) return false;
  const next = skipSpace(text, i);
  if (text.slice(i + 1, next).includes('\n')) return true;
  const line = lineBefore(text, i);
  return isShort(line) || isTableLine(line) || LIST_MARK.test(text.slice(next, next + 6));
}

/** Chinese and Japanese characters are two columns wide. */
function isShort(line: string): boolean {
  if (line.length >= SHORT_LINE) return false;
  let columns = line.length;
  for (let i = 0; i < line.length; i++) if (isEastAsian(line.charCodeAt(i))) columns++;
  return columns < SHORT_LINE;
}

/** The line that ends at `end`, but at most its last 200 units, to bound the time for endless lines. */
function lineBefore(text: string, end: number): string {
  const from = Math.max(0, end - 200);
  return text.slice(Math.max(from, text.lastIndexOf('\n', end - 1) + 1), end).trim();
}

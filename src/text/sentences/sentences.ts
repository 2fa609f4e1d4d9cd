import type { Language } from '../../domain/document/language.js';
import { isSpace, skipSpace, type TextRange, trimmedEnd } from '../text-range.js';
import { isAbbreviation } from './abbreviations.js';
import { thaiUnits } from './thai-units.js';

const NEW_LINE = 0x0a;
const FULL_STOP = 0x2e;

/** These signs end a sentence if white space follows. */
const ENDS_BEFORE_SPACE = new Set([...'.!?…‼⁇⁈⁉։؟۔።'].map((sign) => sign.charCodeAt(0)));
/** These signs end a sentence whatever follows. */
const ENDS_ALWAYS = new Set([...'。！？｡．।॥؟۔'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([...`"'’”»›)]}」』）】〉》”`].map((sign) => sign.charCodeAt(0)));
const GREEK_QUESTION_MARKS = new Set([0x3b, 0x37e]);

/** In UTF-16 units. Hard-wrapped text has longer lines, so the break after a shorter one is a real one. */
const SHORT_LINE = 45;
const LIST_MARK = /^(?:[-*•‣–]|\d{1,3}[.)])\s/;
const CELL_BORDER = ' | ';
const LOWER_CASE = /^\p{Ll}/u;
const LONGEST_ABBREVIATION = 12;
const THAI = /[\u0e01-\u0e5b]/;

/**
 * The sentences of a text in order, without the white space around them. Together they cover everything that is not blank.
 * A heading, a list item and a table row are sentences too. Thai, which has no sign at the end of a sentence, is divided into units of
 * that length, whatever language the text is said to be in.
 */
export function sentencesOf(text: string, language: Language): TextRange[] {
  const sentences = signedSentences(text, language);
  return THAI.test(text) ? sentences.flatMap((sentence) => thaiUnits(text, sentence)) : sentences;
}

/** The sentences as far as signs and lines show them. */
function signedSentences(text: string, language: Language): TextRange[] {
  const sentences: TextRange[] = [];
  let start = skipSpace(text, 0);
  let i = start;
  while (i < text.length) {
    const end = sentenceEndAt(text, i, language);
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

/** The end of the sentence, if the unit at `i` ends it; otherwise `i` or less. */
function sentenceEndAt(text: string, i: number, language: Language): number {
  const unit = text.charCodeAt(i);
  if (unit > 0x3f && unit < 0x80) return i;
  if (isSpace(unit)) return endsAtSpace(text, i) ? i + 1 : i;
  const strong = ENDS_ALWAYS.has(unit);
  if (!strong && !ENDS_BEFORE_SPACE.has(unit) && !(language === 'el' && GREEK_QUESTION_MARKS.has(unit))) return i;
  // A run of signs is examined at its first sign only; otherwise a long run would take quadratic time.
  if (i > 0 && isSentenceSign(text.charCodeAt(i - 1)) && !strong) return i;
  const end = skipSigns(text, i + 1);
  if (strong || end === text.length) return end;
  if (!isSpace(text.charCodeAt(end))) return i;
  return unit === FULL_STOP && end === i + 1 && goesOn(text, i, language) ? i : end;
}

function isSentenceSign(unit: number): boolean {
  return ENDS_BEFORE_SPACE.has(unit) || ENDS_ALWAYS.has(unit);
}

function skipSigns(text: string, from: number): number {
  let end = from;
  while (end < text.length && isSentenceSign(text.charCodeAt(end))) end++;
  while (end < text.length && CLOSING.has(text.charCodeAt(end))) end++;
  return end;
}

/** Whether the sentence goes on after the full stop at `i`, which white space follows. */
function goesOn(text: string, i: number, language: Language): boolean {
  const next = skipSpace(text, i + 1);
  const following = text.slice(next, next + 2);
  if (LOWER_CASE.test(following)) return true;
  return isAbbreviation(wordBefore(text, i), following, language);
}

function wordBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LONGEST_ABBREVIATION && !isSpace(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}

function endsAtSpace(text: string, i: number): boolean {
  if (text.charCodeAt(i) !== NEW_LINE) return false;
  const next = skipSpace(text, i);
  if (text.slice(i + 1, next).includes('\n')) return true;
  const line = lineBefore(text, i);
  return line.length < SHORT_LINE || line.includes(CELL_BORDER) || LIST_MARK.test(text.slice(next, next + 5));
}

/** The line that ends at `end`, but at most its last 200 units, to bound the time for endless lines. */
function lineBefore(text: string, end: number): string {
  const from = Math.max(0, end - 200);
  return text.slice(Math.max(from, text.lastIndexOf('\n', end - 1) + 1), end).trim();
}

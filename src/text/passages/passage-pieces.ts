import type { Language } from '../../domain/document/language.js';
import { characterBorderBefore } from '../borders.js';
import { sentencesOf } from '../sentences/sentences.js';
import { isSpace, type TextRange, trimmedEnd } from '../text-range.js';
import { isEastAsian, isSouthEastAsian } from '../unspaced-scripts.js';

/** What passages are put together from: a sentence, a heading, or part of a sentence that is too long. */
export interface PassagePiece extends TextRange {
  words: number;
  /** What begins with the piece; `cut` is the middle of a sentence that was too long. */
  begins: 'paragraph' | 'sentence' | 'cut';
  isHeading: boolean;
}

/** In words. Pieces of at most half a passage can always be combined to passages that are neither too long nor tiny. */
const LONGEST_SENTENCE = 100;
const WORDS_OF_A_CUT = 50;
/** In UTF-16 units, as long as a title may be. */
const LONGEST_HEADING = 250;
/** So many sentences without a word belong to the piece before them: rulers, empty rows. Ordinary texts have a few in a row. */
const MOST_WORDLESS = 20;

const ENDS_LIKE_A_SENTENCE = /[.!?…。！？।؟,;]["'’”»)\]]*$/u;
const BULLET = /^[-*•‣–]\s/;

/**
 * The pieces of a content in order. Each counts as one word at least, and takes a bounded number of sentences, so no passage has
 * more than some thousands of them, whatever signs it consists of.
 */
export function piecesOf(content: string, language: Language): PassagePiece[] {
  const pieces: PassagePiece[] = [];
  const sentences = sentencesOf(content, language);
  let wordless = 0;
  for (let i = 0; i < sentences.length; i++) {
    const words = countWords(content, sentences[i]);
    const last = pieces.at(-1);
    if (words < 1 && last !== undefined && wordless < MOST_WORDLESS) {
      last.end = sentences[i].end;
      wordless++;
      continue;
    }
    if (words > LONGEST_SENTENCE) pieces.push(...cutSentence(content, sentences[i]));
    else pieces.push({ ...describeSentence(content, sentences, i), words: Math.max(1, words) });
    wordless = 0;
  }
  return pieces;
}

function describeSentence(content: string, sentences: TextRange[], i: number): Omit<PassagePiece, 'words'> {
  const { start, end } = sentences[i];
  const begins = i === 0 || blankLineBetween(content, sentences[i - 1], sentences[i]) ? 'paragraph' : 'sentence';
  const isLast = i === sentences.length - 1;
  const isHeading = begins === 'paragraph' && !isLast && looksLikeHeading(content, sentences[i], sentences[i + 1]);
  return { start, end, begins, isHeading };
}

function blankLineBetween(content: string, before: TextRange, after: TextRange): boolean {
  const gap = content.slice(before.end, after.start);
  return gap.indexOf('\n') !== gap.lastIndexOf('\n');
}

/** A separate line that doesn't end like a sentence: "3. Results", "What you need:". */
function looksLikeHeading(content: string, line: TextRange, next: TextRange): boolean {
  if (!content.slice(line.end, next.start).includes('\n')) return false;
  if (line.end - line.start > LONGEST_HEADING) return false;
  const text = content.slice(line.start, line.end);
  return !ENDS_LIKE_A_SENTENCE.test(text) && !BULLET.test(text);
}

/** Cuts a sentence into parts of about equal length: between words where there are any, never through a character. */
function cutSentence(content: string, sentence: TextRange): PassagePiece[] {
  const pieces: PassagePiece[] = [];
  const counter = new WordCounter();
  let start = sentence.start;
  let words = 0;
  for (let i = start; i < sentence.end; i++) {
    const worth = counter.next(content.charCodeAt(i));
    const border = words + worth > WORDS_OF_A_CUT ? characterBorderBefore(content, i) : start;
    if (border > start) {
      pieces.push(cutPiece(content, { start, end: border }, pieces.length));
      start = border;
      words = 0;
    }
    words += worth;
  }
  pieces.push(cutPiece(content, { start, end: sentence.end }, pieces.length));
  return pieces;
}

function cutPiece(content: string, { start, end }: TextRange, index: number): PassagePiece {
  const last = trimmedEnd(content, start, end);
  const words = Math.max(1, countWords(content, { start, end: last }));
  return { start, end: last, words, begins: index === 0 ? 'paragraph' : 'cut', isHeading: false };
}

/** Averages of what a dictionary finds in ordinary text. Close enough for the length of a passage, and much faster. */
const CHARACTERS_PER_EAST_ASIAN_WORD = 1.7;
const CHARACTERS_PER_SOUTH_EAST_ASIAN_WORD = 4;
/** In UTF-16 units. A longer run without spaces is data; it counts as several words, so that no passage grows without end. */
const LONGEST_WORD = 20;

/** Roughly the number of words in a part of a text. */
export function countWords(text: string, { start, end }: TextRange): number {
  const counter = new WordCounter();
  let words = 0;
  for (let i = start; i < end; i++) words += counter.next(text.charCodeAt(i));
  return words;
}

/** Counts words while a text is read unit by unit. */
class WordCounter {
  #runLength = 0;

  /** What the next unit adds: 1 where a word begins, a fraction for a character of a script without spaces, otherwise 0. */
  next(unit: number): number {
    if (isEastAsian(unit)) return this.#endRun(1 / CHARACTERS_PER_EAST_ASIAN_WORD);
    if (isSouthEastAsian(unit)) return this.#endRun(1 / CHARACTERS_PER_SOUTH_EAST_ASIAN_WORD);
    if (isSpace(unit)) return this.#endRun(0);
    if (this.#runLength === 0 && isAsciiSign(unit)) return 0;
    return this.#runLength++ % LONGEST_WORD === 0 ? 1 : 0;
  }

  #endRun(worth: number): number {
    this.#runLength = 0;
    return worth;
  }
}

function isAsciiSign(unit: number): boolean {
  return unit < 0x30 || (unit > 0x39 && unit < 0x41) || (unit > 0x5a && unit < 0x61) || (unit > 0x7a && unit < 0x80);
}

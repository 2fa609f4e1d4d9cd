import type { Language } from '../../domain/document/language.js';
import { characterBorderBefore } from '../character-border.js';
import { sentencesOf } from '../sentences/sentences.js';
import type { TextRange } from '../text-range.js';
import { countWords, isSpace, WordCounter } from '../word-count.js';

/** What passages are put together from: a sentence, a heading, or part of a sentence that is too long. */
export interface PassagePiece extends TextRange {
  words: number;
  begins: 'paragraph' | 'sentence' | 'cut';
  isHeading: boolean;
}

/** With pieces no longer than half a passage, passages that are neither too long nor tiny can always be made. */
const LONGEST_SENTENCE = 100;
const WORDS_OF_A_CUT = 50;
/** In UTF-16 units, as long as a title may be. */
const LONGEST_HEADING = 250;

const ENDS_LIKE_A_SENTENCE = /[.!?…。！？।؟,;]["'’”»)\]]*$/u;
const BULLET = /^[-*•‣–]\s/;

/** The pieces of a content in order. Each holds a word at least, so their number is bounded by the words. */
export function piecesOf(content: string, language: Language): PassagePiece[] {
  const pieces: PassagePiece[] = [];
  const sentences = sentencesOf(content, language);
  for (let i = 0; i < sentences.length; i++) {
    const words = countWords(content, sentences[i]);
    const last = pieces.at(-1);
    if (words < 1 && last !== undefined) last.end = sentences[i].end;
    else if (words > LONGEST_SENTENCE) pieces.push(...cutSentence(content, sentences[i]));
    else pieces.push({ ...describeSentence(content, sentences, i), words: Math.max(1, words) });
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

/** A line of its own that doesn't end like a sentence: "3. Results", "What you need:". */
function looksLikeHeading(content: string, line: TextRange, next: TextRange): boolean {
  if (!content.slice(line.end, next.start).includes('\n')) return false;
  if (line.end - line.start > LONGEST_HEADING) return false;
  const text = content.slice(line.start, line.end);
  return !ENDS_LIKE_A_SENTENCE.test(text) && !BULLET.test(text);
}

/** Parts of about equal length, cut between words where there are any, never through a character. */
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
  let last = end;
  while (last > start && isSpace(content.charCodeAt(last - 1))) last--;
  const words = Math.max(1, countWords(content, { start, end: last }));
  return { start, end: last, words, begins: index === 0 ? 'paragraph' : 'cut', isHeading: false };
}

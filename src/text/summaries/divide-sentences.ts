import type { Language } from '../../domain/document/language.js';
import { countWords } from '../passages/passage-pieces.js';
import { splitIntoPassages } from '../passages/passages.js';
import { enclosuresOf } from '../sentences/enclosures.js';
import { asks, isEnded } from '../sentences/sentence-signs.js';
import { type TextUnit, unitsOf } from '../sentences/table-rows.js';
import type { TextRange } from '../text-range.js';
import { Companions } from './companions.js';

export interface ContentToDivide {
  content: string;
  language: Language;
}

/** A sentence that can stand in a summary. */
export interface DividedSentence extends TextRange {
  /** What a row of a table says; null for a sentence, which is quoted as it is written. */
  row: string | null;
  /** The number of its passage in the content, from 0. */
  passage: number;
  /** Where the sentences begin without which this one can't stand: they name whom it calls "he", or who said it. */
  needs: number[];
}

const FEWEST_WORDS = 4;
/** In UTF-16 units. Anything longer is a list or a table rather than a sentence. */
const LONGEST = 1_500;
const THAI = /[\u0e01-\u0e5b]/;

/**
 * The sentences of a content that make sense on their own or with others that they need; if there are none, all that are not too
 * long, and the rows of tables.
 */
export function divideSentences({ content, language }: ContentToDivide): DividedSentence[] {
  const passages = splitIntoPassages(content, language);
  const units = unitsOf(content, language).flatMap((unit) => withinPassages(unit, passages));
  const isTold = units.map((unit) => isTelling(content, unit, language));
  const companions = new Companions({ content, language, units, isTold });
  const telling = units.flatMap((unit, i): DividedSentence[] => {
    const needs = isTold[i] ? companions.of(i) : null;
    return needs === null ? [] : [{ ...unit, row: null, passage: passageOf(unit, passages), needs }];
  });
  const standing = complete(telling);
  if (standing.length > 0) return standing;
  return units
    .filter(({ start, end }) => end - start <= LONGEST)
    .map((unit) => ({ ...unit, row: unit.row?.says ?? null, passage: passageOf(unit, passages), needs: [] }));
}

/** Without those that need what is not there. */
function complete(sentences: readonly DividedSentence[]): DividedSentence[] {
  const starts = new Set(sentences.map(({ start }) => start));
  const standing = sentences.filter(({ needs }) => needs.every((start) => starts.has(start)));
  return standing.length === sentences.length ? standing : complete(standing);
}

/** A text without any end of a sentence is read in the parts that passages make of it. */
function withinPassages(unit: TextUnit, passages: readonly TextRange[]): TextUnit[] {
  if (unit.end - unit.start <= LONGEST) return [unit];
  return passages
    .filter(({ start, end }) => start < unit.end && end > unit.start)
    .map(({ start, end }) => ({ row: unit.row, start: Math.max(start, unit.start), end: Math.min(end, unit.end) }));
}

function passageOf({ start }: TextRange, passages: readonly TextRange[]): number {
  let [low, high] = [0, passages.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passages[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Leaves out rows, headings, questions, fragments, and what has a quote or bracket that is not closed. */
function isTelling(content: string, unit: TextUnit, language: Language): boolean {
  const text = content.slice(unit.start, unit.end);
  if (unit.row !== null || text.length > LONGEST || asks(text, language) || isTorn(text)) return false;
  return countWords(content, unit) >= FEWEST_WORDS && (THAI.test(text) || isEnded(text, language));
}

const QUOTE_OR_BRACKET = /[“”„«»「」『』(（]|‘(?!\p{N})|(?<![\p{L}\p{N}\\])"|"(?![\p{L}\p{N}])(?<![\p{N}\\]")/u;

/** Whether a quote or a bracket in a text is not closed, or was not opened. */
function isTorn(text: string): boolean {
  const whole = enclosuresOf(text, text.length).sort((a, b) => a.start - b.start);
  let rest = '';
  let end = 0;
  for (const range of whole) {
    if (range.start >= end) rest += `${text.slice(end, range.start)} `;
    end = Math.max(end, range.end);
  }
  return QUOTE_OR_BRACKET.test(rest + text.slice(end));
}

import type { Language } from '../../domain/document/language.js';
import { countWords } from '../passages/passage-pieces.js';
import { splitIntoPassages } from '../passages/passages.js';
import { enclosuresOf } from '../sentences/enclosures.js';
import { asks, isEnded } from '../sentences/sentence-signs.js';
import { type TextUnit, unitsOf } from '../sentences/table-rows.js';
import type { TextRange } from '../text-range.js';
import { Companions } from './companions.js';
import { isBesideText, isReply, signatureStart } from './side-matter.js';

export interface ContentToDivide {
  content: string;
  language: Language;
}

/** A sentence that can stand in a summary. */
export interface DividedSentence extends TextRange {
  /** As it is written, without the mark of a list item; of a row of a table, what it says. */
  text: string;
  /** The number of its passage in the content, from 0. */
  passage: number;
  /** Where the sentences begin without which this one can't stand: they name whom it calls "he", or who said it. */
  needs: number[];
}

const FEWEST_WORDS = 4;
/** In UTF-16 units. Anything longer is a list or a table rather than a sentence. */
const LONGEST = 1_500;
const BLANK_LINE = /\n[^\S\n]*\n/;
const THAI = /[\u0e01-\u0e5b]/;

/**
 * The sentences of a content that make sense on their own or with others that they need; if there are none, all that are not too
 * long, and the rows of tables, without headings.
 */
export function divideSentences({ content, language }: ContentToDivide): DividedSentence[] {
  const passages = splitIntoPassages(content, language);
  const units = unitsOf(content, language).flatMap((unit) => withinPassages(content, unit, passages));
  const signature = signatureStart(content);
  const isTold = withoutRepeated(
    units,
    units.map((unit) => unit.start < signature && isTelling(content, unit, language)),
  );
  const companions = new Companions({ content, language, units, isTold });
  const asDivided = ({ start, end, text }: TextUnit, needs: number[]): DividedSentence => {
    return { start, end, text, passage: passageOf({ start, end }, passages), needs };
  };
  const telling = units.flatMap((unit, i): DividedSentence[] => {
    const needs = isTold[i] ? companions.of(i) : null;
    return needs === null ? [] : [asDivided(unit, needs)];
  });
  const standing = complete(telling);
  if (standing.length > 0) return standing;
  return withoutHeadings(content, units)
    .filter(({ start, end }) => end - start <= LONGEST)
    .map((unit) => asDivided(unit, []));
}

/**
 * What a text says twice, word for word, is a header, a footer or a slogan rather than its content. Where it says nothing else,
 * each is left once.
 */
function withoutRepeated(units: readonly TextUnit[], isTold: readonly boolean[]): boolean[] {
  const told = units.filter((_, i) => isTold[i]);
  const times = new Map<string, number>();
  for (const { text } of told) times.set(text, (times.get(text) ?? 0) + 1);
  const isSaidOnce = units.map(({ text }, i) => isTold[i] && times.get(text) === 1);
  if (isSaidOnce.includes(true)) return isSaidOnce;
  const firsts = new Set([...new Map(told.toReversed().map((unit) => [unit.text, unit])).values()]);
  return units.map((unit) => firsts.has(unit));
}

/** Without lines between blank ones above a paragraph, a list or a table. */
function withoutHeadings(content: string, units: readonly TextUnit[]): TextUnit[] {
  const isApart = (i: number) =>
    i === 0 || i === units.length || BLANK_LINE.test(content.slice(units[i - 1].end, units[i].start));
  const isLone = units.map(({ row }, i) => row === null && isApart(i) && isApart(i + 1));
  const isHeading: boolean[] = [];
  for (let i = units.length - 1; i >= 0; i--) {
    isHeading[i] = isLone[i] && i + 1 < units.length && (!isLone[i + 1] || isHeading[i + 1]);
  }
  return units.filter((_, i) => !isHeading[i]);
}

/** Without those that need what is not there. */
function complete(sentences: readonly DividedSentence[]): DividedSentence[] {
  const starts = new Set(sentences.map(({ start }) => start));
  const standing = sentences.filter(({ needs }) => needs.every((start) => starts.has(start)));
  return standing.length === sentences.length ? standing : complete(standing);
}

/** A text without any end of a sentence is read in the parts that passages make of it. */
function withinPassages(content: string, unit: TextUnit, passages: readonly TextRange[]): TextUnit[] {
  if (unit.end - unit.start <= LONGEST) return [unit];
  return passages
    .filter(({ start, end }) => start < unit.end && end > unit.start)
    .map((passage) => {
      const [start, end] = [Math.max(passage.start, unit.start), Math.min(passage.end, unit.end)];
      return { row: unit.row, start, end, text: content.slice(start, end) };
    });
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

/** Leaves out rows, headings, questions, replies, menus, notices, fragments, and what has a quote or bracket that is not closed. */
function isTelling(content: string, unit: TextUnit, language: Language): boolean {
  const text = content.slice(unit.start, unit.end);
  if (unit.row !== null || text.length > LONGEST || asks(text, language) || isTorn(text)) return false;
  if (isReply(unit.text, language) || isBesideText(text)) return false;
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

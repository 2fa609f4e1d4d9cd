import type { Language } from '../../domain/document/language.js';
import { countWords } from '../passages/passage-pieces.js';
import { splitIntoPassages } from '../passages/passages.js';
import { asks, isEnded } from '../sentences/sentence-signs.js';
import { sentencesOf } from '../sentences/sentences.js';
import type { TextRange } from '../text-range.js';

export interface ContentToDivide {
  content: string;
  language: Language;
}

/** A sentence that can stand in a summary. */
export interface DividedSentence extends TextRange {
  /** The number of its passage in the content, from 0. */
  passage: number;
  /** Its number in the passage, from 0. */
  index: number;
}

const FEWEST_WORDS = 4;
/** In UTF-16 units. Anything longer is a list or a table rather than a sentence. */
const LONGEST = 1_500;
const THAI = /[\u0e01-\u0e5b]/;

/** The sentences of a content that make sense on their own; if there are none, all that are not too long. */
export function divideSentences({ content, language }: ContentToDivide): DividedSentence[] {
  const all = splitIntoPassages(content, language).flatMap(({ start, end }, passage) =>
    sentencesOf(content.slice(start, end), language).map((sentence, index) => {
      return { start: sentence.start + start, end: sentence.end + start, passage, index };
    }),
  );
  const telling = all.filter((sentence) => isTelling(content, sentence, language));
  return telling.length > 0 ? telling : all.filter(({ start, end }) => end - start <= LONGEST);
}

/** Leaves out headings, questions and fragments. Thai has no sign at the end of a sentence. */
function isTelling(content: string, range: TextRange, language: Language): boolean {
  const text = content.slice(range.start, range.end);
  if (text.length > LONGEST || asks(text, language)) return false;
  return countWords(content, range) >= FEWEST_WORDS && (THAI.test(text) || isEnded(text, language));
}

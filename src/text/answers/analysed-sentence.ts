import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';
import { isStopWord } from '../analysis/stop-words.js';
import { isEastAsian } from '../unspaced-scripts.js';
import { isNegated } from './negation.js';
import { numberStems, timeStems } from './number-and-time-words.js';
import type { AnswerKind } from './question-words.js';

interface SentenceWord {
  stem: string;
  isStopWord: boolean;
  /** Holds a digit. */
  isNumber: boolean;
  /** Begins with a capital letter, but is not the first word of the sentence. */
  isName: boolean;
}

export interface AnalysedSentence {
  words: SentenceWord[];
  /** For each stem, where it stands first: an index of `words`. */
  places: ReadonlyMap<string, number>;
  hasNumberWord: boolean;
  hasTimeWord: boolean;
  isNegated: boolean;
  /** Whether names can be told from other words: not in German, and not in scripts without capital letters. */
  showsNames: boolean;
}

const NUMERIC = /\p{N}/u;
const CAPITAL = /^\p{Lu}/u;
const YEAR = /^(?:1\d|20)\d\d(?:s|er)?$/;
const CASED = /[\p{Lu}\p{Ll}]/u;
const CHINESE_NUMBER = /[〇一二三四五六七八九十百千万萬億亿两兩]/;

export function analyseSentence(text: string, language: Language): AnalysedSentence {
  const tokens = analyze(text, language).filter(({ kind }) => kind === 'word');
  const showsNames = capitalsMeanNames(language);
  const words = tokens.map(({ term, stem, start, position }) => ({
    stem,
    isStopWord: isStopWord(term, language),
    isNumber: NUMERIC.test(term),
    isName: position > 0 && showsNames && CAPITAL.test(text.slice(start, start + 2)),
  }));
  const places = new Map<string, number>();
  words.forEach(({ stem }, place) => {
    if (!places.has(stem)) places.set(stem, place);
  });
  return {
    words,
    places,
    hasNumberWord: hasAny(places, numberStems(language)) || hasChineseNumber(text),
    hasTimeWord: hasAny(places, timeStems(language)),
    isNegated: isNegated(text, language),
    showsNames: showsNames && CASED.test(text),
  };
}

function hasAny(places: ReadonlyMap<string, number>, stems: ReadonlySet<string>): boolean {
  return [...places.keys()].some((stem) => stems.has(stem));
}

function hasChineseNumber(text: string): boolean {
  return CHINESE_NUMBER.test(text) && isEastAsian(text.charCodeAt(text.search(CHINESE_NUMBER)));
}

/** German writes every noun with a capital letter, so there a capital says nothing about names. */
export function capitalsMeanNames(language: Language): boolean {
  return language !== 'de';
}

/**
 * Whether a sentence has a person, time, place or number that could be the answer, apart from those that the question itself
 * mentions (`known`). Null if that can't be told.
 */
export function holdsKind(
  sentence: AnalysedSentence,
  { kind, known }: { kind: AnswerKind; known: ReadonlySet<string> },
): boolean | null {
  const isNew = ({ stem }: SentenceWord) => !known.has(stem);
  switch (kind) {
    case 'open':
      return null;
    case 'number':
      return sentence.hasNumberWord || sentence.words.some((word) => word.isNumber && isNew(word));
    case 'time':
      return sentence.hasTimeWord || sentence.words.some((word) => word.isNumber && isNew(word) && isTime(word));
    case 'person':
    case 'place':
      return sentence.showsNames ? sentence.words.some((word) => word.isName && !word.isNumber && isNew(word)) : null;
  }
}

function isTime({ stem }: SentenceWord): boolean {
  return YEAR.test(stem) || /^\d{1,4}\D*$/.test(stem);
}

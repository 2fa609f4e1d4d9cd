import type { Language } from '../../domain/language.js';
import { analyze } from '../analysis/analyze.js';
import { isStopWord } from '../analysis/stop-words.js';
import { isEastAsian } from '../unspaced-scripts.js';
import { isNegated } from './negation.js';
import type { AnswerKind } from './question-words.js';

/** A word of a sentence, as far as answers need it. */
interface SentenceWord {
  stem: string;
  isStopWord: boolean;
  /** Holds a digit. */
  isNumber: boolean;
  /** Begins with a capital letter and does not begin the sentence. */
  isName: boolean;
}

export interface AnalysedSentence {
  words: SentenceWord[];
  /** Where each stem stands first. */
  places: ReadonlyMap<string, number>;
  hasNumberWord: boolean;
  isNegated: boolean;
}

const NUMERIC = /\p{N}/u;
const CAPITAL = /^\p{Lu}/u;
const YEAR = /^(?:1\d|20)\d\d(?:s|er)?$/;
/** Numbers in words, for the languages where they are common in texts. A number in digits needs no list. */
const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?|billions?|half|twice|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|tausend|millionen|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|millones|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille|due|tre|quattro|cinque|sette|otto|nove|dieci|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|сто|тысяч|миллион\p{L}*)\b/iu;
const TIME_WORDS =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|centuries|decade|today|yesterday|januar|februar|märz|mai|juni|juli|oktober|dezember|jahrhunderts?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|siglo|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|siècle)\b|(?:январ|феврал|март|апрел|июн|июл|август|сентябр|октябр|ноябр|декабр|век)\p{L}*/iu;
const CHINESE_NUMBER = /[〇一二三四五六七八九十百千万萬億亿两兩]/;

export function analyseSentence(text: string, language: Language): AnalysedSentence {
  const tokens = analyze(text, language).filter(({ kind }) => kind === 'word');
  const words = tokens.map(({ term, stem, start, position }) => ({
    stem,
    isStopWord: isStopWord(term, language),
    isNumber: NUMERIC.test(term),
    isName: position > 0 && CAPITAL.test(text.slice(start, start + 2)),
  }));
  const places = new Map<string, number>();
  words.forEach(({ stem }, place) => {
    if (!places.has(stem)) places.set(stem, place);
  });
  return {
    words,
    places,
    hasNumberWord: NUMBER_WORDS.test(text) || hasChineseNumber(text),
    isNegated: isNegated(text, language),
  };
}

function hasChineseNumber(text: string): boolean {
  return CHINESE_NUMBER.test(text) && isEastAsian(text.charCodeAt(text.search(CHINESE_NUMBER)));
}

/** Scripts that have capital letters; in the others a name can't be told from another word. */
const CASED = /[\p{Lu}\p{Ll}]/u;

/**
 * Whether a sentence has something of the kind that is asked for, beside what the question itself says. Null where it
 * can't be told.
 */
export function holdsKind(
  sentence: AnalysedSentence,
  text: string,
  { kind, known }: { kind: AnswerKind; known: ReadonlySet<string> },
): boolean | null {
  const isNew = ({ stem }: SentenceWord) => !known.has(stem);
  switch (kind) {
    case 'open':
      return null;
    case 'number':
      return sentence.hasNumberWord || sentence.words.some((word) => word.isNumber && isNew(word));
    case 'time':
      return TIME_WORDS.test(text) || sentence.words.some((word) => word.isNumber && isNew(word) && isTime(word));
    case 'person':
    case 'place':
      return CASED.test(text) ? sentence.words.some((word) => word.isName && !word.isNumber && isNew(word)) : null;
  }
}

function isTime({ stem }: SentenceWord): boolean {
  return YEAR.test(stem) || /^\d{1,4}\D*$/.test(stem);
}

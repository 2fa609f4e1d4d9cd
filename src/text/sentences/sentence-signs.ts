/** The signs that end sentences in the scripts of our languages, by UTF-16 unit. */
import { isSpace } from '../text-range.js';

/** These signs end a sentence if white space follows. */
const ENDS_BEFORE_SPACE = unitSet('.!?…‼⁇⁈⁉։።');
/** These signs end a sentence whatever follows. */
const ENDS_ALWAYS = unitSet('。！？｡．।॥؟۔');
const GREEK_QUESTION_MARKS = unitSet(';\u037e');
const CLOSING_QUOTES = unitSet("'’”»›」』");
/** These open in other places, and then a word follows at once. */
const QUOTES_THAT_OPEN_TOO = unitSet('"“«');
const WORD = /[\p{L}\p{N}]/u;
const CLOSING_BRACKETS = unitSet(')]}）】〉》］');
const GUILLEMET = 0xbb;
const OPENING_BRACKETS = unitSet('([{（【［');
/** Numbers of notes that a text refers to: "as was shown.[3][4] Later …" */
const REFERENCES = /(?:\[\d{1,3}\]){1,9}/y;

const ASKS = /[?？؟⁇⁈\u037e]["'’”»›)\]」』]*$/u;
const GREEK_ASKS = /[?;\u037e]["'’”»)\]]*$/u;
const ENDED = /[.!?…。！？．｡؟۔।॥։።‼⁇⁈⁉\u037e]\s?["'’”“»«›)）\]」』】]*(?:\[\d{1,3}\])*$/u;
const GREEK_ENDED = /;["'’”»)\]]*$/u;

const REFERENCES_BEHIND_ENDS = /(?<=[.!?…。！？．｡؟۔।॥։።‼⁇⁈⁉\u037e]["'’”»›)）」』】]{0,3})(?:\[\d{1,3}\]){1,9}/gu;

/** A text without the numbers of notes behind its sentences. In `items[0]` there is none. */
export function withoutReferences(text: string): string {
  return text.replace(REFERENCES_BEHIND_ENDS, '');
}

function unitSet(signs: string): ReadonlySet<number> {
  return new Set([...signs].map((sign) => sign.charCodeAt(0)));
}

/** Whether a unit ends a sentence `always`, `before space`, or does not. In Greek a semicolon is a question mark. */
export function endingOf(unit: number, language: string): 'always' | 'before space' | null {
  if (ENDS_ALWAYS.has(unit)) return 'always';
  if (ENDS_BEFORE_SPACE.has(unit)) return 'before space';
  return language === 'el' && GREEK_QUESTION_MARKS.has(unit) ? 'before space' : null;
}

export function isSentenceSign(unit: number): boolean {
  return ENDS_BEFORE_SPACE.has(unit) || ENDS_ALWAYS.has(unit);
}

export function isOpeningBracket(unit: number): boolean {
  return OPENING_BRACKETS.has(unit);
}

/** What follows the first sign of an end: more signs, closing quotes and brackets, references. */
export interface EndOfSentence {
  /** The end of the run of signs. */
  signs: number;
  /** The end of the sentence. */
  end: number;
  closesQuote: boolean;
  closesBracket: boolean;
}

export function readEnd(text: string, from: number): EndOfSentence {
  let signs = from;
  while (signs < text.length && isSentenceSign(text.charCodeAt(signs))) signs++;
  let end = signs;
  let closesQuote = false;
  let closesBracket = false;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (CLOSING_BRACKETS.has(unit)) closesBracket = true;
    else if (CLOSING_QUOTES.has(unit) || closesHere(text, end)) closesQuote = true;
    else break;
  }
  const guillemet = spacedGuillemet(text, end);
  if (guillemet > end) [end, closesQuote] = [guillemet, true];
  REFERENCES.lastIndex = end;
  const references = text[end] === '[' ? (REFERENCES.exec(text)?.[0].length ?? 0) : 0;
  return { signs, end: end + references, closesQuote, closesBracket };
}

function closesHere(text: string, place: number): boolean {
  return QUOTES_THAT_OPEN_TOO.has(text.charCodeAt(place)) && !WORD.test(text.charAt(place + 1));
}

/** French puts a space before the closing quote: « Vraiment ? » In German texts the same sign opens, and a letter follows. */
function spacedGuillemet(text: string, end: number): number {
  if (!isSpace(text.charCodeAt(end)) || text.charCodeAt(end + 1) !== GUILLEMET) return end;
  const next = text.charCodeAt(end + 2);
  return Number.isNaN(next) || isSpace(next) || next === 0x2c || next === 0x2e ? end + 2 : end;
}

/** Whether a sentence is a question. */
export function asks(sentence: string, language: string): boolean {
  return (language === 'el' ? GREEK_ASKS : ASKS).test(sentence);
}

/** Whether a text ends like a sentence; a heading, a list item or a table row mostly does not. */
export function isEnded(sentence: string, language: string): boolean {
  return ENDED.test(sentence) || (language === 'el' && GREEK_ENDED.test(sentence));
}

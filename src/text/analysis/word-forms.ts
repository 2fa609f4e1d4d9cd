import type { Language } from '../../domain/document/language.js';
import { wholeCharacterEnd } from '../borders.js';
import { foldAccents } from '../fold-accents.js';
import { lazyPerLanguage } from '../lazy.js';
import { type LanguageProfile, profileOf } from './language-profiles.js';

/** The forms under which a word is indexed and looked for; see `Token` for what each is. */
export interface WordForms {
  term: string;
  bare: string;
  stem: string;
  /** UTF-16 units at the start of the written word that belong to an elided article: 2 for "l'avion". */
  elided: number;
}

/** Nobody searches for longer terms; they are encoded data more often than words. */
const LONGEST_TERM = 64;
/** Enough for the longest term even if every letter has several combining accents. */
const LONGEST_READ = 256;
/** No inflected word is longer, and some stemmers take quadratic time. */
const LONGEST_STEMMED = 48;

/**
 * Makes the forms of a word as it was written: normalises it, cuts off an elided article and apostrophes, folds it, and
 * stems what was not folded yet. Codes are not stemmed.
 */
export function wordForms(written: string, profile: LanguageProfile): WordForms {
  const { fold, stem, elision, lowerCase, stripApostrophes } = profile;
  const beginning = written.slice(0, wholeCharacterEnd(written, LONGEST_READ));
  const whole = normalizeWord(beginning, lowerCase ?? toLowerCase);
  const elided = elision === undefined ? 0 : elidedUnits(elision(whole), { whole, written: beginning });
  const word = (stripApostrophes ?? withoutApostrophes)(whole.slice(elided));
  const term = cut(fold(word));
  const bare = withoutMarks(term, profile);
  if (stem === undefined || word.length > LONGEST_STEMMED || isCode(term)) return { term, bare, stem: bare, elided };
  return { term, bare, stem: cut(withoutMarks(fold(stem(word)), profile)) || bare, elided };
}

const NOT_ASCII = /[^\0-\x7f]/;
/** Sorting combining marks takes quadratic time in the length of a run; Unicode's stream-safe format allows 30. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
const APOSTROPHES = /[’ʼ＇׳]/g;
/** Also white space, which NFKC makes of some characters. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff\s]/g;
const NATIVE_DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙';
const NATIVE_DIGIT = new RegExp(`[${NATIVE_DIGITS}]`, 'g');

/** A word in lower case and NFKC, with European digits, straight apostrophes and no invisible characters. */
export function normalizeWord(word: string, lowerCase = toLowerCase): string {
  if (!NOT_ASCII.test(word)) return lowerCase(word);
  const level = lowerCase(word.replace(TOO_MANY_MARKS, '$1').normalize('NFKC')).normalize('NFKC');
  return level.replace(APOSTROPHES, "'").replace(INVISIBLE, '').replace(NATIVE_DIGIT, europeanDigit);
}

function europeanDigit(digit: string): string {
  return String(NATIVE_DIGITS.indexOf(digit) % 10);
}

function toLowerCase(word: string): string {
  return word.toLowerCase();
}

/**
 * The elided units of the written word. Zero where normalising changed its length and the elided part can't be found
 * again in what was written.
 */
function elidedUnits(elided: number, { whole, written }: { whole: string; written: string }): number {
  if (elided === 0 || whole.length === written.length) return elided;
  return normalizeWord(written.slice(0, elided)) === whole.slice(0, elided) ? elided : 0;
}

/** Removes apostrophes and the possessive: `john` for "John's". */
function withoutApostrophes(word: string): string {
  if (!word.includes("'")) return word;
  return word.replace(/(?<=.)'s$/, '').replaceAll("'", '');
}

function cut(term: string): string {
  return term.length <= LONGEST_TERM ? term : term.slice(0, wholeCharacterEnd(term, LONGEST_TERM));
}

/** Removes the accents that folding keeps. */
function withoutMarks(folded: string, { letters }: LanguageProfile): string {
  return letters === undefined ? folded : foldAccents(folded);
}

/** The bare form of a term: without the accents that terms of the language keep. */
export function bareForm(term: string, language: Language): string {
  return withoutMarks(term, profileOf(language));
}

/**
 * Code points of the letters whose accents the terms of a language keep, each with the code point of its bare letter: ü
 * is u.
 */
export type BareLetters = ReadonlyMap<number, number>;

export const bareLetters = lazyPerLanguage((language): BareLetters => {
  const kept = Array.from(profileOf(language).letters ?? '');
  return new Map(kept.map((letter) => [letter.codePointAt(0)!, foldAccents(letter).codePointAt(0)!]));
});

const CODE = /[\p{N}@_.:/\\+#&=?%~]/u;

/** Whether a term is a number, a product code, an address or the like, where one letter more or less means something else. */
export function isCode(term: string): boolean {
  return CODE.test(term);
}

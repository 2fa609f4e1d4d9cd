import { wholeCharacterEnd } from '../character-border.js';
import { foldAccents } from '../fold-accents.js';
import { withoutApostrophes } from './apostrophes.js';
import { isCode } from './code.js';
import type { LanguageProfile } from './language-profile.js';
import { normalizeWord } from './normalize-word.js';

export interface WordForms {
  term: string;
  bare: string;
  stem: string;
  /** Units at the beginning of the written word that belong to an elided article. */
  elided: number;
}

/** Nobody searches for longer ones; they are encoded data more often than words. */
const LONGEST_TERM = 64;
/** Enough for the longest term under many accents. */
const LONGEST_READ = 256;
/** No inflected word is longer, and some stemmers take quadratic time. */
const LONGEST_STEMMED = 48;

/** The forms of a word as it was written. */
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

/** A folded word without the marks that folding keeps. */
export function withoutMarks(folded: string, { letters }: LanguageProfile): string {
  return letters === undefined ? folded : foldAccents(folded);
}

/** The elided units of the written word; none where levelling it moved its beginning, so that they can't be told. */
function elidedUnits(elided: number, { whole, written }: { whole: string; written: string }): number {
  if (elided === 0 || whole.length === written.length) return elided;
  return normalizeWord(written.slice(0, elided), toLowerCase) === whole.slice(0, elided) ? elided : 0;
}

function toLowerCase(word: string): string {
  return word.toLowerCase();
}

function cut(term: string): string {
  return term.length <= LONGEST_TERM ? term : term.slice(0, wholeCharacterEnd(term, LONGEST_TERM));
}

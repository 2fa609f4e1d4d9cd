import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';
import { isStopWord } from '../analysis/stop-words.js';
import { isSpace, skipSpace } from '../text-range.js';
import { type AbbreviationKind, abbreviationKind } from './abbreviations.js';

/** In UTF-16 units, like the other lengths here. */
const LONGEST_ABBREVIATION = 14;
/** "i. d. R." has three parts. */
const MOST_PARTS = 3;
const LONGEST_FOLLOWING = 40;

/** Languages in which "3." means "third". */
const ORDINAL_STOP = new Set('bg cs da de et fi hr hu lv nb pl sk sl sr tr'.split(' '));
/** Languages that write dates with a full stop after each number: "2024. 10. 3." */
const DOTTED_DATES = new Set([...ORDINAL_STOP, 'ko', 'lt', 'ru', 'uk']);
/** Abbreviations of several parts that mostly end a sentence before a capital letter: "at 3 p.m. Then", "и т. д. Потом". */
const FINAL = new Set(
  'a.m p.m b.c a.d ph.d т.д т.п u.s.w o.s.v osv m.m m.fl i.t.d и.т.д u.a.m v.v κ.λπ κ.τ.λ s.a s.l j.n.e'.split(' '),
);
/** Before these an initial is still an initial: "J. De Vries". */
const NAME_PARTICLES = new Set(
  'de da di do du dos das del della la le lo el van von den der ter ten des af'.split(' '),
);

const NUMBER = /^\p{Nd}{1,4}$/u;
const ORDINAL = /^\p{Nd}{1,2}$/u;
const ROMAN = /^[IVXLC]{2,7}$|^[IVX]$/;
/** In an alphabet: a syllable of Korean is a word. */
const LETTER = /^(?![\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}\p{M}*$/u;
/** Several short parts with stops between them: "U.S", "bl.a", "कि.मी". */
const DOTTED = /^(?:[\p{L}\p{M}]{1,5}[.-]{1,2})+[\p{L}\p{M}]{1,4}$/u;
const LIST_MARK = /^(?:\p{Nd}{1,3}|(?!\p{Script=Hangul})\p{L}|[가나다라마바사아자차카타파하]|[ivx]{1,4})$/u;
const SIGNS_BEFORE_WORD = /^[^\p{L}\p{N}§№]+/u;
/** "l'av.", "dell’art." */
const ELISION = /^\p{L}{1,5}['’](?=\p{L})/u;
const OPENING = /^["“”„«»‘'([¿¡—–\-\s]+/u;
const CAPITAL = /^\p{Lu}/u;
const LOWER_CASE = /^\p{Ll}(?!\p{Lu})/u;
/** An initial is no word to begin with. */
const FIRST_WORD = /^(?!\p{L}\.)[\p{L}\p{M}’']+/u;
const NUMBER_FOLLOWS = /^(?:\p{Nd}|[IVXLC]{1,6}(?!\p{L}))/u;

/** A full stop that white space follows, and what stands around it. */
export interface FullStop {
  text: string;
  /** The place of the sign. */
  at: number;
  /** Where its sentence begins. */
  sentence: number;
  language: Language;
}

/** Whether a sentence goes on after a full stop: after an abbreviation, an initial, an ordinal number, the mark of a list item. */
export function goesOnAfterStop({ text, at, sentence, language }: FullStop): boolean {
  const following = followingText(text, at + 1);
  if (LOWER_CASE.test(following)) return true;
  const word = wordBefore(text, at);
  const bare = word.replace(SIGNS_BEFORE_WORD, '').replace(ELISION, '');
  if (bare === '') return false;
  if (at - sentence === word.length && LIST_MARK.test(bare)) return true;
  const before = partsBefore(text, at - word.length);
  const known = knownAbbreviation(bare, before, language);
  if (known === 'final') return false;
  if (known === 'never ends' || (known === 'before numbers' && NUMBER_FOLLOWS.test(following))) return true;
  const beginsSentence = beginsLikeSentence(following, language);
  if (known === 'may end') return !beginsSentence;
  if (NUMBER.test(bare)) return isOrdinal(bare, { before, following, language }) && !beginsSentence;
  if (ROMAN.test(bare) && ORDINAL_STOP.has(language)) return !beginsSentence;
  if (LETTER.test(bare) && isWord(bare, language)) return false;
  if (LETTER.test(bare)) return isInitial(text, at - word.length, following) || !beginsSentence;
  return DOTTED.test(bare) && !beginsSentence;
}

/** Whether what follows an end goes on in lower case, perhaps after a dash or an opening quote. */
export function goesOnInLowerCase(text: string, end: number): boolean {
  return LOWER_CASE.test(followingText(text, end));
}

function followingText(text: string, from: number): string {
  const next = skipSpace(text, from);
  return text.slice(next, next + LONGEST_FOLLOWING).replace(OPENING, '');
}

/** Longest form first: "B." after "z." is "z.b". */
function knownAbbreviation(
  word: string,
  before: readonly string[],
  language: Language,
): AbbreviationKind | 'final' | undefined {
  for (let first = 0; first <= before.length; first++) {
    const form = [...before.slice(first), word].join('.').toLowerCase();
    // "P. M. Richards" has initials.
    if (FINAL.has(form) && (first === before.length || !CAPITAL.test(word))) return 'final';
    const kind = abbreviationKind(form, language);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function isOrdinal(
  number: string,
  { before, following, language }: { before: readonly string[]; following: string; language: Language },
): boolean {
  const isInDate = /^\p{Nd}/u.test(following) || before.some((part) => NUMBER.test(part));
  if (isInDate && DOTTED_DATES.has(language)) return true;
  return ORDINAL.test(number) && ORDINAL_STOP.has(language);
}

/** Whether a lone letter is an initial although a word follows that likes to begin sentences: "J. De Vries", not "vitamin C. The". */
function isInitial(text: string, wordStart: number, following: string): boolean {
  const first = FIRST_WORD.exec(following)?.[0] ?? '';
  if (!NAME_PARTICLES.has(first.toLowerCase())) return false;
  const previous = wordBefore(text, wordStart - 1);
  return previous === '' || CAPITAL.test(previous.replace(SIGNS_BEFORE_WORD, ''));
}

/** Russian "я" and the like are words of one letter. */
function isWord(letter: string, language: Language): boolean {
  return LOWER_CASE.test(letter) && isStopWord(analyze(letter, language)[0]?.term ?? '', language);
}

/** Whether a text begins with an article, a pronoun or the like, written as at the beginning of a sentence. */
function beginsLikeSentence(following: string, language: Language): boolean {
  const first = FIRST_WORD.exec(following)?.[0] ?? '';
  if (first === '' || LOWER_CASE.test(first)) return false;
  return isStopWord(analyze(first, language)[0]?.term ?? '', language);
}

function wordBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LONGEST_ABBREVIATION && !isSpace(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}

/** The abbreviations and numbers right before a word, without their stops: "i", "d" before "R". */
function partsBefore(text: string, wordStart: number): string[] {
  const parts: string[] = [];
  let end = wordStart;
  while (parts.length < MOST_PARTS && end > 1 && isSpace(text.charCodeAt(end - 1))) {
    const part = wordBefore(text, end - 1);
    if (!/^["“„«(]?[\p{L}\p{M}\p{Nd}.-]{1,6}\.$/u.test(part)) break;
    parts.unshift(part.slice(0, -1).replace(SIGNS_BEFORE_WORD, ''));
    end -= part.length + 1;
  }
  return parts;
}

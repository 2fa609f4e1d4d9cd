import { foldAccents } from '../fold-accents.js';
import { normalizeWord, type WordForms } from './word-forms.js';

const LONGEST_COMPOUND = 128;
/** "e-mail" and "re-enter" are also written without hyphens; "state-of-the-art" is not. */
const MOST_HYPHENATED_PARTS = 3;

/** By UTF-16 unit: 1 for the signs that join the words of a compound. */
const JOINTS = new Uint8Array(0x10000);
for (const sign of '-‐‑._/@:+#&\\=?%~') JOINTS[sign.charCodeAt(0)] = 1;
const COMMA = 0x2c;
const PLUS = 0x2b;
const SHARP = 0x23;
const COLON = 0x3a;
const SLASH = 0x2f;
const W = 0x77;

const DASHES = /[‐‑]/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/(?:www\.)?|^www\./;
const ACRONYM = /^(?:\p{L}\.)+\p{L}$/u;
const GROUPED_NUMBER = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const HYPHENATED = /^[\p{L}\p{M}']+(?:-[\p{L}\p{M}']+)+$/u;
const WRITTEN_AS_ONE = /[\p{N}@_.&]/u;

/** Whether nothing but one joining sign or `://` stands between a word that ends at `end` and one that begins at `start`. */
export function areJoined(units: Uint16Array, end: number, start: number): boolean {
  if (start - end === 1) return isJoint(units, end);
  return start - end === 3 && units[end] === COLON && units[end + 1] === SLASH && units[end + 2] === SLASH;
}

function isJoint(units: Uint16Array, i: number): boolean {
  return JOINTS[units[i]] === 1 || (units[i] === COMMA && isDigit(units[i - 1]) && isDigit(units[i + 1]));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The end of a name such as C++ or C# whose letter ends at `end`; `end` itself for anything else. */
export function endOfSignedName(units: Uint16Array, start: number, end: number): number {
  if (end - start !== 1 || end >= units.length) return end;
  if (units[end] === PLUS && units[end + 1] === PLUS) return end + 2;
  return units[end] === SHARP ? end + 1 : end;
}

/** Whether `www` begins here, in either case. */
export function isHostName(units: Uint16Array, start: number): boolean {
  return (units[start] | 32) === W && (units[start + 1] | 32) === W && (units[start + 2] | 32) === W;
}

/**
 * The forms of a compound. Empty where its parts say it all: "and/or". What is also written as a word has the forms of that word
 * in the language: e-mails is another form of e-mail, as emails is of email.
 */
export function compoundForms(written: string, formsOfWord: (word: string) => WordForms): WordForms {
  if (written.length > LONGEST_COMPOUND) return NO_FORMS;
  // In upper case where it is written so: languages differ in how they lower it.
  const word = writtenAsWord(normalizeWord(written, (text) => text).replace(DASHES, '-'));
  if (word !== null) return word === '' ? NO_FORMS : { ...formsOfWord(word), elided: 0 };
  const term = compoundTerm(written) ?? '';
  return { term, bare: term, stem: compoundStem(term), elided: 0 };
}

const NO_FORMS: WordForms = { term: '', bare: '', stem: '', elided: 0 };

/** `email` for e-mail and `usa` for U.S.A.; empty for what nobody writes as one word, and null for a compound that is no word. */
function writtenAsWord(compound: string): string | null {
  if (HYPHENATED.test(compound)) return joinHyphenated(compound);
  return ACRONYM.test(compound) ? compound.replaceAll('.', '') : null;
}

function compoundTerm(written: string): string | undefined {
  const lower = normalizeWord(written).replace(DASHES, '-');
  const whole = foldAccents(lower).replace(SCHEME, '');
  if (GROUPED_NUMBER.test(whole)) return whole.replaceAll(',', '');
  return WRITTEN_AS_ONE.test(whole) || whole.endsWith('#') || whole.endsWith('++') ? whole : undefined;
}

const SIGN_OF_CODE = /[-/_]/g;
const CODE_IN_PARTS = /^(?=.*\p{N})[\p{L}\p{M}\p{N}]+(?:[-/_][\p{L}\p{M}\p{N}]+)+$/u;
const SIGN_IN_NUMBER = /\p{N}[-/_]\p{N}/u;
/** 12-34 is not 1234, but a telephone number, a date or an ISBN is the same with and without its signs. */
const DIGITS_OF_ONE_NUMBER = /(?:\p{N}\P{N}*){7}/u;

/** The stem that all ways of writing a code share: `zx9981` for `zx-9981`. */
function compoundStem(term: string): string {
  if (!CODE_IN_PARTS.test(term)) return term;
  const isOne = !SIGN_IN_NUMBER.test(term) || DIGITS_OF_ONE_NUMBER.test(term);
  return isOne ? term.replace(SIGN_OF_CODE, '') : term;
}

function joinHyphenated(word: string): string {
  const parts = word.split('-');
  return parts.length <= MOST_HYPHENATED_PARTS ? parts.join('').replaceAll("'", '') : '';
}

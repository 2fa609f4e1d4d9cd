/**
 * What folding does beyond `foldAccents`, for the languages that need it: spelling variants of one letter become one,
 * and letters whose marks tell words apart are kept.
 */
import { foldAccents } from '../fold-accents.js';

/** What is left at the start of a part when a kept letter carried further marks. */
const LEADING_MARKS = /^[\u0300-\u036f]+/;

/** Folds all letters but those given. */
export function foldingAllBut(letters: string): (word: string) => string {
  const kept = new RegExp(`[${letters}]`);
  const others = new RegExp(`[^${letters}]+`, 'g');
  return (word) =>
    kept.test(word)
      ? word.replace(others, (part, at: number) => foldAccents(at === 0 ? part : part.replace(LEADING_MARKS, '')))
      : foldAccents(word);
}

/** For scripts in which a mark always tells words apart: voicing marks, tones. */
export function foldNothing(word: string): string {
  return word;
}

const LONG_UMLAUTS: Record<string, string> = { ae: 'ä', oe: 'ö', ue: 'ü' };
/** Not after a vowel or q, where the two letters are two sounds: neue, Bauer, Quelle. */
const LONG_UMLAUT = /(?<![aeiouyäöüq])[aou]e/g;

/** Mueller becomes Müller. Words in which the e is a sound of its own (Poesie) change as well, but in all their forms alike. */
export function toUmlauts(word: string): string {
  return word.replace(LONG_UMLAUT, (pair) => LONG_UMLAUTS[pair]);
}

const SCANDINAVIAN_LETTERS: Record<string, string> = { æ: 'ä', ø: 'ö', aa: 'å', ae: 'ä', oe: 'ö' };
const SCANDINAVIAN_LETTER = /aa|ae|oe|æ|ø/g;

/** Writes Danish and Norwegian letters, and pairs that stand for one letter, as Swedish letters: Ærø and Aeroe become Ärö. */
export function toSwedishLetters(word: string): string {
  return word.replace(SCANDINAVIAN_LETTER, (letter) => SCANDINAVIAN_LETTERS[letter]);
}

const SERBIAN_CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const SERBIAN_LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ');
const LATIN_BY_CYRILLIC = new Map([...SERBIAN_CYRILLIC].map((letter, i) => [letter, SERBIAN_LATIN[i]]));
const ANY_CYRILLIC = /[а-џ]/g;

/** Serbian has two alphabets that map to each other letter by letter. */
export function toSerbianLatin(word: string): string {
  return word.replace(ANY_CYRILLIC, (letter) => LATIN_BY_CYRILLIC.get(letter) ?? letter);
}

/** One form for both alphabets. People who leave accents out write đ as dj. */
export function foldSerbian(word: string): string {
  return foldAccents(toSerbianLatin(word).replaceAll('đ', 'dj'));
}

const ARABIC_LETTERS: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ک: 'ك',
};
const PERSIAN_LETTERS: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ی',
  ي: 'ی',
  ئ: 'ی',
  ؤ: 'و',
  ة: 'ه',
  ۀ: 'ه',
  ك: 'ک',
};
const ARABIC_SCRIPT = /[أإآٱىیئؤةکيۀك]/g;
const HAMZA_ABOVE = /[\u0653-\u0655]/g;

/** One alef, one ya, one kaf; ta marbuta as ha; no vowel signs. */
export function foldArabic(word: string): string {
  return foldArabicScript(word, ARABIC_LETTERS);
}

/** As for Arabic, but with the Persian yeh and kaf, whichever were typed. */
export function foldPersian(word: string): string {
  return foldArabicScript(word, PERSIAN_LETTERS);
}

function foldArabicScript(word: string, letters: Record<string, string>): string {
  return foldAccents(word)
    .replace(ARABIC_SCRIPT, (letter) => letters[letter] ?? letter)
    .replace(HAMZA_ABOVE, '');
}

/** A nasal without a vowel before a consonant that it could be assimilated to. */
const HINDI_NASAL = /[ङञणन]\u094d(?=[क-घच-झट-ढत-धप-भशषस])|म\u094d(?=[प-भ])/g;
/** Endings that are spoken, and often written, without their y. */
const HINDI_GLIDE = /(?<=[^\u094d])य([\u0940\u0947])(?=\u0902?$)/;
const HINDI_VOWELS: Record<string, string> = { '\u0940': 'ई', '\u0947': 'ए' };

/**
 * One spelling of what is written in several: the nukta is often left out, the chandrabindu often written as an anusvara, and
 * so are nasals (हिन्दी, हिंदी). In गये and नयी the y may be missing (गए, नई).
 */
export function foldHindi(word: string): string {
  return foldAccents(word.normalize('NFD').replaceAll('\u093c', ''))
    .replaceAll('\u0901', '\u0902')
    .replace(HINDI_NASAL, '\u0902')
    .replace(HINDI_GLIDE, (_, vowel: string) => HINDI_VOWELS[vowel]);
}

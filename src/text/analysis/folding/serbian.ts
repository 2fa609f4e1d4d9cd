import { foldAccents } from '../../fold-accents.js';

const CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ');
const LETTERS = new Map([...CYRILLIC].map((letter, i) => [letter, LATIN[i]]));
const ANY_CYRILLIC = /[а-џ]/g;

/** Serbian is written in two alphabets, letter for letter the same. */
export function toSerbianLatin(word: string): string {
  return word.replace(ANY_CYRILLIC, (letter) => LETTERS.get(letter) ?? letter);
}

/** One form for both alphabets. Without accents đ is written dj. */
export function foldSerbian(word: string): string {
  return foldAccents(toSerbianLatin(word).replaceAll('đ', 'dj'));
}

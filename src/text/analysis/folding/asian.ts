import { foldAccents } from '../../fold-accents.js';

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

function foldLetters(word: string, letters: Record<string, string>): string {
  return foldAccents(word)
    .replace(ARABIC_SCRIPT, (letter) => letters[letter] ?? letter)
    .replace(HAMZA_ABOVE, '');
}

/** One alef, one ya, ta marbuta as ha, no vowel signs. */
export function foldArabic(word: string): string {
  return foldLetters(word, ARABIC_LETTERS);
}

/** As Arabic, towards the Persian yeh and kaf, however they were typed. */
export function foldPersian(word: string): string {
  return foldLetters(word, PERSIAN_LETTERS);
}

/** The nukta is often left out and the chandrabindu written as a plain dot. */
export function foldHindi(word: string): string {
  return foldAccents(word.normalize('NFD').replaceAll('\u093c', '')).replaceAll('\u0901', '\u0902');
}

/** Nothing but the compatibility form: voicing marks, tones and traditional characters tell words apart. */
export function foldNothing(word: string): string {
  return word;
}

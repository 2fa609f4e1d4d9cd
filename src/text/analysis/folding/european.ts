import { foldAccents } from '../../fold-accents.js';

const LONG_UMLAUTS: Record<string, string> = { ae: 'ä', oe: 'ö', ue: 'ü' };
/** Not after a vowel or q, where the two letters are two sounds: neue, Bauer, Quelle. */
const LONG_UMLAUT = /(?<![aeiouyäöüq])[aou]e/g;
const SCANDINAVIAN_LETTERS: Record<string, string> = { æ: 'ä', ø: 'ö', aa: 'å', ae: 'ä', oe: 'ö' };
const SCANDINAVIAN_LETTER = /aa|ae|oe|æ|ø/g;
/** What is left of several marks on one letter that is kept. */
const LEADING_MARKS = /^[\u0300-\u036f]+/;

/** Folds all but the given letters. */
export function foldingAllBut(letters: string): (word: string) => string {
  const kept = new RegExp(`[${letters}]`);
  const others = new RegExp(`[^${letters}]+`, 'g');
  return (word) =>
    kept.test(word)
      ? word.replace(others, (part, at: number) => foldAccents(at === 0 ? part : part.replace(LEADING_MARKS, '')))
      : foldAccents(word);
}

/** Mueller as Müller. Some words lose an e that is a sound of its own (Poesie); all their forms do. */
export function toUmlauts(word: string): string {
  return word.replace(LONG_UMLAUT, (pair) => LONG_UMLAUTS[pair]);
}

/** The letters of Danish, Norwegian and Swedish as those of Swedish, also where they are written as two: Ærø, Aeroe and Ärö. */
export function toSwedishLetters(word: string): string {
  return word.replace(SCANDINAVIAN_LETTER, (letter) => SCANDINAVIAN_LETTERS[letter]);
}

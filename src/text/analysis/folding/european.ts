import { foldAccents } from '../../fold-accents.js';

const LONG_UMLAUTS: Record<string, string> = { ae: 'ä', oe: 'ö', ue: 'ü' };
/** Not after a vowel or q, where the two letters are two sounds: neue, Bauer, Quelle. */
const LONG_UMLAUT = /(?<![aeiouyäöüq])[aou]e/g;
const SCANDINAVIAN_PAIR = /aa|ae|oe/g;

/** Müller, Mueller and Muller are one. Some words lose an e that is a sound of its own (Poesie); all their forms do. */
export function foldGerman(word: string): string {
  return foldAccents(toUmlauts(word));
}

/** Mueller as Müller. */
export function toUmlauts(word: string): string {
  return word.replace(LONG_UMLAUT, (pair) => LONG_UMLAUTS[pair]);
}

/** Århus, Aarhus and Arhus are one; so are Malmö and Malmø, Ærø and Aeroe. */
export function foldScandinavian(word: string): string {
  return foldAccents(word.replaceAll('æ', 'a').replace(SCANDINAVIAN_PAIR, (pair) => pair[0]));
}

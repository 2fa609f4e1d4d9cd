/** Light stemmers for Arabic, Persian and Hebrew: they remove what is written onto a word, before it and after it. */
import { stripSuffix, suffixList } from './strip-suffix.js';

const ARABIC_ARTICLE = /^(?:وال|بال|كال|فال|ولل|ال|لل)(?=.{2})/;
const ARABIC_AND = /^و(?=.{3})/;
const ARABIC_SUFFIX = suffixList('ها ان ات ون ين يه ه ي');
const PERSIAN_SUFFIX = suffixList('هایی هایم هایت هایش های ها ترین تر ات ان ام ای یی ی');
const HEBREW_PREFIXES = /^(?:[והבל](?=.{3})|[משכ](?=.{4}))+/;
const HEBREW_SUFFIX = suffixList('ים ות ה ת');
const HEBREW_FINAL: Record<string, string> = { ם: 'מ', ן: 'נ', ץ: 'צ', ף: 'פ', ך: 'כ' };

/**
 * As the "light10" stemmer does, which held its own against deeper analysis in retrieval. Takes folded words. What looks
 * like "and" is removed behind the article too: the minister, الوزير, must have the stem of a minister, وزير.
 */
export function stemArabic(word: string): string {
  const bare = word.replace(ARABIC_AND, '').replace(ARABIC_ARTICLE, '').replace(ARABIC_AND, '');
  return stripSuffix(stripSuffix(bare, ARABIC_SUFFIX, 3), ARABIC_SUFFIX, 3);
}

/** Takes folded words. */
export function stemPersian(word: string): string {
  return stripSuffix(word, PERSIAN_SUFFIX, 3);
}

/**
 * Takes folded words. The beginning of some words is taken for a prefix, and all that look so are removed: then משפחה has
 * the stem of המשפחה and of במשפחה.
 */
export function stemHebrew(word: string): string {
  const bare = word.replace(HEBREW_PREFIXES, '');
  return stripSuffix(bare, HEBREW_SUFFIX, 3).replace(/[םןץףך]$/, (letter) => HEBREW_FINAL[letter]);
}

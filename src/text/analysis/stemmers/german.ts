/**
 * CISTEM (Weissweiler and Fraser, 2017). It conflates more forms than Snowball's German stemmer, above all those of verbs:
 * `spielt` and `gespielt` have the stem of `spielen`. Takes words in lower case with umlauts.
 */
const PREFIX = /^ge(?=.{4})/;
const LONG_ENDING = /(?:em|er|nd)$/;
const ENDING = /[tesn]$/;
const UMLAUTS: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss' };

/**
 * A digraph or a double letter counts as one letter and is never cut in two, so each is one character while endings are
 * removed.
 */
const AS_ONE: readonly (readonly [RegExp, string])[] = [
  [/sch/g, '$'],
  [/ei/g, '%'],
  [/ie/g, '&'],
  [/(.)\1/g, '$1*'],
];
const APART: readonly (readonly [RegExp, string])[] = [
  [/(.)\*/g, '$1$1'],
  [/%/g, 'ei'],
  [/&/g, 'ie'],
  [/\$/g, 'sch'],
];

export function stemGerman(word: string): string {
  const plain = word.replace(/[äöüß]/g, (letter) => UMLAUTS[letter]).replace(PREFIX, '');
  let stem = replaceAll(plain, AS_ONE);
  while (stem.length > 3) {
    const shorter = stem.length > 5 && LONG_ENDING.test(stem) ? stem.slice(0, -2) : stem.replace(ENDING, '');
    if (shorter === stem) break;
    stem = shorter;
  }
  return replaceAll(stem, APART);
}

function replaceAll(word: string, replacements: readonly (readonly [RegExp, string])[]): string {
  return replacements.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);
}

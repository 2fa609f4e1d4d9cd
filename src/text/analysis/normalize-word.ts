const NOT_ASCII = /[^\0-\x7f]/;
/** Putting marks in canonical order takes quadratic time in the length of a run; 30 is what Unicode calls stream-safe. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
const APOSTROPHES = /[’ʼ＇׳]/g;
/** Also the spaces that a compatibility form can bring in. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff\s]/g;
const NATIVE_DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙';
const NATIVE_DIGIT = new RegExp(`[${NATIVE_DIGITS}]`, 'g');

/**
 * A word in lower case and its compatibility form, with European digits and straight apostrophes,
 * and nothing invisible.
 */
export function normalizeWord(word: string, lowerCase: (word: string) => string): string {
  if (!NOT_ASCII.test(word)) return lowerCase(word);
  const level = lowerCase(word.replace(TOO_MANY_MARKS, '$1').normalize('NFKC')).normalize('NFKC');
  return level.replace(APOSTROPHES, "'").replace(INVISIBLE, '').replace(NATIVE_DIGIT, europeanDigit);
}

function europeanDigit(digit: string): string {
  return String(NATIVE_DIGITS.indexOf(digit) % 10);
}

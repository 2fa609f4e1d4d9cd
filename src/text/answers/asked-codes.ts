/** Of the scripts that codes are written in. Those of others may stand right beside a code: 「エラーE07とは」. */
const LETTERS = '\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}';

/**
 * Letters and then digits: the code of an error, a part or a model ("E07", "WM-300"). Words such as "4K", "90s" or "10km" are not
 * meant.
 */
function codePattern(between: string): RegExp {
  const beside = `[${LETTERS}\\p{M}\\p{N}]`;
  return new RegExp(`(?<!${beside})[${LETTERS}]{1,5}${between}\\p{Nd}{1,8}[${LETTERS}]{0,2}(?!${beside})`, 'gu');
}

const CODE = codePattern('[-–_]?');
/** Texts also write "E 07". In a question that would take "in 2020" for a code. */
const CODE_IN_TEXT = codePattern('[\\s\\-–_.]{0,3}');
const SIGNS_WITHIN = /[\s\-–_.]+/gu;
const LETTERS_AFTER = /^\p{L}*$/u;
const MARKS_BEFORE = /^[\s\-*•–"'“„«(|]+/u;
/** A question asks for few codes; of a pasted list, the first are enough. */
const MOST_CODES = 5;

/** The codes that a question names, without signs and in lower case. */
export function codesIn(question: string): string[] {
  return [...new Set(question.match(CODE)?.map(levelled))].slice(0, MOST_CODES);
}

/** Whether a text mentions any of the codes, also as "E 07" or "E-07", or one with letters behind it: "E07b", but not "E071". */
export function mentionsAny(text: string, codes: readonly string[]): boolean {
  if (codes.length === 0) return false;
  const mentioned = new Set(text.match(CODE_IN_TEXT)?.map(levelled));
  const isOfKind = (one: string, code: string) => one.startsWith(code) && LETTERS_AFTER.test(one.slice(code.length));
  return [...mentioned].some((one) => codes.some((code) => isOfKind(one, code)));
}

/** Whether a row, an item of a list or a line begins with one of the codes. */
export function beginsWithAny(text: string, codes: readonly string[]): boolean {
  if (codes.length === 0) return false;
  const line = text.replace(MARKS_BEFORE, '');
  const [first] = line.match(CODE_IN_TEXT) ?? [];
  return first !== undefined && line.startsWith(first) && codes.includes(levelled(first));
}

function levelled(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(SIGNS_WITHIN, '');
}

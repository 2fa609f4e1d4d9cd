/**
 * Letters and then digits: the code of an error, a part or a model ("E07", "WM-300"). Words such as "4K", "90s" or "10km" are not
 * meant.
 */
const CODE = /(?<![\p{L}\p{M}\p{N}])\p{L}{1,5}[-–_]?\p{Nd}{1,8}\p{L}{0,2}(?![\p{L}\p{M}\p{N}])/gu;
const SIGNS_WITHIN = /[\s\-–_.]+/gu;
const MARKS_BEFORE = /^[\s\-*•–"'“„«(|]+/u;
/** A question asks for few codes; of a pasted list, the first are enough. */
const MOST_CODES = 5;

/** The codes that a question names, without signs and in lower case. */
export function codesIn(question: string): string[] {
  return [...new Set(question.match(CODE)?.map(levelled))].slice(0, MOST_CODES);
}

/** Whether a text mentions any of the codes, also as "E 07" or "E-07". */
export function mentionsAny(text: string, codes: readonly string[]): boolean {
  if (codes.length === 0) return false;
  const level = levelled(text);
  return codes.some((code) => level.includes(code));
}

/** Whether a row, an item of a list or a line begins with one of the codes. */
export function beginsWithAny(text: string, codes: readonly string[]): boolean {
  if (codes.length === 0) return false;
  const line = text.replace(MARKS_BEFORE, '');
  const [first] = line.match(CODE) ?? [];
  return first !== undefined && line.startsWith(first) && codes.includes(levelled(first));
}

function levelled(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(SIGNS_WITHIN, '');
}

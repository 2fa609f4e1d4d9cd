/** The length of a text in Unicode code points, as all limits count it: an emoji counts once. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) {
      count--;
      i++;
    }
  }
  return count;
}

/** Cuts a text to at most `units` UTF-16 units, without splitting a character, and appends an ellipsis if it was longer. */
export function clip(text: string, units: number): string {
  if (text.length <= units) return text;
  const end = isHighSurrogate(text.charCodeAt(units - 1)) ? units - 1 : units;
  return `${text.slice(0, end)}…`;
}

/** Unpaired surrogates become U+FFFD, as in JSON bodies: they have no UTF-8 form, and would be indexed as that. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * Orders strings by code point, which is also the order of their UTF-8 bytes. JavaScript's `<` orders by UTF-16 unit
 * and puts 😀 before ﬀ; other engines, and our own segment files, do not.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

/** Moves surrogates above U+E000–U+FFFF, where the code points that they encode belong. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

const BEYOND_SURROGATES = /[\ud800-\uffff]/;

/** Sorts in place by code point. The built-in order agrees with that below U+D800, and is several times as fast. */
export function sortTexts(texts: string[]): string[] {
  return texts.some((text) => BEYOND_SURROGATES.test(text)) ? texts.sort(compareText) : texts.sort();
}

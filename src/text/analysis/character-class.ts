/** What a character does in a word. */
const OTHER = 0;
export const LETTER = 1;
export const MARK = 2;
export const APOSTROPHE = 3;
/** Shows nothing: soft hyphen, joiners. */
export const INVISIBLE = 4;
/** The invisible sign that parts the words of a Persian compound, and only joins letters elsewhere. */
export const NON_JOINER = 5;
/** Stands inside Hebrew acronyms. */
export const QUOTE = 6;
/** A letter, digit or mark of a script without spaces between words. */
export const UNSPACED = 7;

const UNSPACED_SCRIPT = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
// Unicode counts the tilde, the dot below and other accents to Thai as well; in a decomposed ñ or ạ they part no words.
// The v flag is beyond what the compiler's target can write as a literal.
const UNSPACED_LETTER = new RegExp(`^[[[\\p{L}\\p{N}\\p{M}]&&${UNSPACED_SCRIPT}]--\\p{scx=Latn}]$`, 'v');
const ANY_LETTER = /^[\p{L}\p{N}]$/u;
const ANY_MARK = /^\p{M}$/u;

const SIGNS = new Map<string, number>([
  ...[..."'’ʼ＇׳"].map((sign): [string, number] => [sign, APOSTROPHE]),
  ...[...'\u00ad\u200d\u2060\ufeff'].map((sign): [string, number] => [sign, INVISIBLE]),
  ['\u200c', NON_JOINER],
  ['"', QUOTE],
  ['״', QUOTE],
]);

/** Stands for no class: not met yet, or half of a character that takes two UTF-16 units. */
const UNKNOWN = 0xff;
const FIRST_OF_TWO_UNITS = 0x10000;

/** Classes by UTF-16 unit, a byte each, filled in as they are met. */
const classesOfUnits = new Uint8Array(FIRST_OF_TWO_UNITS).fill(UNKNOWN);
/** Classes of rarer characters by code point, 256 to a page; a page is filled when the first of its characters is met. */
const pages: Uint8Array[] = [];

/** The class of the character that begins at `i`. */
export function classAt(units: Uint16Array, i: number): number {
  const known = classesOfUnits[units[i]];
  return known === UNKNOWN ? classOfCodePoint(codePointAt(units, i)) : known;
}

/** The end of the letters and digits from `start` on, of those that were met before and take one unit: nearly all. */
export function endOfLetters(units: Uint16Array, start: number): number {
  const classes = classesOfUnits;
  const { length } = units;
  let end = start;
  while (end < length && classes[units[end]] === LETTER) end++;
  return end;
}

/** How many UTF-16 units the character that begins at `i` takes. */
export function unitsAt(units: Uint16Array, i: number): number {
  return isHalf(units[i]) && codePointAt(units, i) >= FIRST_OF_TWO_UNITS ? 2 : 1;
}

function isHalf(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}

function codePointAt(units: Uint16Array, i: number): number {
  const isPair = (units[i] & 0xfc00) === 0xd800 && i + 1 < units.length && (units[i + 1] & 0xfc00) === 0xdc00;
  return isPair ? FIRST_OF_TWO_UNITS + ((units[i] & 0x3ff) << 10) + (units[i + 1] & 0x3ff) : units[i];
}

function classOfCodePoint(codePoint: number): number {
  if (codePoint >= FIRST_OF_TWO_UNITS) {
    pages[codePoint >> 8] ??= classifyPage(codePoint >> 8);
    return pages[codePoint >> 8][codePoint & 0xff];
  }
  // Half a character is nothing by itself, but must stay unknown: it may come with the other half next.
  if (isHalf(codePoint)) return OTHER;
  const found = classify(String.fromCodePoint(codePoint));
  classesOfUnits[codePoint] = found;
  return found;
}

function classifyPage(page: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, i) => classify(String.fromCodePoint((page << 8) | i)));
}

function classify(character: string): number {
  const sign = SIGNS.get(character);
  if (sign !== undefined) return sign;
  if (UNSPACED_LETTER.test(character)) return UNSPACED;
  if (ANY_LETTER.test(character)) return LETTER;
  return ANY_MARK.test(character) ? MARK : OTHER;
}

/** The classes of characters, by what a character does in a word. */
const OTHER = 0;
export const LETTER = 1;
export const MARK = 2;
export const APOSTROPHE = 3;
/** Not displayed: soft hyphen, joiners. */
export const INVISIBLE = 4;
/** Zero-width non-joiner: separates the words of a Persian compound, but belongs to the word in other scripts. */
export const NON_JOINER = 5;
/** Stands inside Hebrew acronyms. */
export const QUOTE = 6;
/** A letter, digit or mark of a script without spaces between words. */
export const UNSPACED = 7;

const UNSPACED_SCRIPT = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
// Unicode's script extensions count the tilde, the dot below and other accents to Thai as well as to Latin. In a decomposed ñ
// or ạ they end no word, so Latin is taken out. Not a literal, because the compiler's target does not know the v flag.
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

/** In place of a class: not looked up yet, or a surrogate. */
const UNKNOWN = 0xff;
/** The first code point that takes two UTF-16 units. */
const FIRST_OF_TWO_UNITS = 0x10000;

// Two tables of Unicode facts. Classifying all characters takes too long for a start, so an entry is filled in on its
// first use; it depends on nothing but its index.
/** Classes by UTF-16 unit, a byte each. */
const classesOfUnits = new Uint8Array(FIRST_OF_TWO_UNITS).fill(UNKNOWN);
/** Classes of characters that take two units: by code point, in pages of 256. */
const pages: Uint8Array[] = [];

/** The class of the character that begins at `i`. */
export function classAt(units: Uint16Array, i: number): number {
  const known = classesOfUnits[units[i]];
  return known === UNKNOWN ? classOfCodePoint(codePointAt(units, i)) : known;
}

/** The end of the letters and digits from `start` on. May stop early at one that takes two units or was not looked up yet. */
export function endOfLetters(units: Uint16Array, start: number): number {
  const classes = classesOfUnits;
  const { length } = units;
  let end = start;
  while (end < length && classes[units[end]] === LETTER) end++;
  return end;
}

/** The number of UTF-16 units of the character that begins at `i`. */
export function unitsAt(units: Uint16Array, i: number): number {
  return isSurrogate(units[i]) && codePointAt(units, i) >= FIRST_OF_TWO_UNITS ? 2 : 1;
}

function isSurrogate(unit: number): boolean {
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
  // A lone surrogate is no letter, but stays unknown: the next time it may be half of a pair.
  if (isSurrogate(codePoint)) return OTHER;
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

/**
 * The inner loop of a search for few words in a text: skips the words that a table of first letters rules out (see
 * `src/text/analysis/form-filter.ts`). Units are UTF-16.
 */

/** Units of a text: more than a document has. Longer ones are not skipped in. */
export const LONGEST: u32 = 131_072;
/** What is read at once. */
const LANES: u32 = 8;

/** A bit for each three letters, by the lower five bits of each, zero for a blank: 1 where a word that is looked for may begin so. */
export const BEGINNINGS: usize = 0;
export const BEGINNINGS_BYTES: usize = (32 * 32 * 32) / 8;
/** u16 for each unit, and room for what is read behind the last one. */
export const UNITS: usize = BEGINNINGS + BEGINNINGS_BYTES;
export const MEMORY: usize = UNITS + 2 * (LONGEST + LANES);

const BLANK: u32 = 0x20;
/** What makes a letter of ASCII a small one. */
const SMALL: u32 = 0x20;
const A: u32 = 0x61;
const LETTERS: u32 = 26;
const ZERO: u32 = 0x30;
const DIGITS: u32 = 10;

/** The words that were skipped last. */
let words: u32 = 0;

export function skippedWords(): u32 {
  return words;
}

/** Marks the end of a text, so that no word is found behind it. */
export function endAt(length: u32): void {
  store<u16>(UNITS + 2 * <usize>length, 0);
}

/**
 * Skips words of ASCII letters and digits, each with a blank behind it, that the table rules out. `start` is where a word begins. Answers
 * where the first word begins that can't be skipped.
 */
export function skip(start: u32): u32 {
  let at = UNITS + 2 * <usize>start;
  words = 0;
  while (true) {
    const end = wordEnd(at);
    if (<u32>load<u16>(end) !== BLANK || !isRuledOut(at)) return <u32>((at - UNITS) >> 1);
    words++;
    at = end + 2;
  }
}

function wordEnd(at: usize): usize {
  while (true) {
    const units = v128.load(at);
    const letters = i16x8.lt_u(
      i16x8.sub(v128.or(units, i16x8.splat(<i16>SMALL)), i16x8.splat(<i16>A)),
      i16x8.splat(<i16>LETTERS),
    );
    const digits = i16x8.lt_u(i16x8.sub(units, i16x8.splat(<i16>ZERO)), i16x8.splat(<i16>DIGITS));
    const others = i16x8.bitmask(v128.not(v128.or(letters, digits)));
    if (others !== 0) return at + 2 * <usize>ctz(others);
    at += 2 * <usize>LANES;
  }
}

/** Only of words that begin with three letters, or with fewer and a blank, the table says anything. An empty word is not ruled out. */
function isRuledOut(at: usize): bool {
  const first = <u32>load<u16>(at);
  const second = <u32>load<u16>(at + 2);
  const third = second === BLANK ? BLANK : <u32>load<u16>(at + 4);
  if (!isLetter(first) || !(isLetter(second) || second === BLANK) || !(isLetter(third) || third === BLANK))
    return false;
  const entry = ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
  return ((<u32>load<u8>(BEGINNINGS + <usize>(entry >> 3)) >> (entry & 7)) & 1) === 0;
}

function isLetter(unit: u32): bool {
  return (unit | SMALL) - A < LETTERS;
}

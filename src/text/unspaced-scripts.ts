/** Scripts that put no spaces between words, told apart by UTF-16 unit. */
const SOUTH_EAST_ASIAN = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
];
const EAST_ASIAN = [
  [0x3005, 0x3007],
  [0x3040, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9d],
];

const FIRST_UNSPACED = 0x0e00;
/** Leading surrogates of the rarer ideographs. */
const RARE_HAN = { from: 0xd840, to: 0xd88d };

function within(ranges: number[][], unit: number): boolean {
  for (const [from, to] of ranges) if (unit >= from && unit <= to) return true;
  return false;
}

/** Thai, Lao, Burmese, Khmer: a word is several letters. */
export function isSouthEastAsian(unit: number): boolean {
  return unit >= FIRST_UNSPACED && within(SOUTH_EAST_ASIAN, unit);
}

/** Han, hiragana, katakana: a word is one or two characters. A rare ideograph is recognised by its leading surrogate. */
export function isEastAsian(unit: number): boolean {
  return unit >= 0x3005 && (within(EAST_ASIAN, unit) || (unit >= RARE_HAN.from && unit <= RARE_HAN.to));
}

export function isUnspaced(unit: number): boolean {
  return isEastAsian(unit) || isSouthEastAsian(unit);
}

const UNSPACED = new RegExp(
  `[${[...SOUTH_EAST_ASIAN, ...EAST_ASIAN, [RARE_HAN.from, RARE_HAN.to]]
    .map(([from, to]) => `${String.fromCharCode(from)}-${String.fromCharCode(to)}`)
    .join('')}]`,
);

/** Whether a text has characters of a script without spaces, whose words only a dictionary can tell apart. */
export function hasUnspacedScript(text: string): boolean {
  return UNSPACED.test(text);
}

const IDEOGRAPH = /^\p{Script=Han}$/u;

/** Whether a text is one Chinese character, which can be a word by itself or part of many. */
export function isIdeograph(text: string): boolean {
  return IDEOGRAPH.test(text);
}

const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;

/** Whether a text is katakana only, a script whose characters stand for sounds and have no meaning of their own. */
export function isKatakana(text: string): boolean {
  return KATAKANA.test(text);
}

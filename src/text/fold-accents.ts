/** Letters that Unicode does not decompose: with a stroke, ligatures, and the Greek final sigma. */
const WHOLE_LETTERS: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  ß: 'ss',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  œ: 'oe',
  ŧ: 't',
  ς: 'σ',
};

const WHOLE_LETTER = new RegExp(`[${Object.keys(WHOLE_LETTERS).join('')}]`, 'g');
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(\p{M}+)/gu;

/** Points and vowel signs of Arabic and Hebrew, which most texts leave out, and the tatweel, which only widens a word. */
const OPTIONAL_SIGNS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]/g;

const BREVE = '\u0306';
const FIRST_ACCENTED = 0x80;
const COMBINING_ACCENTS = { from: 0x300, to: 0x36f };
/** Latin, Greek and Cyrillic letters are at most `to`; their rarer accented letters are from `rareFrom` to `rareTo`. */
const EUROPEAN = { to: 0x52f, rareFrom: 0x1e00, rareTo: 0x1fff };

/**
 * By UTF-16 unit, what a precomposed European letter becomes: a lookup is ten times as fast as decomposing. An entry depends
 * on nothing but its index and is filled in on its first use.
 */
const folded = new Array<string | undefined>(EUROPEAN.rareTo + 1);

/**
 * Removes the accents that people leave out when they type. Marks that make another letter stay: Japanese voicing marks,
 * vowel signs of Indic scripts, and the breve of й. Takes a word in lower case and a composed normal form.
 */
export function foldAccents(word: string): string {
  let result = '';
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    if (unit < FIRST_ACCENTED) result += word[i];
    else if (isComposedEuropean(unit)) result += folded[unit] ??= decomposeAndFold(word[i]);
    else return decomposeAndFold(word);
  }
  return result;
}

function isComposedEuropean(unit: number): boolean {
  if (unit >= COMBINING_ACCENTS.from && unit <= COMBINING_ACCENTS.to) return false;
  return unit <= EUROPEAN.to || (unit >= EUROPEAN.rareFrom && unit <= EUROPEAN.rareTo);
}

function decomposeAndFold(text: string): string {
  return text
    .normalize('NFD')
    .replace(ACCENTED, (_, base: string, marks: string) => (base === 'и' && marks.includes(BREVE) ? 'й' : base))
    .replace(OPTIONAL_SIGNS, '')
    .normalize('NFC')
    .replace(WHOLE_LETTER, (letter) => WHOLE_LETTERS[letter]);
}

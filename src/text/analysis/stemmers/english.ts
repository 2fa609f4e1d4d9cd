/**
 * Snowball's English stemmer (Porter 2), reimplemented. Takes words without capitals, accents and apostrophes. The
 * steps are those of the published algorithm; `first` and `second` are its regions R1 and R2.
 */

const VOWELS = new Set('aeiouy');
const DOUBLES = new Set(['bb', 'dd', 'ff', 'gg', 'mm', 'nn', 'pp', 'rr', 'tt']);
const LETTERS_BEFORE_LI = new Set('cdeghkmnrt');

const IRREGULAR = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
  }),
);
const UNCHANGED = new Set(['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes']);
const UNCHANGED_AFTER_PLURAL = new Set([
  ...['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed'],
]);

/** A suffix stands before the shorter ones that it ends with, because the first match counts. */
const STEP_2: [string, string][] = [
  ...pairs('ization ize', 'ational ate', 'ousness ous', 'iveness ive', 'fulness ful'),
  ...pairs('tional tion', 'lessli less', 'biliti ble', 'entli ent', 'ation ate', 'alism al', 'aliti al', 'fulli ful'),
  ...pairs('ousli ous', 'iviti ive', 'enci ence', 'anci ance', 'abli able', 'izer ize', 'ator ate', 'alli al'),
  ['bli', 'ble'],
];
const STEP_3: [string, string][] = [
  ...pairs('ational ate', 'tional tion', 'alize al', 'icate ic', 'iciti ic', 'ical ic'),
  ['ful', ''],
  ['ness', ''],
];
const STEP_4 = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic'.split(' ');

function pairs(...lines: string[]): [string, string][] {
  return lines.map((line) => {
    const [suffix, replacement] = line.split(' ');
    return [suffix, replacement];
  });
}

export function stemEnglish(word: string): string {
  if (word.length <= 2 || UNCHANGED.has(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  const marked = markConsonantY(word);
  const regions = regionsOf(marked);
  const singular = removePlural(marked);
  if (UNCHANGED_AFTER_PLURAL.has(singular)) return singular;
  let stem = yToI(removeVerbEnding(singular, regions.first));
  stem = replaceLiEnding(replaceSuffix(stem, STEP_2, regions.first), regions.first);
  stem = removeAtive(replaceSuffix(stem, STEP_3, regions.first), regions);
  return removeFinal(removeStep4(stem, regions.second), regions).toLowerCase();
}

const ANY_OR_NONE = ' abcdefghijklmnopqrstuvwxyz';

/**
 * What the second and the third letter of a word with this stem can be: those of the stem, because the stemmer changes endings only.
 * There are exceptions: `dying` has the stem `die`, `cry` has `cri`, `skies` has `sky`, and `using` has `use`; and a stem of one or
 * two letters can be the word itself (a blank follows) or what is left of a longer word.
 */
export function englishBeginnings(stem: string): { second: string; third: string } {
  if (stem.length < 2) return { second: ANY_OR_NONE, third: ANY_OR_NONE };
  const second = stem[1] === 'i' ? 'iy' : stem[1];
  if (stem.length < 3) return { second, third: ANY_OR_NONE };
  const third = stem[2];
  return { second, third: second === 'iy' || 'eiy'.includes(third) ? `eiy${third}` : third };
}

/** Writes `y` as `Y` where it is a consonant: at the start of the word and after a vowel. */
function markConsonantY(word: string): string {
  if (!word.includes('y')) return word;
  let marked = '';
  for (let i = 0; i < word.length; i++) {
    const isConsonant = word[i] === 'y' && (i === 0 || VOWELS.has(marked[i - 1]));
    marked += isConsonant ? 'Y' : word[i];
  }
  return marked;
}

interface Regions {
  first: number;
  second: number;
}

const WHOLE_PREFIX = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/;

function regionsOf(word: string): Regions {
  const prefix = WHOLE_PREFIX.exec(word);
  const first = prefix === null ? afterVowelAndConsonant(word, 0) : prefix[0].length;
  return { first, second: afterVowelAndConsonant(word, first) };
}

function afterVowelAndConsonant(word: string, from: number): number {
  for (let i = from + 1; i < word.length; i++) {
    if (VOWELS.has(word[i - 1]) && !VOWELS.has(word[i])) return i + 1;
  }
  return word.length;
}

function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word;
  return hasVowel(word, word.length - 2) ? word.slice(0, -1) : word;
}

function removeVerbEnding(word: string, first: number): string {
  for (const ending of ['eedly', 'eed']) {
    if (word.endsWith(ending))
      return word.length - ending.length >= first ? `${word.slice(0, -ending.length)}ee` : word;
  }
  for (const ending of ['ingly', 'edly', 'ing', 'ed']) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    return hasVowel(rest, rest.length) ? repairVerb(rest, first) : word;
  }
  return word;
}

function repairVerb(rest: string, first: number): string {
  if (rest.endsWith('at') || rest.endsWith('bl') || rest.endsWith('iz')) return `${rest}e`;
  if (DOUBLES.has(rest.slice(-2))) return rest.length === 3 && 'aeo'.includes(rest[0]) ? rest : rest.slice(0, -1);
  return rest.length <= first && endsInShortSyllable(rest) ? `${rest}e` : rest;
}

function yToI(word: string): string {
  const last = word.at(-1);
  const changes = (last === 'y' || last === 'Y') && word.length > 2 && !VOWELS.has(word[word.length - 2]);
  return changes ? `${word.slice(0, -1)}i` : word;
}

function replaceSuffix(word: string, suffixes: [string, string][], first: number): string {
  for (const [suffix, replacement] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    return word.length - suffix.length >= first ? word.slice(0, -suffix.length) + replacement : word;
  }
  return word;
}

/** Step 2 for `ogi` and `li`, whose removal depends on the letter before them. */
function replaceLiEnding(word: string, first: number): string {
  if (word.endsWith('logi')) return word.length - 3 >= first ? word.slice(0, -1) : word;
  const removes = word.endsWith('li') && word.length - 2 >= first && LETTERS_BEFORE_LI.has(word.at(-3) ?? '');
  return removes ? word.slice(0, -2) : word;
}

function removeAtive(word: string, { second }: Regions): string {
  return word.endsWith('ative') && word.length - 5 >= second ? word.slice(0, -5) : word;
}

function removeStep4(word: string, second: number): string {
  for (const suffix of STEP_4) {
    if (word.endsWith(suffix)) return word.length - suffix.length >= second ? word.slice(0, -suffix.length) : word;
  }
  const removesIon = (word.endsWith('sion') || word.endsWith('tion')) && word.length - 3 >= second;
  return removesIon ? word.slice(0, -3) : word;
}

function removeFinal(word: string, { first, second }: Regions): string {
  const rest = word.slice(0, -1);
  if (word.endsWith('e')) {
    return rest.length >= second || (rest.length >= first && !endsInShortSyllable(rest)) ? rest : word;
  }
  return word.endsWith('ll') && rest.length >= second ? rest : word;
}

function endsInShortSyllable(word: string): boolean {
  if (word === 'past') return true;
  const [third, second, last] = [word.at(-3), word.at(-2) ?? '', word.at(-1) ?? ''];
  if (!VOWELS.has(second) || VOWELS.has(last)) return false;
  return third === undefined ? word.length === 2 : !VOWELS.has(third) && !'wxY'.includes(last);
}

function hasVowel(word: string, end: number): boolean {
  for (let i = 0; i < end; i++) if (VOWELS.has(word[i])) return true;
  return false;
}

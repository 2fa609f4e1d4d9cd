/**
 * Light stemmers for languages that Snowball has no stemmer for, and corrections of Snowball's results for others. A light
 * stemmer removes the endings of case, number, gender and article, and leaves derivation alone (a teacher is not teaching).
 * Words are in lower case and NFKC. Most stemmers here fold accents first, so that a word typed without them has the same stem.
 */

import { foldAccents } from '../../fold-accents.js';
import { snowballRussian } from './snowball.js';

interface SuffixList {
  suffixes: ReadonlySet<string>;
  longest: number;
}

/** `suffixes` are separated by spaces. */
function suffixList(suffixes: string): SuffixList {
  const list = suffixes.split(' ');
  return { suffixes: new Set(list), longest: Math.max(...list.map((suffix) => suffix.length)) };
}

/** Removes the longest suffix of the list that leaves at least `shortestRest` UTF-16 units. */
function stripSuffix(word: string, { suffixes, longest }: SuffixList, shortestRest: number): string {
  for (let length = Math.min(longest, word.length - shortestRest); length > 0; length--) {
    if (suffixes.has(word.slice(-length))) return word.slice(0, -length);
  }
  return word;
}

// Slavic languages. An ending changes the consonant before it (matka, matce); that is undone as well.

const SHORTEST_REST = 3;

const CZECH = suffixList(
  'atech etem atum ech ich eho emi emu ete eti iho imi imu ach ata aty ych ama ami ove ovi ymi ami em es im um at am os us ym mi ou ho e i u y a o',
);
const SLOVAK = suffixList(
  'iach atami ata at ach och ami ovia ovi eho emu ych ymi ym ich imi im ou om ov mi am iam ej ia iu ie iou a e i o u y',
);
const POLISH = suffixList(
  'owie owi ach ami iami iach iego iemu iej ego emu ymi ych imi ich iem em om iom ow iow ym im ej ie ia iu io a e i o u y',
);
const POLISH_VERB = suffixList('owac owal owala uje uja ala alo ali aly ila ilo ili ily ac ic yc al il');
const SLOVENE = suffixList(
  'ovoma evoma ovom ovih ega emu ima imi oma ema ama ami ovi ove evi eve ov ev em om im ih ah eh am jo ju ja je a e i o u',
);

const BULGARIAN_ARTICLE = suffixList('ият ът ят ия та то те а я');
const BULGARIAN_PLURAL = suffixList('овци еве ове ища ини ета ена и е о а я');

/** In Bulgarian the article is an ending that follows the one of the plural: градовете. */
export function stemBulgarian(word: string): string {
  const bare = stripSuffix(word, BULGARIAN_ARTICLE, SHORTEST_REST);
  return stripSuffix(bare, BULGARIAN_PLURAL, SHORTEST_REST).replace(/я(?=[^аеиоуъюя]$)/, 'е');
}

/** Folds accents later than the others: ů tells that the vowel is an o in other forms (dům, domu). */
export function stemCzech(word: string): string {
  const rest = stripSuffix(foldAccents(word.replace(/ů(?=[^aeiouy]$)/, 'o')), CZECH, SHORTEST_REST);
  return hardenVelar(rest.replace(/(?<=.{3})(?:ov|uv|in)$/, ''));
}

/** k and h become c and z before some endings: matka, matce; kniha, knize. */
function hardenVelar(stem: string): string {
  if (stem.endsWith('c')) return `${stem.slice(0, -1)}k`;
  return stem.endsWith('z') ? `${stem.slice(0, -1)}h` : stem;
}

export function stemSlovak(word: string): string {
  return hardenVelar(stripSuffix(foldAccents(word), SLOVAK, SHORTEST_REST));
}

export function stemPolish(word: string): string {
  const plain = foldAccents(word);
  const verb = stripSuffix(plain, POLISH_VERB, SHORTEST_REST + 1);
  const rest = verb === plain ? stripSuffix(plain, POLISH, SHORTEST_REST) : verb;
  if (rest.endsWith('dz')) return `${rest.slice(0, -2)}g`;
  return rest.endsWith('c') ? `${rest.slice(0, -1)}k` : rest;
}

export function stemSlovene(word: string): string {
  return stripSuffix(foldAccents(word), SLOVENE, SHORTEST_REST);
}

/** Snowball removes these as endings of participles and gerunds, but far more often they are part of a noun: океан, прилив. */
const END_OF_NOUN = new Set(['н', 'в', 'ен', 'ив', 'ыв']);

export function stemRussian(word: string): string {
  const plain = word.replaceAll('ё', 'е');
  const stem = snowballRussian(plain);
  return END_OF_NOUN.has(plain.slice(stem.length)) ? plain : stem;
}

// Other European languages.

const CATALAN_VERB = suffixList('avem aven ava ant ar en av');
const ESTONIAN_CASE = suffixList(
  'desse tesse dest test deks teks dega tega deta teta dena tena deni teni dele tele delt telt del tel des tes sse st ks ga ta na ni le lt s l',
);
const ESTONIAN_PLURAL = suffixList('de te id d t');
const LATVIAN = suffixList(
  'ajiem ajam ajas ajos ajai iem ajs am ai as os us um im is ie es em ei ij iet a e i o u s m',
);

export function stemCatalan(word: string): string {
  const singular = foldAccents(word)
    .replace(/ions$/, 'io')
    .replace(/(?<=.{2}[^s])s$/, '');
  const base = singular.replace(/(?<=.{3})[aeio]$/, '').replace(/qu$/, 'c');
  return stripSuffix(base, CATALAN_VERB, 4);
}

export function stemEstonian(word: string): string {
  const singular = stripSuffix(stripSuffix(foldAccents(word), ESTONIAN_CASE, 4), ESTONIAN_PLURAL, 4);
  return singular.replace(/(?<=.{3})[aeiou]$/, '');
}

export function stemLatvian(word: string): string {
  return stripSuffix(foldAccents(word), LATVIAN, 3);
}

/** Snowball leaves v and z where the singular of a Dutch word ends in f and s: huizen, huis. */
export function hardenDutch(stem: string): string {
  if (stem.endsWith('z')) return `${stem.slice(0, -1)}s`;
  return stem.endsWith('v') ? `${stem.slice(0, -1)}f` : stem;
}

/** Finnish weakens nk to ng in closed syllables: kaupunki, kaupungin. */
export function weakenFinnish(stem: string): string {
  return stem.endsWith('nk') ? `${stem.slice(0, -1)}g` : stem;
}

/** Many write Spanish without accents, but Snowball's endings have them. No word ends like these without one, but the lodge. */
export function accentedSpanish(word: string): string {
  return word.replace(/acion$/, 'ación').replace(/(?<=.)logia$/, 'logía');
}

/** The same for Portuguese, where plurals in -ões and -ães have their singular in -ão. */
export function singularPortuguese(word: string): string {
  return word
    .replace(/(?:õe|ãe|(?<=[csç])oe)s$/, 'ão')
    .replace(/[cç][aã]o$/, 'ção')
    .replace(/ave(?=l$|is$)/, 'áve')
    .replace(/encia(?=s?$)/, 'ência');
}

/** The roots of Spanish verbs in -iar, but for rare ones. With -ió, none of them is also the past of a verb in -er or -ir. */
const SPANISH_VERBS_IN_IAR = new Set(
  (
    'abrev acaric acop acuc afil agenc agob agrac ajustic al aliv ampl anestes angust ans anunc aprec aprop asalar ' +
    'ased asfix asoc atav atrof auspic auxil aver benefic calumn camb chirr codic coleg comerc compend concil conf ' +
    'congrac contag contrar cop coreograf cr custod defol denunc desaf desahuc desperdic desprec desprestig desv ' +
    'diferenc diluv disoc distanc divorc elog enfr enjuic ensuc enturb enunc env envid escanc esp espac estud evidenc ' +
    'exfol exil exp expatr expol exprop extrav f fastid financ fotocop fotograf glor gu hast histor incend incord ' +
    'indic influenc inic injur intercamb intermed inventar irrad justiprec l licenc lid limp malcr malic med ' +
    'menosprec negoc notic obsequ obv od ofic pal parod plag potenc prec prelud prem presag presenc prestig princip ' +
    'privileg promed pronunc propic rab rad radiograf reconcil reenv refug reinic remed renegoc renunc repatr repud ' +
    'resfr reverenc roc sac secuenc sentenc silenc subsid sustanc telegraf terc testimon vac vanaglor var vendim vic ' +
    'vilipend'
  ).split(' '),
);

/** "cambiar" for "cambió": Snowball would cut -ió off, as in "comió", but keeps the i of "cambiar" and "cambiado". Other words stay. */
export function infinitiveInIar(word: string): string {
  const isPast = word.endsWith('ió') && SPANISH_VERBS_IN_IAR.has(word.slice(0, -2));
  return isPast ? `${word.slice(0, -2)}iar` : word;
}

/** Snowball's Romanian endings have cedillas, as old character sets do. The letters have commas today. */
export function romanianCedillas(word: string): string {
  return word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ');
}

/** Not of "safiri", "martiri" and the like, whose singular is in -ir. */
const ROMANIAN_PLURAL = /(?<=...)(?<!saf|mart|zef|elix)([ăi])ri(?:le|lor)?$/;

/** "întrebare" for "întrebări", "clădire" for "clădiri": of these nouns, Snowball cuts the ending of the singular only. */
export function singularRomanian(word: string): string {
  return word.replace(ROMANIAN_PLURAL, (_, vowel: string) => (vowel === 'ă' ? 'are' : 'ire'));
}

/** Snowball cuts some Greek words down to two letters, and is inconsistent about the iota of neuters (βιβλίο, βιβλία). */
export function evenGreek(word: string, stem: string): string {
  if (stem.length < 3 && word.length > 4) return word.replace(/(?:ι?ων|[αειουησ]{1,3})$/, '');
  return stem.length > 4 && stem.endsWith('ι') ? stem.slice(0, -1) : stem;
}

/**
 * The endings of Turkish nouns: number, possession and case. Which of them there can be depends on what they follow; what is
 * left has a vowel and, unless it is one like "ev", three letters.
 */
const TURKISH_ENDING = new RegExp(
  [
    '(?<=..[aeiou])(?:n?d[ae]ki|n?d[ae]n|n?d[ae]|l[ae]r|n[iu]n|[mn][iu]z|yl[ae]|n[aeiu]|y[aeiu]|s[iu]|[nsy])$',
    '(?<=[aeiou][^aeiou]{1,2})(?:d[ae]ki|d[ae]n|d[ae]|l[ae]r|imiz|umuz|iniz|unuz|[iu]n|[iu])$',
    // Shorter words end like this by themselves: masa, hafta, tarla, isim.
    '(?<=.{3}[^aeiou])(?:t[ae]ki|t[ae]n|t[ae]|[dt][iu]r|[iu]m|l[ae]|[ae])$',
    '(?<=.{3}[aeiou])(?:d[iu]r|m)$',
  ].join('|'),
);

/**
 * What looks like an ending may be part of the word: adresi, "the address", is adres with an i, but odası, "the room of", is
 * oda with sı. So all that look like endings are removed from every form of a word alike: of these, "adre" and "oda" are left.
 * A final consonant that softens before an ending is hardened: kitap, kitabı.
 */
export function stemTurkish(word: string): string {
  let stem = foldAccents(word);
  for (let rest = ''; rest !== stem; ) {
    rest = stem;
    stem = rest.replace(TURKISH_ENDING, '');
  }
  return stem.length > 3 ? stem.replace(/[bdg]$/, (soft) => HARD[soft]) : stem;
}

const HARD: Record<string, string> = { b: 'p', d: 't', g: 'k' };

// Arabic, Persian and Hebrew, which write articles, prepositions and pronouns onto the word. All three take folded words.

const ARABIC_ARTICLE = /^(?:وال|بال|كال|فال|ولل|ال|لل)(?=.{2})/;
const ARABIC_AND = /^و(?=.{3})/;
const ARABIC_SUFFIX = suffixList('ها ان ات ون ين يه ه ي');
const PERSIAN_SUFFIX = suffixList('هایی هایم هایت هایش های ها ترین تر ات ان ام ای یی ی');
const HEBREW_PREFIXES = /^(?:[והבל](?=.{3})|[משכ](?=.{4}))+/;
const HEBREW_SUFFIX = suffixList('ים ות ה ת');
const HEBREW_FINAL: Record<string, string> = { ם: 'מ', ן: 'נ', ץ: 'צ', ף: 'פ', ך: 'כ' };

/**
 * The light10 stemmer, which retrieves as well as stemmers with a full morphology. Unlike it, this one removes what looks like
 * "and" (و) also after the article: the minister, الوزير, must have the stem of a minister, وزير.
 */
export function stemArabic(word: string): string {
  const bare = word.replace(ARABIC_AND, '').replace(ARABIC_ARTICLE, '').replace(ARABIC_AND, '');
  return stripSuffix(stripSuffix(bare, ARABIC_SUFFIX, 3), ARABIC_SUFFIX, 3);
}

export function stemPersian(word: string): string {
  return stripSuffix(word, PERSIAN_SUFFIX, 3);
}

/**
 * Removes everything that looks like a prefix, even where it belongs to the word: so משפחה has the stem of המשפחה and
 * of במשפחה.
 */
export function stemHebrew(word: string): string {
  const bare = word.replace(HEBREW_PREFIXES, '');
  return stripSuffix(bare, HEBREW_SUFFIX, 3).replace(/[םןץףך]$/, (letter) => HEBREW_FINAL[letter]);
}

// Bengali, Korean and Japanese.

const BENGALI_LONG = suffixList(
  'গুলোতে গুলোকে গুলোর গুলিতে গুলিকে গুলির গুলো গুলি দেরকে দের টিতে টিকে টির টাকে টার টি টা ের কে তে রা',
);
const BENGALI_SHORT = suffixList('র ে ই ও');

const KOREAN_PARTICLE = suffixList(
  [
    '은 는 이 가 을 를 의 에 와 과 도 만 로 나 으로 에서 에게 에게서 께 께서 한테 부터 까지 처럼 보다 마다 조차 밖에 이나',
    '라도 이라도 으로서 로서 으로써 로써 에는 에도 에서는 에서도 으로는 로는 와의 과의 이다 입니다 이었다 였다 이며 이고 인 들',
    '합니다 했습니다 했다 하는 하고 하여 해서 한다 하기 하면 하지 하다 하였다 하며 한 할 해 됩니다 되었습니다 되었다 된다 되는 되어 되다 된 될',
  ].join(' '),
);
const MOST_KOREAN_PARTICLES = 3;

/** A noun of one syllable before a particle that few nouns end in. Which one there is depends on how the syllable ends. */
const KOREAN_SYLLABLE =
  /^([가-힣])(?:(을|은|이|으로|으로는)|(를|는)|에|에서|에게|에는|에도|에서는|에서도|에게서|까지|부터|처럼|한테)$/;
const NOT_A_PARTICLE = new Set('종이 길이 높이 깊이 넓이 먹이 놀이 풀이 맏이 같이 많이 굳이'.split(' '));
const FIRST_SYLLABLE = '가'.charCodeAt(0);
/** So many syllables in a row differ in their final consonant alone; the first has none. */
const FINALS = 28;

/** A verb or adjective: ideographs that carry the meaning, then kana that carry the inflection (走る, 美しい). */
const INFLECTED = /^(\p{Script=Han}+)\p{Script=Hiragana}{1,3}$/u;
const KATAKANA_LONG = /^\p{Script=Katakana}[\p{Script=Katakana}ー]{2,}ー$/u;

export function stemBengali(word: string): string {
  return stripSuffix(stripSuffix(word, BENGALI_LONG, 2), BENGALI_SHORT, 3);
}

/**
 * Particles are stacked (학교에서는), and a noun may end like one (고양이): remove them, but leave at least two syllables, unless
 * one syllable is surely a noun.
 */
export function stemKorean(word: string): string {
  let stem = word;
  for (let i = 0; i < MOST_KOREAN_PARTICLES; i++)
    stem = nounOfOneSyllable(stem) ?? stripSuffix(stem, KOREAN_PARTICLE, 2);
  return stem;
}

/** 책을 is 책 with 을, but 마을 is a village: 을 follows consonants only. */
function nounOfOneSyllable(word: string): string | null {
  const [, syllable, afterConsonant, afterVowel] = KOREAN_SYLLABLE.exec(word) ?? [];
  if (syllable === undefined || NOT_A_PARTICLE.has(word)) return null;
  const endsInConsonant = (syllable.charCodeAt(0) - FIRST_SYLLABLE) % FINALS > 0;
  if (afterConsonant !== undefined && !endsInConsonant) return null;
  return afterVowel !== undefined && endsInConsonant ? null : syllable;
}

/**
 * Loan words are written with or without a final long vowel: サーバー, サーバ. The segmenter splits most inflected verbs and
 * adjectives after their ideographs (走, った), so what is left of the plain form (走る) is its ideographs too.
 */
export function stemJapanese(word: string): string {
  if (KATAKANA_LONG.test(word)) return word.slice(0, -1);
  return INFLECTED.exec(word)?.[1] ?? word;
}

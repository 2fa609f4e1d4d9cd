import type { Language } from '../../domain/document/language.js';
import { foldAccents } from '../fold-accents.js';
import { foldChinese } from './fold-chinese.js';
import {
  foldArabic,
  foldHindi,
  foldingAllBut,
  foldNothing,
  foldPersian,
  foldSerbian,
  toSerbianLatin,
  toSwedishLetters,
  toUmlauts,
} from './folding.js';
import type { Beginnings } from './form-filter.js';
import { englishBeginnings, stemEnglish } from './stemmers/english.js';
import { stemGerman } from './stemmers/german.js';
import {
  accentedSpanish,
  evenGreek,
  hardenDutch,
  infinitiveInIar,
  romanianCedillas,
  singularPortuguese,
  singularRomanian,
  stemArabic,
  stemBengali,
  stemBulgarian,
  stemCatalan,
  stemCzech,
  stemEstonian,
  stemHebrew,
  stemJapanese,
  stemKorean,
  stemLatvian,
  stemPersian,
  stemPolish,
  stemRussian,
  stemSlovak,
  stemSlovene,
  stemTurkish,
  weakenFinnish,
} from './stemmers/light.js';
import {
  stemDanish,
  stemDutch,
  stemFinnish,
  stemFrench,
  stemGreek,
  stemHindi,
  stemHungarian,
  stemIndonesian,
  stemItalian,
  stemLithuanian,
  stemNorwegian,
  stemPortuguese,
  stemRomanian,
  stemSerbian,
  stemSpanish,
  stemSwedish,
  stemUkrainian,
} from './stemmers/snowball.js';

/** What is particular to the words of a language. Every function takes one word in lower case and normal form NFKC. */
export interface LanguageProfile {
  /** Makes the term of a word: the form that is compared where a word must match exactly. */
  fold(word: string): string;
  /**
   * Accented letters that folding keeps, because they tell words apart and people who write the language type them.
   * Stems and bare forms lose the accents, so someone who can't type them still finds the word.
   */
  letters?: string;
  /** What inflected forms of a word have in common. Takes the word before folding; the result is folded as well. */
  stem?(word: string): string;
  /** The length of an elided article or pronoun at the start of the word: 2 for "l'avion". */
  elision?(word: string): number;
  /** Only where lower case has rules of its own. */
  lowerCase?(word: string): string;
  /** Removes apostrophes before folding and stemming. By default (`withoutApostrophes`) a possessive s goes with them. */
  stripApostrophes?(word: string): string;
  /** Only where the first letters of a stem say how its words begin. */
  beginnings?: Beginnings;
  /** Levels variants of characters, each in its place, before a dictionary looks for words. */
  levelCharacters?(text: string): string;
  /** Whether pairs of neighbouring characters are indexed beside the words. */
  bigrams?: boolean;
}

const fold = foldAccents;

const elisionOf = (elided: RegExp) => (word: string) => elided.exec(word)?.[0].length ?? 0;
const catalanElision = elisionOf(/^(?:l|d|m|t|s|n)'(?=.)/);
const frenchElision = elisionOf(/^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=.)/);
const italianElision = elisionOf(
  /^(?:l|un|dell|all|dall|nell|sull|coll|quest|quell|bell|sant|c|d|m|t|s|v|gl|agl|dagl|degl|negl|sugl)'(?=.)/,
);

const UMLAUTS = 'äöü';
const SWEDISH = 'åäö';
const ESTONIAN = 'äõöü';
const VIETNAMESE = 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ';

const keepSwedish = foldingAllBut(SWEDISH);
const SCANDINAVIAN = { letters: SWEDISH, fold: (word: string) => keepSwedish(toSwedishLetters(word)) };
const keepUmlauts = foldingAllBut(UMLAUTS);
const foldGerman = (word: string) => keepUmlauts(toUmlauts(word));

const PROFILES: Record<Language, LanguageProfile> = {
  ar: { fold: foldArabic, stem: (word) => stemArabic(foldArabic(word)) },
  bg: { fold, stem: stemBulgarian },
  bn: { fold: foldNothing, stem: stemBengali },
  ca: { fold, stem: stemCatalan, elision: catalanElision },
  cs: { fold, stem: stemCzech },
  da: { ...SCANDINAVIAN, stem: stemDanish },
  de: { letters: UMLAUTS, fold: foldGerman, stem: (word) => stemGerman(toUmlauts(word)) },
  el: { fold, stem: (word) => evenGreek(fold(word), stemGreek(fold(word))) },
  en: { fold, stem: (word) => stemEnglish(fold(word)), beginnings: englishBeginnings },
  es: { letters: 'ñ', fold: foldingAllBut('ñ'), stem: (word) => stemSpanish(accentedSpanish(infinitiveInIar(word))) },
  et: { letters: ESTONIAN, fold: foldingAllBut(ESTONIAN), stem: toTheEnd(stemEstonian) },
  fa: { fold: foldPersian, stem: (word) => stemPersian(foldPersian(word)) },
  fi: { letters: SWEDISH, fold: keepSwedish, stem: (word) => weakenFinnish(stemFinnish(word)) },
  fr: { fold, stem: stemFrench, elision: frenchElision },
  he: { fold, stem: (word) => stemHebrew(fold(word)), stripApostrophes: withoutHebrewQuotes },
  hi: { fold: foldHindi, stem: (word) => stemHindi(foldHindi(word)) },
  hr: { fold: foldSerbian, stem: stemSerbian },
  hu: { fold, stem: toTheEnd(stemHungarian) },
  id: { fold, stem: stemIndonesian },
  it: { fold, stem: stemItalian, elision: italianElision },
  ja: { fold: foldNothing, stem: stemJapanese, bigrams: true },
  ko: { fold: foldNothing, stem: stemKorean },
  lt: { fold, stem: stemLithuanian },
  lv: { fold, stem: stemLatvian },
  nb: { ...SCANDINAVIAN, stem: stemNorwegian },
  nl: { fold, stem: (word) => hardenDutch(stemDutch(word)) },
  pl: { fold, stem: stemPolish },
  pt: { fold, stem: (word) => stemPortuguese(singularPortuguese(word)) },
  ro: { fold, stem: toTheEnd((word) => stemRomanian(singularRomanian(romanianCedillas(word)))) },
  ru: { fold, stem: stemRussian },
  sk: { fold, stem: stemSlovak },
  sl: { fold, stem: stemSlovene },
  sr: { fold: foldSerbian, stem: (word) => stemSerbian(toSerbianLatin(word)) },
  sv: { ...SCANDINAVIAN, stem: stemSwedish },
  th: { fold: foldNothing },
  tr: {
    fold,
    stem: stemTurkish,
    stripApostrophes: upToApostrophe,
    lowerCase: (word) => word.toLocaleLowerCase('tr'),
  },
  uk: { letters: 'ї', fold: foldingAllBut('ї'), stem: stemUkrainian },
  vi: { letters: VIETNAMESE, fold: foldingAllBut(VIETNAMESE), stem: (word) => word },
  zh: { fold: foldChinese, levelCharacters: foldChinese, bigrams: true },
};

const ANY_LANGUAGE: LanguageProfile = { fold };

export function profileOf(language: Language): LanguageProfile {
  return Object.hasOwn(PROFILES, language) ? PROFILES[language] : ANY_LANGUAGE;
}

/**
 * Applies a stemmer until nothing more comes off. For stemmers that reduce a plural to its singular, but the singular to
 * something shorter still.
 */
function toTheEnd(stem: (word: string) => string): (word: string) => string {
  return (word) => {
    const left = stem(word);
    return left.length < word.length && left !== '' ? toTheEnd(stem)(left) : left;
  };
}

/** In Turkish an ending follows the apostrophe: İstanbul'da. */
function upToApostrophe(word: string): string {
  return word.replace(/(?<=.)'.*$/, '');
}

/** Hebrew acronyms have a quotation mark before their last letter: צה״ל. */
function withoutHebrewQuotes(word: string): string {
  return word.replace(/["״']/g, '');
}

import { stemmer as stemDanish } from '@orama/stemmers/danish';
import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemFinnish } from '@orama/stemmers/finnish';
import { stemmer as stemFrench } from '@orama/stemmers/french';

import { stemmer as stemGreek } from '@orama/stemmers/greek';
import { stemmer as stemHungarian } from '@orama/stemmers/hungarian';
import { stemmer as stemHindi } from '@orama/stemmers/indian';
import { stemmer as stemIndonesian } from '@orama/stemmers/indonesian';
import { stemmer as stemItalian } from '@orama/stemmers/italian';
import { stemmer as stemLithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as stemNorwegian } from '@orama/stemmers/norwegian';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as stemRomanian } from '@orama/stemmers/romanian';
import { stemmer as stemSerbian } from '@orama/stemmers/serbian';
import { stemmer as stemSpanish } from '@orama/stemmers/spanish';
import { stemmer as stemSwedish } from '@orama/stemmers/swedish';
import { stemmer as stemTurkish } from '@orama/stemmers/turkish';
import { stemmer as stemUkrainian } from '@orama/stemmers/ukrainian';
import type { Language } from '../../domain/document/language.js';
import { foldAccents } from '../fold-accents.js';
import { upToApostrophe, withoutHebrewQuotes } from './apostrophes.js';
import { catalanElision, frenchElision, italianElision } from './elision.js';
import { foldArabic, foldHindi, foldNothing, foldPersian } from './folding/asian.js';
import { foldingAllBut, toSwedishLetters, toUmlauts } from './folding/european.js';
import { foldSerbian, toSerbianLatin } from './folding/serbian.js';
import type { LanguageProfile } from './language-profile.js';
import { stemBengali, stemJapanese, stemKorean } from './stemmers/asian.js';
import { englishBeginnings, stemEnglish } from './stemmers/english.js';
import {
  evenGreek,
  hardenDutch,
  singularPortuguese,
  stemCatalan,
  stemEstonian,
  stemLatvian,
  weakenFinnish,
} from './stemmers/european.js';
import { stemGerman } from './stemmers/german.js';
import { stemArabic, stemHebrew, stemPersian } from './stemmers/semitic-and-persian.js';
import { stemBulgarian, stemCzech, stemPolish, stemRussian, stemSlovak, stemSlovene } from './stemmers/slavic.js';

const fold = foldAccents;

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
  es: { letters: 'ñ', fold: foldingAllBut('ñ'), stem: stemSpanish },
  et: { letters: ESTONIAN, fold: foldingAllBut(ESTONIAN), stem: toTheEnd(stemEstonian) },
  fa: { fold: foldPersian, stem: (word) => stemPersian(foldPersian(word)) },
  fi: { letters: SWEDISH, fold: keepSwedish, stem: (word) => weakenFinnish(stemFinnish(word)) },
  fr: { fold, stem: stemFrench, elision: frenchElision },
  he: { fold, stem: (word) => stemHebrew(fold(word)), stripApostrophes: withoutHebrewQuotes },
  hi: { fold: foldHindi, stem: stemHindi },
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
  ro: { fold, stem: toTheEnd(stemRomanian) },
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
  zh: { fold: foldNothing, bigrams: true },
};

const ANY_LANGUAGE: LanguageProfile = { fold };

export function profileOf(language: Language): LanguageProfile {
  return Object.hasOwn(PROFILES, language) ? PROFILES[language] : ANY_LANGUAGE;
}

/**
 * Stems again what is left, until nothing more comes off. For stemmers that would stop at a plural's singular but shorten
 * the singular itself.
 */
function toTheEnd(stem: (word: string) => string): (word: string) => string {
  return (word) => {
    const left = stem(word);
    return left.length < word.length && left !== '' ? toTheEnd(stem)(left) : left;
  };
}

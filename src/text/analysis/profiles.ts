import { stemmer as stemArabic } from '@orama/stemmers/arabic';
import type { Language } from '../../domain/language.js';
import { foldAccents } from '../fold-accents.js';
import type { LanguageProfile } from './language-profile.js';

function fold(word: string): string {
  return foldAccents(word.replace(/'s$/, '').replaceAll("'", ''));
}

const DEFAULT: LanguageProfile = { fold };

const PROFILES: Record<Language, LanguageProfile> = {
  ar: { fold, stem: stemArabic },
  ja: { fold, bigrams: true },
  zh: { fold, bigrams: true },
};

export function profileOf(language: Language): LanguageProfile {
  return Object.hasOwn(PROFILES, language) ? PROFILES[language] : DEFAULT;
}

import type { Language } from '@sextant/client';
import { formatLanguage } from './format.js';

/** Those that the service knows. */
const CODES: readonly Language[] = [
  ...(['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr'] as const),
  ...(['hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv'] as const),
  ...(['th', 'tr', 'uk', 'vi', 'zh'] as const),
];

export interface LanguageChoice {
  code: Language;
  name: string;
}

/** In the order of their names in the reader's language. */
export const LANGUAGES: readonly LanguageChoice[] = CODES.map((code) => ({ code, name: formatLanguage(code) })).sort(
  (one, other) => one.name.localeCompare(other.name),
);

export function isLanguage(code: unknown): code is Language {
  return CODES.some((known) => known === code);
}

/** The reader's language if the service knows it: a text that is added is most likely written in it. */
export function readersLanguage(): Language {
  const [code] = navigator.language.toLowerCase().split('-');
  return isLanguage(code) ? code : 'en';
}

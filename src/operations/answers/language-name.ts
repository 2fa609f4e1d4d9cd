import type { Language } from '../../domain/document/language.js';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** As models know it: "German", not "de". */
export function languageName(language: Language): string {
  return NAMES.of(language) ?? language;
}

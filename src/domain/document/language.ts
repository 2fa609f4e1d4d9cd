/** The supported languages, as ISO 639-1 codes. */
const LANGUAGES = [
  ...['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'hu'],
  ...['id', 'it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr'],
  ...['uk', 'vi', 'zh'],
] as const;

export type Language = string;

export const DEFAULT_LANGUAGE: Language = 'en';

/** Most callers send `no` for Norwegian, which is a macro-language; it is stored as Bokmål, `nb`. */
const ALIASES: Record<string, Language> = { no: 'nb' };

/** Every code that a request may send, including aliases. */
export const ACCEPTED_LANGUAGES: readonly string[] = [...LANGUAGES, ...Object.keys(ALIASES)];

export function canonicalLanguage(code: string): Language {
  return Object.hasOwn(ALIASES, code) ? ALIASES[code] : code;
}

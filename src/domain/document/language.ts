/** The languages a document can be in, as ISO 639-1 codes. */
const LANGUAGES = [
  ...['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr', 'hu'],
  ...['id', 'it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr'],
  ...['uk', 'vi', 'zh'],
] as const;

export type Language = string;

export const DEFAULT_LANGUAGE: Language = 'en';

/** `no` is the macro-language most callers send for Norwegian; we keep Bokmål, `nb`. */
const ALIASES: Record<string, Language> = { no: 'nb' };

/** Every code a request may send, aliases included. */
export const ACCEPTED_LANGUAGES: readonly string[] = [...LANGUAGES, ...Object.keys(ALIASES)];

export function canonicalLanguage(code: string): Language {
  return Object.hasOwn(ALIASES, code) ? ALIASES[code] : code;
}

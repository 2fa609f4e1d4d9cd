import { ACCEPTED_LANGUAGES, canonicalLanguage, type Language } from './language.js';

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** With aliases: `nb` is called Norwegian Bokmål, `no` Norwegian. Asking for a name takes time, so it is done once. */
const CODES_BY_NAME: ReadonlyMap<string | undefined, Language> = new Map(
  ACCEPTED_LANGUAGES.map((code) => [LANGUAGE_NAMES.of(code)?.toLowerCase(), canonicalLanguage(code)]),
);
const TWO_LETTERS = /^[a-z]{2}$/i;

/** Longer texts are no codes and no names of languages. */
const LONGEST_TAG = 64;

/**
 * The supported language that was probably meant by something that is not its code: `pt-BR`, `DE`, `eng`, `Greek`, or the country
 * code `jp`. Not by edit distance: a code of two letters is one letter away from many languages that nobody meant.
 */
export function guessLanguage(written: string): Language | null {
  const tag = written.trim().replaceAll('_', '-');
  if (tag === '' || tag.length > LONGEST_TAG) return null;
  return supported(languageOfTag(tag)) ?? CODES_BY_NAME.get(tag.toLowerCase()) ?? supported(languageOfCountry(tag));
}

function supported(code: string | undefined): Language | null {
  return code !== undefined && ACCEPTED_LANGUAGES.includes(code) ? canonicalLanguage(code) : null;
}

/** The language of a tag such as `zh-Hans-CN`; codes of three letters and outdated ones become those in use. */
function languageOfTag(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}

/** What most people of a country speak. Codes that are languages too mean these: `gl` is Galician, not Greenland. */
function languageOfCountry(code: string): string | undefined {
  if (!TWO_LETTERS.test(code) || LANGUAGE_NAMES.of(code) !== undefined) return undefined;
  const country = code.toUpperCase();
  return COUNTRY_NAMES.of(country) === undefined ? undefined : new Intl.Locale(`und-${country}`).maximize().language;
}

import type { Language } from '../../domain/document/language.js';

/** Letters that few languages have. Each pattern that a text matches counts for its languages. */
export const TELLING_LETTERS: readonly [RegExp, readonly Language[]][] = [
  [/[ßẞ]/iu, ['de']],
  [/ä/iu, ['de', 'fi', 'et', 'sv', 'sk']],
  [/ü/iu, ['de', 'et', 'hu', 'tr']],
  [/ö/iu, ['de', 'fi', 'et', 'sv', 'hu', 'tr']],
  [/õ/iu, ['pt', 'et', 'vi']],
  [/ã/iu, ['pt', 'vi']],
  [/[ñ¿¡]/iu, ['es']],
  [/å/iu, ['sv', 'da', 'nb']],
  [/[øæ]/iu, ['da', 'nb']],
  [/[ąęłńśźż]/iu, ['pl']],
  [/[ąęėįųū]/iu, ['lt']],
  [/[āēģīķļņ]/iu, ['lv']],
  [/[řěů]/iu, ['cs']],
  [/[ľĺŕôď]/iu, ['sk']],
  [/[čšž]/iu, ['cs', 'sk', 'sl', 'hr', 'sr', 'lt', 'lv']],
  [/[đć]/iu, ['hr', 'sr']],
  [/[őű]/iu, ['hu']],
  [/[ășțşţ]/iu, ['ro']],
  [/[ığş]/u, ['tr']],
  [/[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹươđ]/iu, ['vi']],
  [/ç/iu, ['fr', 'pt', 'ca', 'tr']],
  [/[èêàùœû]/iu, ['fr', 'it', 'ca']],
  [/·/u, ['ca']],
  [/[іїєґ]/iu, ['uk']],
  [/[ыэё]/iu, ['ru']],
  [/[ђћљњџј]/iu, ['sr']],
  [/ъ(?![еёюя])/iu, ['bg']],
  [/ь(?!о)/iu, ['ru', 'uk']],
  [/dz/iu, ['pl', 'sk']],
  [/[پچژگ]/u, ['fa']],
  [/[کی]/u, ['fa']],
  [/[يةىك]/u, ['ar']],
];

/** A letter that tells nothing: Latin languages write all of a to z in some words. */
export const PLAIN_LETTER = /[a-z]/;

/**
 * The other letters that each language has, also in words that it took from elsewhere (café). Cyrillic alphabets are whole;
 * of languages that are not here, letters tell nothing.
 */
export const ALPHABETS: Record<Language, ReadonlySet<string> | undefined> = alphabets({
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюяѝ',
  ca: 'àçèéíïòóúü',
  cs: 'áčďéěíňóřšťúůýž',
  da: 'æøåé',
  de: 'äöüßéàê',
  en: 'éèêëïçñûâ',
  es: 'áéíñóúü',
  et: 'äõöüšž',
  fi: 'äöåšž',
  fr: 'àâæçèéêëîïôùûüÿœ',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  id: 'é',
  it: 'àèéìíîòóùú',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  nb: 'æøåéèòôó',
  nl: 'áéèëíïóöúüê',
  pl: 'ąćęłńóśźż',
  pt: 'áâãàçéêíóôõúü',
  ro: 'ăâîșşțţ',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšž',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџшčćđšž',
  sv: 'åäöéà',
  tr: 'çğıöşüâîû',
  vi: 'àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
});

function alphabets(letters: Record<Language, string>): Record<Language, ReadonlySet<string>> {
  return Object.fromEntries(Object.entries(letters).map(([language, own]) => [language, new Set(own)]));
}

import type { Language } from '../../domain/document/language.js';
import { isStopWord } from '../analysis/stop-words.js';
import { ASKING_WORDS } from '../answers/question-words.js';
import { wordsOf } from '../words.js';

/** Scripts that one supported language writes alone. Japanese before Chinese: it writes both. */
const SCRIPTS: readonly [Language, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['th', /\p{Script=Thai}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['bn', /\p{Script=Bengali}/u],
  ['hi', /\p{Script=Devanagari}/u],
];

const CYRILLIC: readonly Language[] = ['ru', 'uk', 'bg', 'sr'];
const ARABIC: readonly Language[] = ['ar', 'fa'];
const LATIN: readonly Language[] = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'et', 'lv', 'lt', 'pl', 'cs', 'sk', 'sl', 'hr'],
  ...['sr', 'hu', 'ro', 'ca', 'tr', 'vi', 'id'],
];

/** Letters that few languages have. Each one found speaks for its languages. */
const TELLING_LETTERS: readonly [RegExp, readonly Language[]][] = [
  [/[ßẞ]/iu, ['de']],
  [/[äü]/iu, ['de', 'fi', 'et', 'sv', 'sk', 'hu', 'tr']],
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
  [/[پچژگ]/u, ['fa']],
  [/[کی]/u, ['fa']],
  [/[يةىك]/u, ['ar']],
];
const LETTER_WORTH = 0.8;
const ASKING_WORTH = 1.5;
/** What is left to say when two languages are as likely: the one that more people write. */
const TIE_STEP = 0.01;

/**
 * The language of a short text, by its script, its letters and its small words. A light method for choosing the words of
 * a reply; nothing is found or hidden by it. Null where nothing tells.
 */
export function detectLanguage(text: string): Language | null {
  const alone = SCRIPTS.find(([, script]) => script.test(text));
  if (alone !== undefined) return alone[0];
  if (/\p{Script=Cyrillic}/u.test(text)) return likeliest(text, CYRILLIC);
  if (/\p{Script=Arabic}/u.test(text)) return likeliest(text, ARABIC);
  return /\p{Script=Latin}/u.test(text) ? likeliest(text, LATIN) : null;
}

/** Reads the word lists of all languages. Takes a moment the first time, so it is called before requests are served. */
export function prepareDetection(): void {
  for (const languages of [LATIN, CYRILLIC, ARABIC]) likeliest('a', languages);
}

function likeliest(text: string, languages: readonly Language[]): Language | null {
  const words = wordsOf(text);
  const asked = ` ${words.join(' ')} `;
  let best: { language: Language; score: number } | null = null;
  languages.forEach((language, i) => {
    const small = words.filter((word) => isStopWord(word, language)).length;
    const letters = TELLING_LETTERS.filter(([found, of]) => of.includes(language) && found.test(text)).length;
    const asks = askingForms(language).some((form) => asked.includes(` ${form} `)) ? ASKING_WORTH : 0;
    const score = small + letters * LETTER_WORTH + asks - i * TIE_STEP;
    if (best === null || score > best.score) best = { language, score };
  });
  const found = best as { language: Language; score: number } | null;
  if (found === null) return null;
  // Latin letters alone say little; in the other scripts the commonest language is a fair guess.
  return found.score > 0.5 || languages !== LATIN ? found.language : null;
}

const forms = new Map<Language, string[]>();

function askingForms(language: Language): string[] {
  let known = forms.get(language);
  if (known === undefined) {
    const written = Object.values(ASKING_WORDS[language] ?? {}).join(',');
    known = written.split(',').map((form) => wordsOf(form).join(' '));
    forms.set(language, known);
  }
  return known;
}

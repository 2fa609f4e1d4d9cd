import type { Language } from '../../domain/document/language.js';
import { stopWordsOf } from '../analysis/stop-words.js';
import { wordsOf } from '../frozen-words.js';
import { lazy } from '../lazy.js';
import { ASKING_WORDS } from './asking-words.js';

/** Scripts that only one supported language uses. Japanese before Chinese, because it uses Han characters too. */
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

/** The languages that share a script, the likeliest first, and their word lists. */
interface Candidates {
  languages: readonly Language[];
  wordIndex: () => WordIndex;
}

const CYRILLIC = candidates('ru uk bg sr');
const ARABIC = candidates('ar fa');
const LATIN = candidates('en de fr es it pt nl sv da nb fi et lv lt pl cs sk sl hr sr hu ro ca tr vi id');

function candidates(codes: string): Candidates {
  const languages = codes.split(' ');
  return { languages, wordIndex: lazy(() => buildWordIndex(languages)) };
}

/** Letters that few languages have. Each pattern that a text matches counts for its languages. */
const TELLING_LETTERS: readonly [RegExp, readonly Language[]][] = [
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
  [/[پچژگ]/u, ['fa']],
  [/[کی]/u, ['fa']],
  [/[يةىك]/u, ['ar']],
];
const HINT_WORTH = 0.8;
const ASKING_WORTH = 1.5;
/** Decides between languages with the same score: the earlier candidate wins, which more people write. */
const TIE_STEP = 0.01;
/** For Latin letters a lower score says too little; in the other scripts the commonest language is a fair guess. */
const LEAST_LATIN_SCORE = 0.5;
/** About two stop words, or a word and a letter, that no other language has. */
const CLEAR_LEAD = 1.5;

const NOT_ASCII = /[^\0-\x7f]/;
const LETTER = /\p{L}/gu;
const LATIN_LETTER = /\p{Script=Latin}/u;
const FOREIGN_FRACTION = 0.2;
/** Letters that no other language has: with a hook, a horn, a dot below, or two marks. */
const VIETNAMESE_LETTER = /[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹươ]/giu;
const VIETNAMESE_LETTERS_PER_WORD = 0.25;

/**
 * The language of a short text, by its script, letters, stop words and question words; null if they say nothing. It
 * chooses the language of replies, of documents in files, and the encoder of texts to classify; other documents and queries
 * declare theirs.
 */
export function detectLanguage(text: string): Language | null {
  return guessLanguage(text)?.language ?? null;
}

export interface LanguageGuess {
  language: Language;
  /** Whether it stands out from all others. */
  isSure: boolean;
  /** The languages that are written in its script. */
  candidates: readonly Language[];
}

/** How surely `detectLanguage` can tell what it does. */
export function guessLanguage(text: string): LanguageGuess | null {
  if (!NOT_ASCII.test(text)) return /[a-z]/i.test(text) ? likeliest(text, LATIN) : null;
  if (isVietnamese(text)) return { language: 'vi', isSure: true, candidates: LATIN.languages };
  const otherScript = byScript(text);
  if (otherScript === null) return LATIN_LETTER.test(text) ? likeliest(text, LATIN) : null;
  return isMostlyLatin(text) ? (likeliest(text, LATIN) ?? otherScript) : otherScript;
}

/**
 * Vietnamese is told by its letters alone, if there are more than in a name here and there: without accents, as words are
 * compared here, its stop words can't be told apart.
 */
function isVietnamese(text: string): boolean {
  const letters = text.match(VIETNAMESE_LETTER)?.length ?? 0;
  return letters > 0 && letters >= VIETNAMESE_LETTERS_PER_WORD * text.split(' ').length;
}

/** Null for a text without letters of other scripts than Latin. */
function byScript(text: string): LanguageGuess | null {
  const alone = SCRIPTS.find(([, script]) => script.test(text));
  // Japanese is written in Chinese characters too, and a short text may have no others.
  if (alone?.[0] === 'zh') return { language: 'zh', isSure: false, candidates: ['zh', 'ja'] };
  if (alone !== undefined) return { language: alone[0], isSure: true, candidates: [alone[0]] };
  if (/\p{Script=Cyrillic}/u.test(text)) return likeliest(text, CYRILLIC);
  return /\p{Script=Arabic}/u.test(text) ? likeliest(text, ARABIC) : null;
}

/** Whether other scripts are only names and quotations in a Latin text. */
function isMostlyLatin(text: string): boolean {
  const letters = text.match(LETTER) ?? [];
  const foreign = letters.filter((letter) => !LATIN_LETTER.test(letter)).length;
  return foreign <= FOREIGN_FRACTION * letters.length;
}

/** Reads the word lists of all languages, which takes a moment, before requests are served. */
export function prepareDetection(): void {
  for (const { wordIndex } of [LATIN, CYRILLIC, ARABIC]) wordIndex();
}

/**
 * "Was bedeutet das?" Here "was" is a stop word of both, and asks in German only. In English it is followed by another stop
 * word ("Was it …?"), which weighs more, or by a name.
 */
const GERMAN_WHAT = /^\s*[Ww]as\s+\p{Ll}[^.!]*\?\s*$/u;

function likeliest(text: string, among: Candidates): LanguageGuess | null {
  const evidence = new Evidence(among.languages);
  evidence.addWords(wordsOf(text), among.wordIndex());
  if (GERMAN_WHAT.test(text)) evidence.addHint('de');
  if (NOT_ASCII.test(text)) evidence.addLetters(text);
  const { language, score, lead } = evidence.best();
  if (among === LATIN && score <= LEAST_LATIN_SCORE) return null;
  return { language, isSure: lead >= CLEAR_LEAD, candidates: among.languages };
}

/** Counts what each candidate has in common with a text. Arrays are indexed like the candidates. */
class Evidence {
  readonly #languages: readonly Language[];
  readonly #stopWords: Uint32Array;
  /** Letters, and turns of speech, that are typical of it. */
  readonly #hints: Uint32Array;
  /** 1 if the text asks in the language. */
  readonly #asks: Uint8Array;

  constructor(languages: readonly Language[]) {
    this.#languages = languages;
    this.#stopWords = new Uint32Array(languages.length);
    this.#hints = new Uint32Array(languages.length);
    this.#asks = new Uint8Array(languages.length);
  }

  addWords(words: readonly string[], { stopWords, questions }: WordIndex): void {
    words.forEach((word, at) => {
      for (const language of stopWords.get(word) ?? []) this.#stopWords[language]++;
      for (const { form, language } of questions.get(word) ?? []) {
        if (form.every((part, i) => words[at + i] === part)) this.#asks[language] = 1;
      }
    });
  }

  addLetters(text: string): void {
    for (const [letters, languages] of TELLING_LETTERS) {
      if (letters.test(text)) languages.forEach(this.addHint, this);
    }
  }

  /** Worth a little less than a stop word. */
  addHint(language: Language): void {
    const index = this.#languages.indexOf(language);
    if (index >= 0) this.#hints[index]++;
  }

  best(): { language: Language; score: number; lead: number } {
    let best = { language: this.#languages[0], score: Number.NEGATIVE_INFINITY, lead: 0 };
    this.#languages.forEach((language, i) => {
      const words = this.#stopWords[i] + this.#hints[i] * HINT_WORTH + this.#asks[i] * ASKING_WORTH;
      const score = words - i * TIE_STEP;
      if (score > best.score) best = { language, score, lead: score - best.score };
      else best.lead = Math.min(best.lead, best.score - score);
    });
    return best;
  }
}

/** The words of some languages, which are given by their index. */
interface WordIndex {
  stopWords: Map<string, number[]>;
  /** Question words by the first word of their form: "how many" under "how". */
  questions: Map<string, { form: string[]; language: number }[]>;
}

function buildWordIndex(languages: readonly Language[]): WordIndex {
  const index: WordIndex = { stopWords: new Map(), questions: new Map() };
  for (const [i, language] of languages.entries()) addWords(index, i, language);
  return index;
}

function addWords({ stopWords, questions }: WordIndex, index: number, language: Language): void {
  for (const word of stopWordsOf(language)) addTo(stopWords, word, index);
  const asking = Object.values(ASKING_WORDS[language] ?? {}).join(',');
  for (const written of asking.split(',')) {
    const form = wordsOf(written);
    if (form.length > 0) addTo(questions, form[0], { form, language: index });
  }
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

import type { Language } from '../../domain/document/language.js';
import { STOP_WORDS, stopWordsOf } from '../analysis/stop-words.js';
import { wordsOf } from '../frozen-words.js';
import { lazy } from '../lazy.js';
import { ASKING_WORDS } from './asking-words.js';
import { COMMON_WORDS } from './common-words.js';
import { ALPHABETS, PLAIN_LETTER, TELLING_LETTERS } from './telling-letters.js';

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
  letter: RegExp;
  wordIndex: () => WordIndex;
}

const CYRILLIC = candidates('ru uk bg sr', /\p{Script=Cyrillic}/u);
const ARABIC = candidates('ar fa', /\p{Script=Arabic}/u);
const LATIN = candidates(
  'en de fr es it pt nl sv da nb fi et lv lt pl cs sk sl hr sr hu ro ca tr vi id',
  /\p{Script=Latin}/u,
);

function candidates(codes: string, letter: RegExp): Candidates {
  const languages = codes.split(' ');
  return { languages, letter, wordIndex: lazy(() => buildWordIndex(languages)) };
}

const HINT_WORTH = 0.8;
const COMMON_WORD_WORTH = 0.9;
/** Taken from a language for each word with a letter that it does not have. */
const FOREIGN_WORD_COST = 0.9;
const ASKING_WORTH = 1.5;
/** Decides between languages with the same score: the earlier candidate wins, which more people write. */
const TIE_STEP = 0.01;
/** For Latin letters a lower score says too little; in the other scripts the commonest language is a fair guess. */
const LEAST_LATIN_SCORE = 0.5;
/** About two stop words, or a word and a letter, that no other language has. */
const CLEAR_LEAD = 1.5;

const WORD_NOT_IN_CAPITALS = /(?<!\p{L})\p{Ll}[\p{Ll}\p{M}]*/gu;
const NOT_ASCII = /[^\0-\x7f]/;
const LETTER = /\p{L}/gu;
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
  if (otherScript === null) return LATIN.letter.test(text) ? likeliest(text, LATIN) : null;
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
  if (CYRILLIC.letter.test(text)) return likeliest(text, CYRILLIC);
  return ARABIC.letter.test(text) ? likeliest(text, ARABIC) : null;
}

/** Whether other scripts are only names and quotations in a Latin text. */
function isMostlyLatin(text: string): boolean {
  const letters = text.match(LETTER) ?? [];
  const foreign = letters.filter((letter) => !LATIN.letter.test(letter)).length;
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
  if (NOT_ASCII.test(text)) {
    evidence.addLetters(text);
    evidence.addForeignWords(text, among.letter);
  }
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
  readonly #commonWords: Uint32Array;
  /** With a letter that the language does not have. */
  readonly #foreignWords: Uint32Array;
  /** 1 if the text asks in the language. */
  readonly #asks: Uint8Array;

  constructor(languages: readonly Language[]) {
    this.#languages = languages;
    this.#stopWords = new Uint32Array(languages.length);
    this.#hints = new Uint32Array(languages.length);
    this.#commonWords = new Uint32Array(languages.length);
    this.#foreignWords = new Uint32Array(languages.length);
    this.#asks = new Uint8Array(languages.length);
  }

  addWords(words: readonly string[], { stopWords, commonWords, questions }: WordIndex): void {
    words.forEach((word, at) => {
      for (const language of stopWords.get(word) ?? []) this.#stopWords[language]++;
      for (const language of commonWords.get(word) ?? []) this.#commonWords[language]++;
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

  /** Words in capitals may be names, which have the letters of where they come from. */
  addForeignWords(text: string, ofScript: RegExp): void {
    for (const [word] of text.normalize('NFC').matchAll(WORD_NOT_IN_CAPITALS)) {
      const letters = [...word].filter((letter) => ofScript.test(letter) && !PLAIN_LETTER.test(letter));
      if (letters.length === 0) continue;
      this.#languages.forEach((language, i) => {
        const alphabet = ALPHABETS[language];
        if (alphabet !== undefined && letters.some((letter) => !alphabet.has(letter))) this.#foreignWords[i]++;
      });
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
      const words = this.#stopWords[i] + this.#commonWords[i] * COMMON_WORD_WORTH + this.#asks[i] * ASKING_WORTH;
      const letters = this.#hints[i] * HINT_WORTH - this.#foreignWords[i] * FOREIGN_WORD_COST;
      const score = words + letters - i * TIE_STEP;
      if (score > best.score) best = { language, score, lead: score - best.score };
      else best.lead = Math.min(best.lead, best.score - score);
    });
    return best;
  }
}

/** The words of some languages, which are given by their index. */
interface WordIndex {
  stopWords: Map<string, number[]>;
  /** Those that are no stop words. */
  commonWords: Map<string, number[]>;
  /** Question words by the first word of their form: "how many" under "how". */
  questions: Map<string, { form: string[]; language: number }[]>;
}

function buildWordIndex(languages: readonly Language[]): WordIndex {
  const index: WordIndex = { stopWords: new Map(), commonWords: new Map(), questions: new Map() };
  for (const [i, language] of languages.entries()) addWords(index, i, language);
  return index;
}

function addWords({ stopWords, commonWords, questions }: WordIndex, index: number, language: Language): void {
  // Searches know Serbian in Latin letters only.
  const written = language === 'sr' ? wordsOf(STOP_WORDS.sr) : [];
  const stops = new Set([...stopWordsOf(language), ...written]);
  for (const word of stops) addTo(stopWords, word, index);
  for (const word of new Set(wordsOf(COMMON_WORDS[language] ?? ''))) {
    if (!stops.has(word)) addTo(commonWords, word, index);
  }
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

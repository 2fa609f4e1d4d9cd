import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';
import type { Token } from '../analysis/scan-tokens.js';
import { isStopWord } from '../analysis/stop-words.js';
import { isUnspaced } from '../unspaced-scripts.js';
import { capitalsMeanNames } from './analysed-sentence.js';
import { isNegated } from './negation.js';
import { type AnswerKind, ASKING_WORDS } from './question-words.js';

/** A word that an answer should be about. */
export interface QuestionWord {
  term: string;
  stem: string;
  /** A number, or a word with a capital letter inside the question: an answer about another one would be wrong. */
  isName: boolean;
}

export interface Question {
  language: Language;
  expects: AnswerKind;
  /** In their order, each once. Without stop words and question words, unless there are no others. */
  words: QuestionWord[];
  /** Each of them with the next. */
  pairs: [QuestionWord, QuestionWord][];
  isNegated: boolean;
}

const KINDS = ['number', 'time', 'place', 'person'] as const;
const NUMERIC = /\p{N}/u;
const CAPITAL = /^\p{Lu}/u;

export function readQuestion(query: string, language: Language): Question {
  const tokens = analyze(query, language).filter(({ kind }) => kind === 'word');
  const asking = askingForms(query, language);
  const telling = tokens.filter(({ term }) => !isStopWord(term, language) && !asking.words.has(term));
  const words = distinct(telling.length > 0 ? telling : tokens).map((token) => toWord(token, query, language));
  return {
    language,
    expects: asking.kind,
    words,
    pairs: words.slice(1).map((word, i) => [words[i], word]),
    isNegated: isNegated(query, language),
  };
}

function toWord({ term, stem, start, position }: Token, query: string, language: Language): QuestionWord {
  const isCapital = position > 0 && CAPITAL.test(query.slice(start, start + 2));
  return { term, stem, isName: NUMERIC.test(term) || (isCapital && capitalsMeanNames(language)) };
}

function distinct(tokens: readonly Token[]): Token[] {
  return [...new Map(tokens.map((token) => [token.stem, token])).values()];
}

interface AskingForms {
  kind: AnswerKind;
  /** The terms of the question words, which say nothing about the topic. */
  words: ReadonlySet<string>;
}

/** Finds how a question asks. The longest form decides: "how long ago" asks for a time, "how long" for a number. */
function askingForms(query: string, language: Language): AskingForms {
  const text = ` ${query
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim()} `;
  let found: { kind: AnswerKind; form: string; place: number } | null = null;
  for (const kind of KINDS) {
    for (const form of ASKING_WORDS[language]?.[kind]?.split(',') ?? []) {
      const place = isUnspaced(form.charCodeAt(0)) ? text.indexOf(form) : text.indexOf(` ${form} `);
      if (place < 0) continue;
      if (found === null || form.length > found.form.length) found = { kind, form, place };
    }
  }
  if (found === null) return { kind: 'open', words: new Set() };
  return { kind: found.kind, words: new Set(analyze(found.form, language).map(({ term }) => term)) };
}

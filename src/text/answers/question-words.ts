import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';
import { isStopWord } from '../analysis/stop-words.js';

/** A word that an answer should be about. */
export interface QuestionWord {
  term: string;
  stem: string;
}

/** The words of a question that say what it is about, in their order, each once: none of them is a stop word. */
export function tellingWords(query: string, language: Language): QuestionWord[] {
  const words = analyze(query, language).filter(({ kind, term }) => kind === 'word' && !isStopWord(term, language));
  return [...new Map(words.map(({ term, stem }) => [stem, { term, stem }])).values()];
}

/** The stems of a text. */
export function stemsOf(text: string, language: Language): Set<string> {
  const words = analyze(text, language).filter(({ kind }) => kind === 'word');
  return new Set(words.map(({ stem }) => stem));
}

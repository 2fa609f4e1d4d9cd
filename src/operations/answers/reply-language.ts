import { DEFAULT_LANGUAGE, type Language } from '../../domain/language.js';
import { detectLanguage } from '../../text/detect-language.js';

/** The language that answers are given in: where all languages are searched, the question's own. */
export function replyLanguage({ query, language }: { query: string; language: Language | null }): Language {
  return language ?? detectLanguage(query) ?? DEFAULT_LANGUAGE;
}

import { DEFAULT_LANGUAGE, type Language } from '../../domain/document/language.js';
import { detectLanguage } from '../../text/language/detect-language.js';

/** The language that answers are given in: where all languages are searched, the question's own. */
export function replyLanguage({ query, language }: { query: string; language: Language | null }): Language {
  return language ?? detectLanguage(query) ?? DEFAULT_LANGUAGE;
}

import { guessLanguage } from '../domain/document/guess-language.js';
import { ACCEPTED_LANGUAGES } from '../domain/document/language.js';
import { askIfMeant } from '../domain/errors/problem.js';
import { UsageError } from './command.js';

/** Null where --language is not given. */
export function checkLanguage(language: string | null): void {
  if (language === null || ACCEPTED_LANGUAGES.includes(language)) return;
  const hint = askIfMeant(guessLanguage(language));
  throw new UsageError(`--language must be one of ${ACCEPTED_LANGUAGES.join(' ')}, not "${language}".${hint}`);
}

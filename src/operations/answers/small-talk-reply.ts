import { DEFAULT_LANGUAGE, type Language } from '../../domain/document/language.js';
import { PHRASES } from '../../text/conversation/phrases.js';
import type { SmallTalk } from '../../text/conversation/small-talk.js';

/** The default reply, in the request's language; where it names none (`null`), in one that the query is in. */
export function replyTo({ kind, languages }: SmallTalk, language: Language | null): string {
  const { welcome, youAreWelcome, goodbye } = PHRASES[language ?? spoken(languages)];
  return { greeting: welcome, thanks: youAreWelcome, farewell: goodbye }[kind];
}

/** "Hej" is said in several. English comes first, since it is what most of them mean who write "hallo". */
function spoken(languages: readonly Language[]): Language {
  return languages.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : (languages[0] ?? DEFAULT_LANGUAGE);
}

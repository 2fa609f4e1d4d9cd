import type { Language } from '../../domain/document/language.js';

/** Articles that are written as the beginning of a word, alone or with a preposition or conjunction before them. */
const ARTICLES: Partial<Record<Language, { articles: readonly string[]; shortestRest: number }>> = {
  ar: { articles: ['ال', 'وال', 'بال', 'كال', 'فال', 'لل'], shortestRest: 2 },
  he: { articles: ['ה'], shortestRest: 3 },
};

/** A nasal at the end of what was typed so far may be the beginning of हिन्दी, whose term is हिंदी. */
const HINDI_NASAL = /(?<=.)[ङञणनम]\u094d?$/;

/**
 * How words may begin that someone means who has typed this term: as typed, and with and without an article, since كتاب
 * is found as الكتاب and the other way round.
 */
export function typedBeginnings(term: string, language: Language): string[] {
  const prefixed = ARTICLES[language];
  if (prefixed !== undefined) return withAndWithout(term, prefixed);
  return language === 'hi' && HINDI_NASAL.test(term) ? [term, term.replace(HINDI_NASAL, '\u0902')] : [term];
}

function withAndWithout(
  term: string,
  { articles, shortestRest }: { articles: readonly string[]; shortestRest: number },
): string[] {
  const article = articles.find((one) => term.startsWith(one) && term.length - one.length >= shortestRest) ?? '';
  const rest = term.slice(article.length);
  return [...new Set([term, rest, ...articles.map((one) => one + rest)])];
}

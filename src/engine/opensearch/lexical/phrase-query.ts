import type { Language } from '../../../domain/document/language.js';
import { LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import type { Phrase } from '../../query/analyse-query.js';
import { GAP, POSITION_SEPARATOR, termToken } from '../index/word-tokens.js';
import { anyOf, type Dsl, MATCH_NONE } from '../query/dsl.js';

/** The documents in which the terms follow one another, in the title or in the content. */
export function phraseQuery(phrase: Phrase, language: Language): Dsl {
  if (phrase.terms.length === 0) return MATCH_NONE;
  return anyOf(LEXICAL_FIELDS.map((field) => phraseInField(phrase, { field, language, weight: 1 })));
}

/** The same in one field; it scores how often they do, times `weight`. */
export function phraseInField(
  { terms, of, steps }: Phrase,
  { field, language, weight }: { field: LexicalField; language: Language; weight: number },
): Dsl {
  const tokens = terms.flatMap((term, i) => {
    const gaps = i === 0 || of === 'pairs' ? 0 : (steps?.[i - 1] ?? 1) - 1;
    return [...Array.from({ length: gaps }, () => GAP), termToken(term, language)];
  });
  const query = tokens.join(POSITION_SEPARATOR);
  const suffix = of === 'pairs' ? '_pairs' : '';
  // The cluster adds up the score of each term of a phrase.
  return { match_phrase: { [`words.${field}${suffix}`]: { query, boost: weight / terms.length } } };
}

import type { Language } from '../../../domain/document/language.js';
import { LEXICAL_FIELDS } from '../../document/analysed-text.js';
import type { Phrase } from '../../query/analyse-query.js';
import { GAP, POSITION_SEPARATOR, termToken } from '../index/word-tokens.js';
import { anyOf, type Dsl, MATCH_NONE } from '../query/dsl.js';

/** The documents in which the terms follow one another, in the title or in the content. */
export function phraseQuery({ terms, of, steps }: Phrase, language: Language): Dsl {
  if (terms.length === 0) return MATCH_NONE;
  const tokens = terms.flatMap((term, i) => {
    const gaps = i === 0 || of === 'pairs' ? 0 : (steps?.[i - 1] ?? 1) - 1;
    return [...Array.from({ length: gaps }, () => GAP), termToken(term, language)];
  });
  const query = tokens.join(POSITION_SEPARATOR);
  const suffix = of === 'pairs' ? '_pairs' : '';
  return anyOf(LEXICAL_FIELDS.map((field) => ({ match_phrase: { [`words.${field}${suffix}`]: { query } } })));
}

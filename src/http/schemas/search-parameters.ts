import { Type } from 'typebox';
import { DOCUMENT_LIMITS } from '../../domain/document/document.js';
import { DEFAULT_LANGUAGE } from '../../domain/document/language.js';
import { defaultsTo } from './checked.js';
import { language } from './parameters.js';

/** The parameters of requests that search, as opposed to those that only list. */
export const searchLanguage = defaultsTo(
  { ...language, description: 'Only documents in this language are searched, and the query is read in it.' },
  DEFAULT_LANGUAGE,
);

export const cutoff = defaultsTo(
  Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'Only what scores above it by meaning counts, on a scale of 0 to 100.',
  }),
  50,
);

export const multilingualSearch = defaultsTo(
  Type.Boolean({ description: 'Searches documents of all languages; language is ignored then.' }),
  false,
);

/** The id of a document that the request is about. */
export const namedDocument = Type.String({ minLength: 1, maxLength: DOCUMENT_LIMITS.idLength });

export const documentIds = Type.Array(namedDocument, {
  minItems: 1,
  maxItems: 10,
  description: 'Only these documents are considered.',
});

export function queryOfLength(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, description: 'What to look for.' });
}

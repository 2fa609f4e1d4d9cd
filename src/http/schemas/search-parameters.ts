import { Type } from 'typebox';
import { DOCUMENT_LIMITS } from '../../domain/document/document.js';
import { DEFAULT_LANGUAGE } from '../../domain/document/language.js';
import { STOP_REASONS, type StopReason } from '../../domain/search/generation.js';
import { choice, defaultsTo } from './checked.js';
import { language } from './document-parameters.js';

/** The parameters of requests that search, as opposed to those that only list. */
export const searchLanguage = defaultsTo(
  { ...language, description: 'Searches only documents in this language, and analyses the query in it.' },
  DEFAULT_LANGUAGE,
);

export const DEFAULT_CUTOFF = 50;

export const cutoff = defaultsTo(
  Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'Only results with a semantic score above this count, on a scale of 0 to 100.',
  }),
  DEFAULT_CUTOFF,
);

export const multilingualSearch = defaultsTo(
  Type.Boolean({ description: 'Searches documents in all languages and ignores language.' }),
  false,
);

/** The id of a document that the request is about. */
export const namedDocument = Type.String({ minLength: 1, maxLength: DOCUMENT_LIMITS.idLength });

export const documentIds = Type.Array(namedDocument, {
  minItems: 1,
  maxItems: 10,
  description: 'Considers only these documents.',
});

export function queryOfLength(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, description: 'The search query.' });
}

/** The parameters of requests that a language model writes for. */
export function outputTokens({ most, usually }: { most: number; usually: number }) {
  return defaultsTo(
    Type.Integer({ minimum: 128, maximum: most, description: 'Maximum number of tokens that the model may write.' }),
    usually,
  );
}

export const temperature = defaultsTo(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Sampling temperature: 0 for the most likely text every time, 1 for the most varied.',
  }),
  0.5,
);

export const stopReason = choice<StopReason>(
  STOP_REASONS,
  'end_turn: the text is complete. max_tokens: it reached max_output_tokens or the context size of the model. not_available: unknown.',
  { title: 'StopReason' },
);

import { type TSchema, Type } from 'typebox';
import type { Metadata } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { SortValue } from '../../domain/filter/filter.js';
import { CONFIDENCE_LEVELS, type ConfidenceLevel } from '../../domain/search/confidence.js';
import type { FilterEcho } from '../views/echo.js';
import { choice, nullable } from './checked.js';
import { languageCode } from './document-parameters.js';

export const nullableText = nullable<string>(Type.String());

const tokenUsage = Type.Object(
  {
    semantic_tokens: Type.Integer({
      description: 'Number of tokens embedded: depends on the length of the query, title or content.',
    }),
    llm_tokens: Type.Object({
      llm_output_tokens: Type.Integer(),
      llm_input_tokens: Type.Integer(),
      model: nullableText,
    }),
  },
  { title: 'TokenUsage' },
);

/** What every response carries; `object` says what it is, and names the schema. */
export function enveloped<Properties extends Record<string, TSchema>>(object: string, properties: Properties) {
  return Type.Object(
    {
      object: Type.Unsafe<string>({ type: 'string', enum: [object] }),
      url: Type.String({ description: 'The path of the request.' }),
      ...properties,
      token_usage: tokenUsage,
      livemode: Type.Boolean({ description: 'True if a live key was used.' }),
    },
    { title: nameOf(object, properties) },
  );
}

/** `search_result` is a `SearchResult`; what tells that a document was deleted is a `DeletedDocument`. */
function nameOf(object: string, properties: object): string {
  const words = 'deleted' in properties ? ['deleted', ...object.split('_')] : object.split('_');
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
}

const metadata = Type.Unsafe<Metadata | null>({
  type: ['object', 'null'],
  title: 'Metadata',
  additionalProperties: true,
});
const timestamp = Type.String({ description: 'ISO 8601 in UTC with milliseconds.' });

export const documentResponse = enveloped('document', {
  id: Type.String(),
  title: Type.String(),
  content: nullableText,
  metadata,
  tenant_id: Type.String(),
  language: languageCode,
  source_uri: nullableText,
  created_at: timestamp,
  updated_at: timestamp,
});

/** What every list of documents shows of one. */
export const documentHead = {
  id: Type.String(),
  title: Type.String(),
  source_uri: nullableText,
  metadata,
  tenant_id: Type.String(),
  language: languageCode,
  created_at: timestamp,
  updated_at: timestamp,
};

export const sortValue = Type.Unsafe<SortValue[] | null>({
  type: ['array', 'null'],
  title: 'SortValues',
  items: {},
  description: 'The values that the result was sorted by; null if no sort was sent.',
});

export const listedDocument = Type.Object({ ...documentHead, sort_value: sortValue }, { title: 'ListedDocument' });

export const confidence = choice<ConfidenceLevel>(
  CONFIDENCE_LEVELS,
  'Derived from the score: very_high from 80, high from 65, medium from 50, otherwise low.',
  { title: 'ConfidenceLevel' },
);

/** A document that was found by another one. */
export const relatedDocument = Type.Object(
  { ...documentHead, confidence_level: confidence },
  { title: 'RelatedDocument' },
);

export const pagination = {
  has_more: Type.Boolean(),
  next_page: nullable<number>(Type.Integer()),
  total_number_of_results: Type.Integer({ description: 'Exact number of results on all pages.' }),
  total_relation: Type.Optional(
    choice<'approximate'>(
      ['approximate'],
      'Only where the total is not exact: in a cluster, for searches by meaning over very many passages.',
    ),
  ),
  page: Type.Integer(),
  limit: Type.Integer(),
};

/** Repeats of parameters: the values that were used, null where one was left out and has no default. */
export const echoes = {
  tenant_id: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  sort: Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true }), { title: 'SortEcho' }),
  language: nullable<Language>(languageCode),
};

export const filterEcho = Type.Unsafe<FilterEcho | null>({
  type: ['object', 'null'],
  title: 'FilterEcho',
  additionalProperties: true,
});

export const facetEchoes = {
  facet: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  facet_advanced: Type.Unsafe<object[] | null>({
    type: ['array', 'null'],
    title: 'FacetAdvanced',
    items: { type: 'object', additionalProperties: true },
  }),
};

export const facetResult = Type.Unsafe<Record<string, object>>({
  type: 'object',
  title: 'FacetResults',
  additionalProperties: true,
  description: 'Results by facet name. Counts cover all matching documents, not just this page.',
});

/** What a route answers when all went well. */
export function answers<Schema extends TSchema>(schema: Schema, example: object): { 200: Schema } {
  return { 200: { ...schema, description: 'Success.', examples: [example] } };
}

const NO_TOKENS = { semantic_tokens: 0, llm_tokens: { llm_output_tokens: 0, llm_input_tokens: 0, model: null } };

export function exampleEnvelope(object: string, url: string) {
  return { object, url, token_usage: NO_TOKENS, livemode: true };
}

/** One document that all examples of the API description are about. */
export const EXAMPLE_DOCUMENT = {
  id: 'tides-1',
  object: 'document',
  url: '/v20241104/documents/tides-1',
  title: 'How tides work',
  content: 'The Moon pulls the oceans towards it, and they bulge on both sides of the Earth.',
  metadata: { topic: 'oceans', author: { name: 'Ada' }, pages: 12 },
  tenant_id: 'library',
  language: 'en',
  source_uri: 'https://example.org/tides',
  created_at: '2024-11-04T09:30:00.000Z',
  updated_at: '2024-11-04T09:30:00.000Z',
  token_usage: NO_TOKENS,
  livemode: true,
};

/** The example document as lists show it. */
export const EXAMPLE_HEAD = {
  id: EXAMPLE_DOCUMENT.id,
  title: EXAMPLE_DOCUMENT.title,
  source_uri: EXAMPLE_DOCUMENT.source_uri,
  metadata: EXAMPLE_DOCUMENT.metadata,
  tenant_id: EXAMPLE_DOCUMENT.tenant_id,
  language: EXAMPLE_DOCUMENT.language,
  created_at: EXAMPLE_DOCUMENT.created_at,
  updated_at: EXAMPLE_DOCUMENT.updated_at,
};

export const EXAMPLE_PAGING = { has_more: false, next_page: null, total_number_of_results: 1, page: 1, limit: 10 };

export const EXAMPLE_PAGE = { data: [{ ...EXAMPLE_HEAD, sort_value: null }], ...EXAMPLE_PAGING };

export function exampleUsage(semanticTokens: number) {
  return { token_usage: { ...NO_TOKENS, semantic_tokens: semanticTokens } };
}

export function exampleLanguageModelUsage({ input, output, model }: { input: number; output: number; model: string }) {
  return {
    token_usage: {
      semantic_tokens: 0,
      llm_tokens: { llm_output_tokens: output, llm_input_tokens: input, model },
    },
  };
}

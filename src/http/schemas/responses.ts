import { type TSchema, Type } from 'typebox';
import type { Metadata } from '../../domain/document/document.js';
import type { FacetResult } from '../../domain/facet/facet.js';
import { CONFIDENCE_LEVELS, type ConfidenceLevel } from '../../domain/search/confidence.js';
import type { SortValue } from '../../domain/sort/sort.js';
import type { FilterEcho } from '../views/echo.js';
import { choice, nullable } from './checked.js';

export const nullableText = nullable<string>(Type.String());

const tokenUsage = Type.Object({
  semantic_tokens: Type.Integer({ description: 'Follows the size of the query, title or content processed.' }),
  llm_tokens: Type.Object({
    llm_output_tokens: Type.Integer(),
    llm_input_tokens: Type.Integer(),
    model: nullableText,
  }),
});

/** What every response carries; `object` says what it is. */
export function enveloped<Properties extends Record<string, TSchema>>(object: string, properties: Properties) {
  return Type.Object({
    object: Type.String({ examples: [object] }),
    url: Type.String({ description: 'The path of the request.' }),
    ...properties,
    token_usage: tokenUsage,
    livemode: Type.Boolean({ description: 'True for a live key.' }),
  });
}

const metadata = Type.Unsafe<Metadata | null>({ type: ['object', 'null'], additionalProperties: true });
const timestamp = Type.String({ description: 'ISO 8601 in UTC with milliseconds.' });

export const documentResponse = enveloped('document', {
  id: Type.String(),
  title: Type.String(),
  content: nullableText,
  metadata,
  tenant_id: Type.String(),
  language: Type.String(),
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
  language: Type.String(),
  created_at: timestamp,
  updated_at: timestamp,
};

export const sortValue = Type.Unsafe<SortValue[] | null>({
  type: ['array', 'null'],
  items: {},
  description: 'The values sorted by; null when no sort was sent.',
});

export const listedDocument = Type.Object({ ...documentHead, sort_value: sortValue });

export const confidence = choice<ConfidenceLevel>(
  CONFIDENCE_LEVELS,
  'From the score: very_high from 80 on, high from 65, medium from 50, low below.',
);

/** A document that was found by another one. */
export const relatedDocument = Type.Object({ ...documentHead, confidence_level: confidence });

export const pagination = {
  has_more: Type.Boolean(),
  next_page: nullable<number>(Type.Integer()),
  total_number_of_results: Type.Integer({ description: 'Exact.' }),
  page: Type.Integer(),
  limit: Type.Integer(),
};

/** Repeats of parameters: the values that were used, null where one was left out and has no default. */
export const echoes = {
  tenant_id: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  sort: Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
  language: nullableText,
};

export const filterEcho = Type.Unsafe<FilterEcho | null>({ type: ['object', 'null'], additionalProperties: true });

export const facetEchoes = {
  facet: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  facet_advanced: Type.Unsafe<object[] | null>({
    type: ['array', 'null'],
    items: { type: 'object', additionalProperties: true },
  }),
};

export const facetResult = Type.Unsafe<Record<string, FacetResult>>({
  type: 'object',
  additionalProperties: true,
  description: 'By the name of the facet; counts cover all matches.',
});

/** What a route answers when all went well. */
export function answers<Schema extends TSchema>(schema: Schema, example: object): { 200: Schema } {
  return { 200: { ...schema, description: 'Success.', examples: [example] } };
}

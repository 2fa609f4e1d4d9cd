import * as fc from 'fast-check';
import type { DocumentVectors } from '../../domain/document/vectors.js';
import { quantize } from '../../domain/document/vectors.js';
import type { Clause } from '../../domain/filter/filter.js';
import { queryParts } from '../../text/query/query-parts.js';
import type { Engine, Findings, QueryPlan, SemanticQuery, TextQuery } from '../engine.js';
import { documentWith, planFor } from './engine-contract.js';
import type { StoredDocument } from './reference-engine.js';

export const SPACE = 'test';
export const SCALE = { middle: 0.3, steepness: 8 };
export const BEST_FIRST = [{ field: '_score', order: 'desc', missing: '_last' } as const];
export const ALL = { offset: 0, limit: 100 };
export const ENGLISH: Clause = { kind: 'terms', field: 'language', values: ['en'] };
/** A vector, and one that is far from it. */
export const MEANING = [9, 0, 0, 0, 0, 0];
export const FAR = [0, 9, 0, 0, 0, 0];
const VOCABULARY = 'moon moons tide tides ocean sail sailing wind harbour rope'.split(' ');

export const someText = fc
  .array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(' '));
export const vector = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 6, maxLength: 6 });
export const someTexts = fc.array(fc.record({ text: someText, vector }), { minLength: 1, maxLength: 15 });

export function stored(
  id: string,
  content: string,
  passages: readonly (readonly number[])[],
  fields: Partial<StoredDocument['document']> = {},
): StoredDocument {
  const vectors: DocumentVectors = {
    space: SPACE,
    codes: passages.map((values) => quantize(Float32Array.from(values))),
  };
  return { document: documentWith({ id, title: 'untitled', content, ...fields }), vectors: [vectors] };
}

export function documentOf(
  id: string,
  content: string,
  values: readonly number[] = [1, 1, 1, 1, 1, 1],
  fields: Partial<StoredDocument['document']> = {},
): StoredDocument {
  return stored(id, content, [values], fields);
}

export function semantic(values: readonly number[], cutoff: number): SemanticQuery {
  return { vector: Float32Array.from(values), space: SPACE, cutoff, scale: SCALE };
}

export function byWords(query: string, typos: 'forgiven' | 'refused' = 'forgiven'): TextQuery {
  return {
    kind: 'search',
    words: { language: 'en', parts: queryParts(query), typos },
    semantic: null,
    semanticShare: 0,
  };
}

export function byMeaning(values: readonly number[], cutoff: number): TextQuery {
  return { kind: 'search', words: null, semantic: semantic(values, cutoff), semanticShare: 1 };
}

export function byBoth(query: string, values: readonly number[], cutoff = 20): TextQuery {
  return { ...byWords(query), semantic: semantic(values, cutoff), semanticShare: 0.6 } as TextQuery;
}

export function searchPlan(fields: Partial<QueryPlan>): QueryPlan {
  return planFor({ scope: [ENGLISH], sort: BEST_FIRST, ...fields });
}

export function search(engine: Engine, text: TextQuery): Promise<Findings> {
  return engine.find(searchPlan({ text, window: ALL }));
}

export function idsOf({ hits }: Findings): string[] {
  return hits.map(({ id }) => id);
}

/** All hits on one page. */
export function findAll(engine: Engine, fields: Partial<QueryPlan>): Promise<Findings> {
  return engine.find(searchPlan({ window: ALL, ...fields }));
}

export function scoreOf({ hits }: Findings, id: string): number {
  return hits.find((hit) => hit.id === id)?.score ?? Number.NaN;
}

export function titled(id: string, title: string, content: string): StoredDocument {
  const { vectors } = documentOf(id, content, MEANING);
  return { document: documentWith({ id, title, content }), vectors };
}

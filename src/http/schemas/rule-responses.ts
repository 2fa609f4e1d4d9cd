import { Type } from 'typebox';
import type { CurationMatch } from '../../domain/search/search-rule.js';
import { CURATION_MATCHES } from '../../domain/search/search-rule.js';
import { choice } from './checked.js';
import { EXAMPLE_PAGING, echoes, enveloped, exampleEnvelope, nullableText, pagination } from './responses.js';

const timestamp = Type.String({ description: 'ISO 8601 in UTC with milliseconds.' });
const words = Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } });
const ids = Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' } });

const synonymFields = {
  id: Type.String(),
  language: echoes.language,
  tenant_id: nullableText,
  equivalent: words,
  from: words,
  to: words,
  created_at: timestamp,
};

const curationFields = {
  id: Type.String(),
  query: Type.String(),
  match: choice<CurationMatch>(CURATION_MATCHES, 'How the query is compared.', { title: 'CurationMatch' }),
  tenant_id: nullableText,
  pin: ids,
  hide: ids,
  created_at: timestamp,
};

/** What a response says about rules that were applied. Both are only present if there are any. */
export const appliedSynonyms = {
  applied_synonyms: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), word: Type.String(), as: ids }, { title: 'AppliedSynonym' }), {
      description:
        'The synonyms that were applied: words of the query, and what else was searched for. Only present if any were.',
    }),
  ),
};

export const appliedRules = {
  ...appliedSynonyms,
  applied_curations: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), pinned: ids, hidden: ids }, { title: 'AppliedCuration' }), {
      description:
        'The curations that were applied, with the documents that were put first and those that would have been found. Only ' +
        'present if any were.',
    }),
  ),
};

export const synonymResponse = enveloped('synonym', synonymFields);
export const curationResponse = enveloped('curation', curationFields);

const listEchoes = { tenant_id: echoes.tenant_id };

export const synonymPage = {
  ...enveloped('browse_result', {
    data: Type.Array(Type.Object(synonymFields, { title: 'ListedSynonym' })),
    language: echoes.language,
    ...listEchoes,
    ...pagination,
  }),
  title: 'BrowseSynonymsResult',
};

export const curationPage = {
  ...enveloped('browse_result', {
    data: Type.Array(Type.Object(curationFields, { title: 'ListedCuration' })),
    ...listEchoes,
    ...pagination,
  }),
  title: 'BrowseCurationsResult',
};

export const deletedSynonym = enveloped('synonym', { id: Type.String(), deleted: Type.Boolean() });
export const deletedCuration = enveloped('curation', { id: Type.String(), deleted: Type.Boolean() });

const SYNONYM_FIELDS = {
  id: 'seating',
  language: null,
  tenant_id: null,
  equivalent: ['sofa', 'couch'],
  from: null,
  to: null,
  created_at: '2024-11-04T09:30:00.000Z',
};

const CURATION_FIELDS = {
  id: 'hours',
  query: 'opening hours',
  match: 'contains',
  tenant_id: null,
  pin: ['hours'],
  hide: ['hours-2019'],
  created_at: '2024-11-04T09:30:00.000Z',
};

export const EXAMPLE_SYNONYM = { ...exampleEnvelope('synonym', '/v20241104/synonyms/seating'), ...SYNONYM_FIELDS };
export const EXAMPLE_CURATION = { ...exampleEnvelope('curation', '/v20241104/curations/hours'), ...CURATION_FIELDS };

export const EXAMPLE_SYNONYM_PAGE = {
  ...exampleEnvelope('browse_result', '/v20241104/synonyms/browse'),
  data: [SYNONYM_FIELDS],
  language: null,
  tenant_id: null,
  ...EXAMPLE_PAGING,
};

export const EXAMPLE_CURATION_PAGE = {
  ...exampleEnvelope('browse_result', '/v20241104/curations/browse'),
  data: [CURATION_FIELDS],
  tenant_id: null,
  ...EXAMPLE_PAGING,
};

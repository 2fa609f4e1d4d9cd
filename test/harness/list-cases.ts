import type { Json } from './client.js';
import { EMOJI, type RefusedCase } from './document-cases.js';

const tenants = (count: number) => Array.from({ length: count }, (_, i) => `tenant${i}`);

/** Parameters that browse and filter share: what is sent, and what is echoed. */
export const ACCEPTED_LISTS: { what: string; sent: Json; echo: Json }[] = [
  { what: 'no parameters', sent: {}, echo: { limit: 10, page: 1, language: null, tenant_id: null } },
  { what: 'no sort, as newest first', sent: {}, echo: { sort: [{ created_at: { order: 'desc' } }] } },
  { what: 'a limit of 1', sent: { limit: 1 }, echo: { limit: 1 } },
  { what: 'a limit of 100', sent: { limit: 100 }, echo: { limit: 100 } },
  { what: 'a limit written as 5.0', sent: { limit: 5.0 }, echo: { limit: 5 } },
  { what: 'page 1', sent: { page: 1 }, echo: { page: 1 } },
  {
    what: 'a page far beyond the end',
    sent: { page: 1_000_000 },
    echo: { page: 1_000_000, has_more: false, next_page: null },
  },
  { what: 'a language', sent: { language: 'de' }, echo: { language: 'de' } },
  { what: 'Norwegian as Bokmål', sent: { language: 'no' }, echo: { language: 'nb' } },
  { what: 'one tenant', sent: { tenant_id: ['a'] }, echo: { tenant_id: ['a'] } },
  { what: 'ten tenants', sent: { tenant_id: tenants(10) }, echo: { tenant_id: tenants(10) } },
  { what: 'a tenant of 250 emoji', sent: { tenant_id: [EMOJI.repeat(250)] }, echo: { tenant_id: [EMOJI.repeat(250)] } },
  {
    what: 'a sort in its short form',
    sent: { sort: [{ title: 'asc' }] },
    echo: { sort: [{ title: { order: 'asc' } }] },
  },
  {
    what: 'a sort in its long form',
    sent: { sort: [{ 'metadata.a': { order: 'desc', missing: '_first' } }] },
    echo: { sort: [{ 'metadata.a': { order: 'desc', missing: '_first' } }] },
  },
  {
    what: 'five sort keys',
    sent: { sort: ['id', 'title', 'tenant_id', 'language', 'source_uri'].map((field) => ({ [field]: 'desc' })) },
    echo: {
      sort: ['id', 'title', 'tenant_id', 'language', 'source_uri'].map((field) => ({ [field]: { order: 'desc' } })),
    },
  },
];

export const REFUSED_LISTS: RefusedCase[] = [
  { what: 'a limit of 0', sent: { limit: 0 }, problems: { limit: 'parameter_too_small' } },
  { what: 'a limit of 101', sent: { limit: 101 }, problems: { limit: 'parameter_too_large' } },
  { what: 'a limit of 1.5', sent: { limit: 1.5 }, problems: { limit: 'parameter_type' } },
  { what: 'a limit in quotes', sent: { limit: '10' }, problems: { limit: 'parameter_type' } },
  { what: 'null as limit', sent: { limit: null }, problems: { limit: 'parameter_type' } },
  { what: 'page 0', sent: { page: 0 }, problems: { page: 'parameter_too_small' } },
  { what: 'page -1', sent: { page: -1 }, problems: { page: 'parameter_too_small' } },
  { what: 'a page in quotes', sent: { page: '1' }, problems: { page: 'parameter_type' } },
  { what: 'null as page', sent: { page: null }, problems: { page: 'parameter_type' } },
  { what: 'an unknown language', sent: { language: 'klingon' }, problems: { language: 'parameter_invalid' } },
  { what: 'null as language', sent: { language: null }, problems: { language: 'parameter_type' } },
  { what: 'several languages', sent: { language: ['en'] }, problems: { language: 'parameter_type' } },
  { what: 'no tenant in the list', sent: { tenant_id: [] }, problems: { tenant_id: 'too_few_items' } },
  { what: 'eleven tenants', sent: { tenant_id: tenants(11) }, problems: { tenant_id: 'too_many_items' } },
  { what: 'a tenant outside of a list', sent: { tenant_id: 'a' }, problems: { tenant_id: 'parameter_type' } },
  { what: 'an empty tenant', sent: { tenant_id: ['a', ''] }, problems: { 'tenant_id[1]': 'parameter_too_short' } },
  {
    what: 'a tenant of 251',
    sent: { tenant_id: ['x'.repeat(251)] },
    problems: { 'tenant_id[0]': 'parameter_too_long' },
  },
  {
    what: 'a number among tenants',
    sent: { tenant_id: [1, 'a', null] },
    problems: { 'tenant_id[0]': 'parameter_type', 'tenant_id[2]': 'parameter_type' },
  },
  { what: 'null as tenants', sent: { tenant_id: null }, problems: { tenant_id: 'parameter_type' } },
  { what: 'six sort keys', sent: { sort: Array(6).fill({ id: 'asc' }) }, problems: { sort: 'too_many_items' } },
  { what: 'a sort outside of a list', sent: { sort: { id: 'asc' } }, problems: { sort: 'parameter_type' } },
  { what: 'null as sort', sent: { sort: null }, problems: { sort: 'parameter_type' } },
  { what: 'a word as sort key', sent: { sort: ['title'] }, problems: { 'sort[0]': 'sort_invalid' } },
  {
    what: 'two fields in a sort key',
    sent: { sort: [{ id: 'asc', title: 'asc' }] },
    problems: { 'sort[0]': 'sort_invalid' },
  },
  { what: 'an unknown order', sent: { sort: [{ title: 'up' }] }, problems: { 'sort[0].title': 'sort_invalid' } },
  {
    what: 'an unknown order in the long form',
    sent: { sort: [{ title: { order: 1 } }] },
    problems: { 'sort[0].title.order': 'sort_invalid' },
  },
  {
    what: 'an unknown missing',
    sent: { sort: [{ title: { missing: 'last' } }] },
    problems: { 'sort[0].title.missing': 'sort_invalid' },
  },
  {
    what: 'an unknown setting of a sort',
    sent: { sort: [{ title: { mode: 'min' } }] },
    problems: { 'sort[0].title.mode': 'sort_invalid' },
  },
  {
    what: 'a sort by an unknown field',
    sent: { sort: [{ id: 'asc' }, { author: 'asc' }] },
    problems: { 'sort[1].author': 'sort_invalid' },
  },
  { what: 'a sort by content', sent: { sort: [{ content: 'asc' }] }, problems: { 'sort[0].content': 'sort_invalid' } },
  { what: 'a sort by score', sent: { sort: [{ _score: 'desc' }] }, problems: { 'sort[0]._score': 'sort_invalid' } },
  { what: 'a misspelt parameter', sent: { limits: 5 }, problems: { limits: 'parameter_unknown' } },
  {
    what: 'many mistakes, all of them at once',
    sent: { limit: 0, page: 'x', language: 5, tenant_id: [''], sort: [{ nothing: 'asc' }], query: 'x' },
    problems: {
      limit: 'parameter_too_small',
      page: 'parameter_type',
      language: 'parameter_type',
      'tenant_id[0]': 'parameter_too_short',
      'sort[0].nothing': 'sort_invalid',
      query: 'parameter_unknown',
    },
  },
];

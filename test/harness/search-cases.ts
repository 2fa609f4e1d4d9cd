import type { Json } from './client.js';
import { LANGUAGES, type RefusedCase } from './document-cases.js';
import { REFUSED_LISTS } from './list-cases.js';

export interface EchoCase {
  what: string;
  sent: Json;
  echo: Json;
}

const named =
  (...names: string[]) =>
  (list: RefusedCase[]) =>
    list.filter(({ sent }) => names.some((name) => name in sent));

const ofOneParameter = REFUSED_LISTS.filter(({ sent }) => Object.keys(sent).length === 1);
export const REFUSED_LANGUAGES = named('language')(ofOneParameter);
export const REFUSED_TENANTS = named('tenant_id')(ofOneParameter);
const REFUSED_PAGES = named('limit', 'page')(ofOneParameter);
const REFUSED_SORTS = named('sort')(ofOneParameter).filter(({ what }) => what !== 'a sort by score');

export const REFUSED_FILTERS: RefusedCase[] = [
  { what: 'null as filter', sent: { filter: null }, problems: { filter: 'parameter_type' } },
  {
    what: 'a filter by an unknown field',
    sent: { filter: { must: [{ term: { nothing: 1 } }] } },
    problems: { 'filter.must[0].term.nothing': 'filter_invalid' },
  },
];

export const REFUSED_SWITCHES: RefusedCase[] = [
  {
    what: 'a word for multilingual_search',
    sent: { multilingual_search: 'true' },
    problems: { multilingual_search: 'parameter_type' },
  },
  {
    what: 'null for multilingual_search',
    sent: { multilingual_search: null },
    problems: { multilingual_search: 'parameter_type' },
  },
];

export const REFUSED_CUTOFFS: RefusedCase[] = [
  [-1, 'parameter_too_small'] as const,
  [91, 'parameter_too_large'] as const,
  [50.5, 'parameter_type'] as const,
  ['50', 'parameter_type'] as const,
  [null, 'parameter_type'] as const,
].map(([cutoff, code]) => ({
  what: `a cutoff of ${JSON.stringify(cutoff)}`,
  sent: { ai_search_cutoff_score: cutoff },
  problems: { ai_search_cutoff_score: code },
}));

const WINDOWS: RefusedCase[] = [
  { what: 'a page beyond result 10,000', sent: { page: 1001 }, problems: { page: 'window_too_deep' } },
  { what: 'a page that ends beyond it', sent: { page: 334, limit: 30 }, problems: { page: 'window_too_deep' } },
  { what: 'the largest page', sent: { page: Number.MAX_SAFE_INTEGER }, problems: { page: 'window_too_deep' } },
];

/** What every request that pages through scored documents refuses. */
export const REFUSED_SCORED_LISTS: RefusedCase[] = [
  ...[...REFUSED_LANGUAGES, ...REFUSED_TENANTS, ...REFUSED_PAGES, ...REFUSED_SORTS],
  ...[...REFUSED_FILTERS, ...WINDOWS],
];

const EMPTY_FILTER = { must: [], must_not: [], should: [], minimum_should_match: null };

/** What every request takes that is limited to some documents. */
export const ACCEPTED_LIMITS: EchoCase[] = [
  { what: 'no limits', sent: {}, echo: { tenant_id: null, filter: null, language: 'en' } },
  ...LANGUAGES.map((language) => ({ what: `the language ${language}`, sent: { language }, echo: { language } })),
  { what: 'Norwegian as Bokmål', sent: { language: 'no' }, echo: { language: 'nb' } },
  { what: 'tenants', sent: { tenant_id: ['a', 'b'] }, echo: { tenant_id: ['a', 'b'] } },
  { what: 'an empty filter', sent: { filter: {} }, echo: { filter: EMPTY_FILTER } },
  {
    what: 'a filter',
    sent: { filter: { must_not: [{ term: { title: 'x' } }] } },
    echo: { filter: { ...EMPTY_FILTER, must_not: [{ term: { title: 'x' } }] } },
  },
];

export const ACCEPTED_SCORED_LISTS: EchoCase[] = [
  ...ACCEPTED_LIMITS,
  { what: 'no sort, as best first', sent: {}, echo: { sort: [{ _score: { order: 'desc' } }], page: 1, limit: 10 } },
  { what: 'an empty sort, as best first', sent: { sort: [] }, echo: { sort: [{ _score: { order: 'desc' } }] } },
  { what: 'a sort by score', sent: { sort: [{ _score: {} }] }, echo: { sort: [{ _score: { order: 'desc' } }] } },
  {
    what: 'a sort by score and more',
    sent: { sort: [{ _score: 'asc' }, { 'metadata.a': { order: 'desc', missing: '_first' } }] },
    echo: { sort: [{ _score: { order: 'asc' } }, { 'metadata.a': { order: 'desc', missing: '_first' } }] },
  },
  {
    what: 'the last page of the window',
    sent: { page: 100, limit: 100 },
    echo: { page: 100, limit: 100, has_more: false },
  },
  { what: 'a limit of 1', sent: { limit: 1 }, echo: { limit: 1 } },
];

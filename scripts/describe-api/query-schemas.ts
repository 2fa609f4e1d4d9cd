import { DATE_INTERVALS } from '../../src/domain/facet/facet.js';
import { FILTER_LIMITS, MAX_SORT_KEYS } from '../../src/domain/filter/filter.js';
import { ref, type Schema } from './components.js';

/**
 * Schemas of what the parsers of `query-language/` read, for the API description only: requests are checked by the parsers,
 * which know more than a schema can say and explain what is wrong. A schema of a route refers to one of these by its `title`.
 */
const text = { type: 'string' };
const value = { type: ['string', 'number', 'boolean'] };
const dateOrNumber = { type: ['string', 'number'] };
const count = { type: 'integer', minimum: 0 };
const FIELD = 'The key is a document field or metadata.<path>.';

function closed(properties: Schema, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** An object with one key, a field. */
function byField(schema: Schema): Schema {
  return { type: 'object', description: FIELD, additionalProperties: schema, minProperties: 1, maxProperties: 1 };
}

function clause(name: string, description: string, schema: Schema): Schema {
  return { ...closed({ [name]: schema }, [name]), description };
}

function listOf(items: Schema, bounds: Schema = {}): Schema {
  return { type: 'array', items, ...bounds };
}

const CLAUSES: Record<string, Schema> = {
  TermClause: clause('term', 'The field has this value.', byField(value)),
  TermsClause: clause(
    'terms',
    'The field has one of these values.',
    byField(listOf(value, { minItems: 1, maxItems: 1000 })),
  ),
  RangeClause: clause('range', 'The field lies between bounds.', byField(ref('RangeBounds'))),
  ExistsClause: clause('exists', 'The field has a value.', closed({ field: text }, ['field'])),
  PrefixClause: clause('prefix', 'The field begins with this text.', byField(text)),
  WildcardClause: clause('wildcard', 'The field matches; * is any text and ? any character.', byField(text)),
  MatchClause: clause('match', 'The field has all of these words.', {
    ...closed({ title: text, content: text }),
    minProperties: 1,
    maxProperties: 1,
  }),
  IdsClause: clause('ids', 'The document has one of these ids.', closed({ values: listOf(text) }, ['values'])),
  BoolClause: clause('bool', 'The nested filter matches.', ref('Filter')),
};

const filterKeys = {
  must: { ...listOf(ref('FilterClause')), description: 'All of these match.' },
  must_not: { ...listOf(ref('FilterClause')), description: 'None of these match.' },
  should: { ...listOf(ref('FilterClause')), description: 'At least minimum_should_match of these match.' },
  minimum_should_match: {
    type: ['integer', 'string', 'null'],
    pattern: '^-?\\d{1,9}%$',
    description: 'A number, or a percentage such as "75%". Default: 1 if there is no must, otherwise 0.',
  },
};

const FILTERS: Record<string, Schema> = {
  Filter: {
    ...closed(filterKeys),
    description: `At most ${FILTER_LIMITS.depth} levels and ${FILTER_LIMITS.clauses} clauses.`,
  },
  FilterEcho: { ...closed(filterKeys, Object.keys(filterKeys)), description: 'The filter that was used.' },
  FilterClause: { oneOf: Object.keys(CLAUSES).map(ref) },
  ...CLAUSES,
  RangeBounds: {
    ...closed({ gt: dateOrNumber, gte: dateOrNumber, lt: dateOrNumber, lte: dateOrNumber }),
    minProperties: 1,
    description: 'Dates, date math such as now-7d/d, numbers or strings; never mixed.',
  },
};

const order = { type: 'string', enum: ['asc', 'desc'] };
const SORTS: Record<string, Schema> = {
  Sort: listOf(ref('SortKey'), { maxItems: MAX_SORT_KEYS }),
  SortKey: { ...byField({ oneOf: [order, ref('SortOrder')] }), description: `${FIELD} Searches also have _score.` },
  SortOrder: closed({ order, missing: { type: 'string', enum: ['_last', '_first'] } }),
  SortEcho: listOf(byField(ref('SortOrder'))),
  SortValues: listOf({ type: ['string', 'number', 'boolean', 'null'] }),
};

function facet(type: string, settings: Schema, required: readonly string[]): Schema {
  return closed({ field: text, name: { ...text, minLength: 1, maxLength: 250 }, type: { const: type }, ...settings }, [
    'field',
    ...required,
  ]);
}

const FACETS: Record<string, Schema> = {
  FacetFields: listOf(text),
  FacetAdvanced: listOf(ref('Facet')),
  Facet: { oneOf: ['Terms', 'Range', 'Histogram', 'DateHistogram', 'Stats'].map((kind) => ref(`${kind}Facet`)) },
  TermsFacet: facet(
    'terms',
    {
      size: { type: 'integer', minimum: 1, maximum: 1000 },
      order_by: { type: 'string', enum: ['count', 'value'] },
      order,
      min_count: { type: 'integer', minimum: 1 },
      prefix: text,
      exclude_own_filter: { type: 'boolean' },
    },
    [],
  ),
  RangeFacet: facet('range', { ranges: listOf(ref('FacetRange'), { minItems: 1, maxItems: 100 }) }, ['type', 'ranges']),
  FacetRange: {
    ...closed({ key: text, from: dateOrNumber, to: dateOrNumber }),
    minProperties: 1,
    description: 'from is inclusive, to exclusive.',
  },
  HistogramFacet: facet('histogram', { interval: { type: 'number', exclusiveMinimum: 0 } }, ['type', 'interval']),
  DateHistogramFacet: facet('date_histogram', { interval: { type: 'string', enum: DATE_INTERVALS } }, [
    'type',
    'interval',
  ]),
  StatsFacet: facet('stats', {}, ['type']),
};

/** An object whose keys are all present. */
function whole(properties: Schema): Schema {
  return closed(properties, Object.keys(properties));
}

const bound = { type: ['string', 'number', 'null'] };
const FACET_RESULTS: Record<string, Schema> = {
  FacetResults: {
    type: 'object',
    description: 'Results by facet name. Counts cover all matching documents, not just this page.',
    additionalProperties: ref('FacetResult'),
  },
  FacetResult: {
    oneOf: ['Terms', 'Range', 'Histogram', 'DateHistogram', 'Stats'].map((kind) => ref(`${kind}FacetResult`)),
  },
  TermsFacetResult: whole({
    type: { const: 'terms' },
    values: listOf(whole({ value, count })),
    other_count: count,
    missing_count: count,
  }),
  RangeFacetResult: whole({
    type: { const: 'range' },
    values: listOf(whole({ key: text, from: bound, to: bound, count })),
    missing_count: count,
  }),
  HistogramFacetResult: whole({
    type: { const: 'histogram' },
    values: listOf(whole({ value: { type: 'number' }, count })),
    missing_count: count,
  }),
  DateHistogramFacetResult: whole({
    type: { const: 'date_histogram' },
    values: listOf(whole({ value: text, count })),
    missing_count: count,
  }),
  StatsFacetResult: whole({
    type: { const: 'stats' },
    count,
    min: bound,
    max: bound,
    avg: bound,
    sum: { type: ['number', 'null'] },
    missing_count: count,
  }),
};

export const QUERY_SCHEMAS: Record<string, Schema> = { ...FILTERS, ...SORTS, ...FACETS, ...FACET_RESULTS };

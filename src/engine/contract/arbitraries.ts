import * as fc from 'fast-check';
import type { Document, Metadata } from '../../domain/document/document.js';
import { DATE_INTERVALS, type Facet } from '../../domain/facet/facet.js';
import type { Clause, Filter, SortKey } from '../../domain/filter/filter.js';
import type { QueryPlan } from '../engine.js';

/** Few distinct values, so that documents share them, and among them the ones that go wrong most easily. */
const words = [
  'red',
  'redder',
  'blue',
  'Blau',
  'größe',
  '東京',
  '😀',
  '﷐',
  '',
  'a*b',
  '2024-03-05',
  '2024-03-05T10:00+02:00',
];
const word = fc.constantFrom(...words);
const number = fc.constantFrom(0, 1, -1, 2.5, 10, 100, 1e15, -0.5);
const scalar = fc.oneof(word, number, fc.boolean());
const time = fc.integer({ min: 0, max: 60 }).map((days) => Date.UTC(2024, 0, 1) + days * 86_400_000 * 7);
export const anyId = fc.integer({ min: 0, max: 30 }).map((n) => `d-${n}`);

const mixed = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }));
/** A field that few documents have: engines may treat such fields in their own way. */
const rare = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.record({ rare: mixed }) });

const common: fc.Arbitrary<Metadata> = fc.record(
  {
    topic: word,
    mixed,
    size: number,
    tags: fc.array(word, { maxLength: 4 }),
    author: fc.record({ name: word, age: number }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Metadata>;
const metadata: fc.Arbitrary<Metadata | null> = fc.option(
  fc.tuple(common, rare).map(([fields, more]) => ({ ...fields, ...more })),
);

export function anyDocument(id: fc.Arbitrary<string> = anyId): fc.Arbitrary<Document> {
  return fc.record({
    id,
    title: word.map((text) => `${text} title`),
    tenantId: fc.constantFrom('t1', 't2', 't3'),
    language: fc.constantFrom('en', 'de'),
    metadata,
    sourceUri: fc.option(word),
    createdAt: time,
    updatedAt: time,
    content: fc.option(fc.array(word, { maxLength: 6 }).map((list) => list.join(' '))),
  });
}

const metadataField = fc.constantFrom(
  ...['metadata.topic', 'metadata.mixed', 'metadata.size', 'metadata.tags', 'metadata.author.name'],
  ...['metadata.author.age', 'metadata.author', 'metadata.rare', 'metadata.nowhere'],
);
const keywordField = fc.constantFrom('id', 'title', 'tenant_id', 'language', 'source_uri');
const dateField = fc.constantFrom('created_at', 'updated_at');
const textField = fc.oneof(metadataField, keywordField);

const between = <Bound>(bound: fc.Arbitrary<Bound>) =>
  fc
    .record({ gt: bound, gte: bound, lt: bound, lte: bound }, { requiredKeys: [] })
    .filter((bounds) => Object.keys(bounds).length > 0);

const leaf: fc.Arbitrary<Clause> = fc.oneof(
  fc.record({ kind: fc.constant('terms'), field: textField, values: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('ids'), values: fc.array(anyId, { minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant('exists'), field: fc.oneof(textField, dateField) }),
  fc.record({ kind: fc.constant('prefix'), field: textField, value: fc.constantFrom('', 're', 'b', '2024', 'd-1') }),
  fc.record({
    kind: fc.constant('wildcard'),
    field: textField,
    pattern: fc.constantFrom('*', 're*', '*d*', '?', 'a\\*b', '*-03-*', 'd-?', 'x', '*️'),
  }),
  fc.record({
    kind: fc.constant('match'),
    field: fc.constantFrom('title', 'content'),
    text: fc.constantFrom('red', 'RED blue', 'title', 'grosse', '東京', '…'),
  }),
  fc.record({
    kind: fc.constant('range'),
    field: fc.oneof(dateField, metadataField),
    bounds: fc.record({ kind: fc.constant('date'), from: fc.oneof(time, fc.constant(-Infinity)), to: time }),
  }),
  fc.record({
    kind: fc.constant('range'),
    field: metadataField,
    bounds: between(number).map((bounds) => ({ kind: 'number', ...bounds })),
  }),
  fc.record({
    kind: fc.constant('range'),
    field: textField,
    bounds: between(word).map((bounds) => ({ kind: 'string', ...bounds })),
  }),
) as fc.Arbitrary<Clause>;

function filterOf(clause: fc.Arbitrary<Clause>): fc.Arbitrary<Filter> {
  const list = fc.array(clause, { maxLength: 3 });
  return fc
    .record({ must: list, mustNot: list, should: list, minimumShouldMatch: fc.nat({ max: 3 }) })
    .map((filter) => ({ ...filter, mustNot: filter.mustNot.slice(0, 1) }));
}

const nested: fc.Arbitrary<Clause> = filterOf(leaf).map((filter) => ({ kind: 'bool', filter }));
const anyFilter = filterOf(fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: nested }));

const sortKey: fc.Arbitrary<SortKey> = fc.record({
  field: fc.oneof(textField, dateField),
  order: fc.constantFrom('asc', 'desc'),
  missing: fc.constantFrom('_last', '_first'),
});

const facet: fc.Arbitrary<Facet> = fc.oneof(
  fc.record({
    type: fc.constant('terms'),
    name: fc.constant('f'),
    field: fc.oneof(textField, dateField),
    size: fc.integer({ min: 1, max: 4 }),
    orderBy: fc.constantFrom('count', 'value'),
    order: fc.constantFrom('asc', 'desc'),
    minCount: fc.integer({ min: 1, max: 3 }),
    prefix: fc.option(fc.constantFrom('re', 'b', '2')),
    excludeOwnFilter: fc.constant(false),
  }),
  fc.record({ field: metadataField, a: number, b: number }).map(({ field, a, b }) => ({
    type: 'range',
    kind: 'number',
    name: 'f',
    field,
    ranges: [
      { key: 'low', from: null, to: a, sent: { from: null, to: a } },
      { key: 'high', from: b, to: null, sent: { from: b, to: null } },
    ],
  })),
  fc.record({
    type: fc.constant('histogram'),
    name: fc.constant('f'),
    field: metadataField,
    interval: fc.constantFrom(1, 5, 0.5),
  }),
  fc.record({
    type: fc.constant('date_histogram'),
    name: fc.constant('f'),
    field: fc.oneof(dateField, metadataField),
    interval: fc.constantFrom(...DATE_INTERVALS),
  }),
  fc.record({ type: fc.constant('stats'), name: fc.constant('f'), field: fc.oneof(dateField, metadataField) }),
) as fc.Arbitrary<Facet>;

export const anyPlan: fc.Arbitrary<QueryPlan & { text: null; window: { offset: number; limit: number } }> = fc.record({
  scope: fc.array(
    fc.constantFrom<Clause>(
      { kind: 'terms', field: 'tenant_id', values: ['t1', 't2'] },
      { kind: 'terms', field: 'language', values: ['en'] },
    ),
    { maxLength: 1 },
  ),
  filter: fc.option(anyFilter),
  text: fc.constant(null),
  sort: fc.array(sortKey, { maxLength: 3 }),
  window: fc.record({ offset: fc.nat({ max: 12 }), limit: fc.integer({ min: 0, max: 12 }) }),
  facets: fc.array(facet, { maxLength: 3 }),
  timeLimit: fc.constant(60_000),
});

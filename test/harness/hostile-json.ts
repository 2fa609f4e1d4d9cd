import fc from 'fast-check';

const NAMES = [
  ...['id', 'title', 'tenant_id', 'content', 'content_type', 'created_at', 'updated_at', 'language', 'metadata'],
  ...['source_uri', 'filter', 'facet', 'facet_advanced', 'limit', 'page', 'sort', 'must', 'must_not', 'should'],
  ...['minimum_should_match', 'bool', 'term', 'terms', 'range', 'exists', 'prefix', 'wildcard', 'match', 'ids'],
  ...['values', 'field', 'name', 'type', 'size', 'order', 'order_by', 'missing', 'min_count', 'ranges', 'interval'],
  ...['gte', 'lt', 'from', 'to', 'key', 'metadata.a', 'metadata.', 'metadata..b', '_score', 'content'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\u0000', '🧭', 'length'],
];

const TEXTS = [
  ...['', 'a', 'en', 'no', 'html', 'markdown', 'asc', 'desc', '_last', 'terms', 'stats', 'range', 'histogram', 'day'],
  ...['date_histogram', 'now', 'now-1d/d', 'now+999999999y', '2024-01-01', '2024-01-01||+1M/d', '0000-01-01', '75%'],
  ...['-999999999%', '*', '?*?*?*', '\\', '[(', 'metadata.a', 'created_at', '\u0000', '\ufffe', '🧭', '__proto__'],
  ...['<div>', '<!--', '&#0;', '[a](b', '```', '|a|b|', 'x'.repeat(2000), '*'.repeat(500)],
];

const NUMBERS = [0, -0, 1, -1, 10, 1.5, 100, 101, 1e21, -1e308, 5e-324, 2 ** 53, -(2 ** 53), 0.1];

const scalar = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(null, true, false),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** JSON that looks like a request and hardly ever is one: our names, our values, put together at random. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), tie('value')), { maxLength: 5 })
    // Unlike Object.assign, this makes "__proto__" a key like any other.
    .map((entries) => Object.fromEntries(entries)),
})).value;

export const hostileObject = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), hostileValue), { maxLength: 8 })
  .map((entries) => Object.fromEntries(entries));

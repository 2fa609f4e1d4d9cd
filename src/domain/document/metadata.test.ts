import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Problem, Problems } from '../errors/problem.js';
import { checkMetadata, countMetadataKeys, mergeMetadata } from './metadata.js';

function check(sent: unknown, nulls: 'remove_key' | 'refused' = 'refused'): Problem[] {
  const problems = new Problems();
  checkMetadata(sent, { path: 'metadata', problems, nulls });
  return problems.list;
}

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

describe('checkMetadata', () => {
  it('takes scalars, arrays of scalars, nested objects and nothing at all', () => {
    expect(check({ a: 'x', b: 1.5, c: false, d: ['x', 2, true], e: { f: { g: [] } }, h: '' })).toEqual([]);
    expect(check({})).toEqual([]);
    expect(check(null)).toEqual([]);
  });

  it.each([[[]], ['x'], [1], [true]])('refuses %j', (sent) => {
    expect(check(sent)).toMatchObject([{ param: 'metadata', code: 'parameter_type' }]);
  });

  it.each([
    [{ a: Number.POSITIVE_INFINITY }, 'metadata.a', 'parameter_type'],
    [{ a: [[1]] }, 'metadata.a[0]', 'parameter_type'],
    [{ a: ['x', null] }, 'metadata.a[1]', 'parameter_type'],
    [{ a: [{}] }, 'metadata.a[0]', 'parameter_type'],
    [{ author: { name: 'x'.repeat(501) } }, 'metadata.author.name', 'parameter_too_long'],
    [{ tags: ['a', 'b', 'x'.repeat(501)] }, 'metadata.tags[2]', 'parameter_too_long'],
    [{ 'a.b': 1 }, 'metadata.a.b', 'parameter_invalid'],
    [{ '': 1 }, 'metadata.', 'parameter_too_short'],
    [{ ['k'.repeat(51)]: 1 }, `metadata.${'k'.repeat(51)}`, 'parameter_too_long'],
    [JSON.parse('{"__proto__": 1}'), 'metadata.__proto__', 'parameter_invalid'],
    [{ a: '\ud800' }, 'metadata.a', 'parameter_invalid'],
  ])('refuses %j at its path', (sent, param, code) => {
    expect(check(sent)).toMatchObject([{ param, code }]);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(check({ ['😀'.repeat(50)]: '😀'.repeat(500) })).toEqual([]);
  });

  it('counts keys at all depths together', () => {
    expect(check({ a: keys(98), b: 1 })).toEqual([]);
    expect(check({ a: keys(99), b: 1 })).toMatchObject([{ param: 'metadata', code: 'too_many_items' }]);
  });

  it('lets null remove a top-level key on update, and nowhere else', () => {
    expect(check({ a: null }, 'remove_key')).toEqual([]);
    expect(check({ a: null })).toMatchObject([{ param: 'metadata.a', code: 'parameter_type' }]);
    expect(check({ a: { b: null } }, 'remove_key')).toMatchObject([{ param: 'metadata.a.b' }]);
  });

  it('does not count keys that are removed', () => {
    const removed = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`old${i}`, null]));
    expect(check({ ...keys(60), ...removed }, 'remove_key')).toEqual([]);
    expect(check({ ...removed, ...keys(101) }, 'remove_key')).toMatchObject([{ code: 'too_many_items' }]);
  });

  it('stops at the limits, however deep or long the input is', () => {
    const depth = 100_000;
    expect(check(JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`))).toMatchObject([
      { code: 'too_many_items' },
    ]);
    expect(check({ a: Array.from({ length: 300_000 }, () => null) })).toHaveLength(100);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (sent) => {
        expect(check({ sent }, 'remove_key').length).toBeLessThan(101);
      }),
    );
  });
});

describe('mergeMetadata', () => {
  it('replaces by top-level key', () => {
    expect(mergeMetadata({ a: 1, b: { c: 1, d: 2 } }, { b: { c: 3 }, e: 'x' })).toEqual({ a: 1, b: { c: 3 }, e: 'x' });
  });

  it('removes keys that are set to null, and everything for null', () => {
    expect(mergeMetadata({ a: 1, b: 2 }, { a: null, unknown: null })).toEqual({ b: 2 });
    expect(mergeMetadata({ a: 1 }, null)).toBeNull();
  });

  it('is null when nothing is left', () => {
    expect(mergeMetadata({ a: 1 }, { a: null })).toBeNull();
    expect(mergeMetadata(null, {})).toBeNull();
  });
});

describe('countMetadataKeys', () => {
  it('counts nested keys and the keys that hold them', () => {
    expect(countMetadataKeys({ a: 1, b: { c: ['x', 'y'], d: { e: 1 } } })).toBe(5);
    expect(countMetadataKeys(null)).toBe(0);
  });
});

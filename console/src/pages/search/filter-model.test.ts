import type { Filter } from '@sextant/client';
import { describe, expect, it } from 'vitest';
import { chipsOf, chosenRange, chosenValues, setRange, toggleValue } from './filter-model.js';

describe('a filter built by clicks', () => {
  it('gathers the values of a field in one clause, and goes when the last is taken back', () => {
    const one = toggleValue({}, 'metadata.topic', 'sea', 'must');
    expect(one).toEqual({ must: [{ term: { 'metadata.topic': 'sea' } }] });
    const two = toggleValue(one, 'metadata.topic', 'sky', 'must');
    expect(two).toEqual({ must: [{ terms: { 'metadata.topic': ['sea', 'sky'] } }] });
    expect(chosenValues(two, 'metadata.topic', 'must')).toEqual(['sea', 'sky']);
    const without = toggleValue(two, 'metadata.topic', 'sea', 'must');
    expect(toggleValue(without, 'metadata.topic', 'sky', 'must')).toEqual({});
  });

  it('excludes values as well, and none is chosen and excluded at once', () => {
    const chosen: Filter = { must: [{ terms: { 'metadata.topic': ['sea', 'sky'] } }] };
    const excluded = toggleValue(chosen, 'metadata.topic', 'sea', 'must_not');
    expect(excluded).toEqual({
      must: [{ term: { 'metadata.topic': 'sky' } }],
      must_not: [{ term: { 'metadata.topic': 'sea' } }],
    });
    expect(chosenValues(excluded, 'metadata.topic', 'must_not')).toEqual(['sea']);
    expect(toggleValue(excluded, 'metadata.topic', 'sea', 'must_not').must_not).toBeUndefined();
    expect(toggleValue(excluded, 'metadata.topic', 'sea', 'must')).toEqual({
      must: [{ terms: { 'metadata.topic': ['sky', 'sea'] } }],
    });
  });

  it('has one range for each field', () => {
    const ranged = setRange({ must: [{ term: { language: 'en' } }] }, 'metadata.year', { gte: 2020, lt: undefined });
    expect(ranged.must).toEqual([{ term: { language: 'en' } }, { range: { 'metadata.year': { gte: 2020 } } }]);
    expect(chosenRange(setRange(ranged, 'metadata.year', { lt: 2024 }), 'metadata.year')).toEqual({ lt: 2024 });
    expect(setRange(ranged, 'metadata.year', null)).toEqual({ must: [{ term: { language: 'en' } }] });
  });
});

describe('the chips of a filter', () => {
  const written: Filter = {
    must: [
      { terms: { 'metadata.topic': ['sea', 'sky'] } },
      { range: { created_at: { gte: '2024-01-01', lt: '2025-01-01' } } },
      { wildcard: { title: 'tide*' } },
    ],
    must_not: [{ term: { 'metadata.draft': true } }],
    should: [{ exists: { field: 'metadata.author' } }],
    minimum_should_match: 1,
  };

  it('name every part, and keep what clicks could not have made', () => {
    const chips = chipsOf(written);
    expect(chips.map(({ isCustom }) => isCustom)).toEqual([false, false, false, true, false, true]);
    expect(chips.map(({ label }) => label).slice(0, 2)).toEqual(['Topic: sea', 'Topic: sky']);
    expect(chips[4]!.label).toBe('Draft: not true');
    expect(chips[3]!.label).toBe('{"wildcard":{"title":"tide*"}}');
  });

  it('take away their own part alone', () => {
    const chips = chipsOf(written);
    expect(chips[0]!.without).toEqual({
      ...written,
      must: [{ term: { 'metadata.topic': 'sky' } }, ...written.must!.slice(1)],
    });
    expect(chips[5]!.without).toEqual({ must: written.must, must_not: written.must_not });
    let rest: Filter = written;
    for (let left = chips.length; left > 0; left--) rest = chipsOf(rest)[0]!.without;
    expect(rest).toEqual({});
  });

  it('survive whatever an address holds', () => {
    const odd = { must: 'all', must_not: [null, 3, { term: { a: { b: 1 } } }], other: [1] } as unknown as Filter;
    expect(chipsOf({ must: [{ ids: { values: ['a', 'b'] } }] })[0]!.label).toBe('2 chosen documents');
    expect(chipsOf(odd).every(({ isCustom }) => isCustom)).toBe(true);
  });
});

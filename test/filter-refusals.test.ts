import { describe, expect, it } from 'vitest';
import type { Json } from './harness/client.js';
import { expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const term = { term: { language: 'en' } };

/** A filter of this many levels, the outermost being the first. */
function nested(levels: number): Json {
  return levels === 1 ? { must: [term] } : { must: [{ bool: nested(levels - 1) }] };
}

const REFUSED: [string, Json, string][] = [
  ['an unknown key', { must: [], musty: [] }, 'filter.musty'],
  ['a clause outside of a list', { term: { language: 'en' } }, 'filter.term'],
  ['an object instead of a list', { must: term }, 'filter.must'],
  ['null instead of a list', { should: null }, 'filter.should'],
  ['null among clauses', { must: [null] }, 'filter.must[0]'],
  ['a text among clauses', { must: [term, 'x'] }, 'filter.must[1]'],
  ['an empty clause', { must_not: [{}] }, 'filter.must_not[0]'],
  ['two clauses in one', { must: [{ ...term, exists: { field: 'id' } }] }, 'filter.must[0]'],
  ['an unknown clause', { must: [{ fuzzy: { title: 'x' } }] }, 'filter.must[0].fuzzy'],
  ['a clause named __proto__', JSON.parse('{"must": [{"__proto__": {"title": "x"}}]}'), 'filter.must[0].__proto__'],
  ['an unknown field', { must: [{ term: { author: 'x' } }] }, 'filter.must[0].term.author'],
  ['metadata without a path', { must: [{ term: { metadata: 'x' } }] }, 'filter.must[0].term.metadata'],
  ['content in term', { must: [{ term: { content: 'x' } }] }, 'filter.must[0].term.content'],
  ['null as a value', { must: [{ term: { 'metadata.a': null } }] }, 'filter.must[0].term.metadata.a'],
  ['a list in term', { must: [{ term: { language: ['en'] } }] }, 'filter.must[0].term.language'],
  ['a number for a text field', { must: [{ term: { title: 1 } }] }, 'filter.must[0].term.title'],
  ['two fields in term', { must: [{ term: { id: 'a', title: 'b' } }] }, 'filter.must[0].term'],
  ['a value instead of a list in terms', { must: [{ terms: { language: 'en' } }] }, 'filter.must[0].terms.language'],
  ['no values in terms', { must: [{ terms: { language: [] } }] }, 'filter.must[0].terms.language'],
  ['an object in terms', { must: [{ terms: { 'metadata.a': ['x', {}] } }] }, 'filter.must[0].terms.metadata.a[1]'],
  ['no bound in a range', { must: [{ range: { created_at: {} } }] }, 'filter.must[0].range.created_at'],
  ['an unknown bound', { must: [{ range: { created_at: { from: '2024' } } }] }, 'filter.must[0].range.created_at'],
  ['a word as date', { must: [{ range: { created_at: { gte: 'soon' } } }] }, 'filter.must[0].range.created_at'],
  ['bad date math', { must: [{ range: { created_at: { gte: 'now-7x' } } }] }, 'filter.must[0].range.created_at'],
  ['a number as date', { must: [{ range: { created_at: { gte: 0 } } }] }, 'filter.must[0].range.created_at'],
  ['mixed bounds', { must: [{ range: { 'metadata.a': { gt: 1, lt: 'x' } } }] }, 'filter.must[0].range.metadata.a'],
  ['null as bound', { must: [{ range: { 'metadata.a': { gt: null } } }] }, 'filter.must[0].range.metadata.a'],
  ['exists without a field', { must: [{ exists: {} }] }, 'filter.must[0].exists'],
  ['exists of an unknown field', { must: [{ exists: { field: 'x' } }] }, 'filter.must[0].exists.field'],
  ['a prefix of a date', { must: [{ prefix: { created_at: '2024' } }] }, 'filter.must[0].prefix.created_at'],
  ['a number as prefix', { must: [{ prefix: { title: 1 } }] }, 'filter.must[0].prefix.title'],
  ['a list as wildcard', { must: [{ wildcard: { title: [] } }] }, 'filter.must[0].wildcard.title'],
  ['match of metadata', { must: [{ match: { 'metadata.a': 'x' } }] }, 'filter.must[0].match.metadata.a'],
  ['a match of nothing', { must: [{ match: { title: '' } }] }, 'filter.must[0].match.title'],
  ['ids without values', { must: [{ ids: ['a'] }] }, 'filter.must[0].ids'],
  ['a number among ids', { must: [{ ids: { values: ['a', 1] } }] }, 'filter.must[0].ids.values[1]'],
  ['a bool that is a list', { must: [{ bool: [] }] }, 'filter.must[0].bool'],
  [
    'a nested mistake',
    { should: [{ bool: { must: [term, { term: { x: 1 } }] } }] },
    'filter.should[0].bool.must[1].term.x',
  ],
  ['a broken minimum', { should: [term], minimum_should_match: 1.5 }, 'filter.minimum_should_match'],
  ['a minimum in words', { should: [term], minimum_should_match: 'all' }, 'filter.minimum_should_match'],
  ['a combined minimum', { should: [term], minimum_should_match: '2<75%' }, 'filter.minimum_should_match'],
];

describe('a filter', () => {
  it.each(REFUSED)('with %s is refused', async (_, filter, param) => {
    expectProblems(await shared.client.filter({ filter }), { [param]: 'filter_invalid' });
  });

  it('names every bad clause', async () => {
    const filter = { must: [{ term: { x: 1 } }, term, { range: { created_at: { gte: 'soon' } } }], should: 1 };
    expectProblems(await shared.client.filter({ filter }), {
      'filter.must[0].term.x': 'filter_invalid',
      'filter.must[2].range.created_at': 'filter_invalid',
      'filter.should': 'filter_invalid',
    });
  });

  it.each([
    [{ must: [{ trem: { language: 'en' } }] }, '"term"'],
    [{ must: [{ term: { langauge: 'en' } }] }, '"language"'],
    [{ must: [{ term: { topic: 'law' } }] }, '"metadata.topic"'],
    [{ mut: [] }, '"must"'],
    [{ must: [{ range: { created_at: { gte: 'now-7x' } } }] }, 'Date math is now'],
    [{ must: [{ range: { created_at: { gte: '2024-11-04||+1Q' } } }] }, 'Date math is now'],
    [{ must: [{ range: { 'metadata.day': { lt: 'now/q' } } }] }, 'Date math is now'],
    [{ must: [{ term: { created_at: 'now-7' } }] }, 'Date math is now'],
    [{ must: [{ range: { created_at: { gte: 'soon' } } }] }, 'or date math such as now-7d/d'],
  ])('%j is answered with the hint %s', async (filter, hint) => {
    expect((await shared.client.filter({ filter })).body.error.message).toContain(hint);
  });

  it('may be 8 deep and no deeper', async () => {
    expectSuccess(await shared.client.filter({ filter: nested(8) }), 'filter_result');
    const answer = await shared.client.filter({ filter: nested(9) });
    expect(answer.body.error).toMatchObject({ code: 'filter_invalid', param: `filter${'.must[0].bool'.repeat(8)}` });
  });

  it('may have 256 clauses and no more', async () => {
    const most = { must: Array(200).fill(term), should: Array(56).fill(term) };
    expectSuccess(await shared.client.filter({ filter: most }), 'filter_result');
    const beyond = { ...most, must_not: [term] };
    const answer = await shared.client.filter({ filter: beyond });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('filter_invalid');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from './harness/client.js';
import { expectSuccess, idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const yesterday = new Date(Date.now() - 86_400_000).toISOString();

const DOCUMENTS = [
  {
    ...{ id: 'a', title: 'High tides', tenant_id: 'one', language: 'en', created_at: '2024-01-01T00:00:00Z' },
    ...{ content: 'The Moon pulls the oceans.', source_uri: 'https://example.org/a' },
    metadata: { topic: 'law', tags: ['x', 'y'], pages: 10, open: true, author: { name: 'Ada' }, day: '2024-03-10' },
  },
  {
    ...{ id: 'b', title: 'Low tides', tenant_id: 'one', language: 'de', created_at: '2024-01-01T23:59:59.999Z' },
    metadata: { topic: 'Law', tags: ['y'], pages: 20.5, open: false, day: '2024-03-11T12:00:00+02:00', code: '10' },
  },
  {
    ...{ id: 'c', title: 'Storms', tenant_id: 'two', language: 'fr', created_at: '2024-01-02T00:00:00Z' },
    metadata: { topic: 'art', pages: -1, day: '2024-03' },
  },
  { id: 'd', title: 'Приливы wildcards*?', tenant_id: 'two', language: 'ru', created_at: yesterday },
];

beforeAll(async () => {
  const answer = await shared.client.importDocuments(DOCUMENTS);
  expect(answer.text).toContain('"created":4');
});

async function matching(filter: Json): Promise<string> {
  const answer = await shared.client.filter({ filter, sort: [{ id: 'asc' }] });
  expectSuccess(answer, 'filter_result');
  expect(answer.body.total_number_of_results).toBe(answer.body.data.length);
  return idsOf(answer).join('');
}

const CLAUSES: [Json, string][] = [
  [{ term: { 'metadata.topic': 'law' } }, 'a'],
  [{ term: { 'metadata.tags': 'y' } }, 'ab'],
  [{ term: { 'metadata.pages': 20.5 } }, 'b'],
  [{ term: { 'metadata.pages': '10' } }, ''],
  [{ term: { 'metadata.code': 10 } }, ''],
  [{ term: { 'metadata.open': false } }, 'b'],
  [{ term: { 'metadata.author.name': 'Ada' } }, 'a'],
  [{ term: { 'metadata.nobody.has.this': 'x' } }, ''],
  [{ term: { title: 'High tides' } }, 'a'],
  [{ term: { tenant_id: 'two' } }, 'cd'],
  [{ term: { id: 'c' } }, 'c'],
  [{ terms: { language: ['en', 'fr', 'nothing'] } }, 'ac'],
  [{ terms: { 'metadata.pages': [10, -1] } }, 'ac'],
  [{ range: { created_at: { gte: '2024-01-01', lt: '2024-01-02' } } }, 'ab'],
  [{ range: { created_at: { lte: '2024-01-01' } } }, 'ab'],
  [{ range: { created_at: { gt: '2024-01-01' } } }, 'cd'],
  [{ range: { created_at: { gte: '2024-01-01T23:59:59.999Z', lte: '2024-01-02T00:00:00.000Z' } } }, 'bc'],
  [{ range: { created_at: { gte: '2024-01-02T02:00:00+02:00', lt: '2025-01-01' } } }, 'c'],
  [{ range: { created_at: { gte: 'now-2d', lte: 'now' } } }, 'd'],
  [{ range: { created_at: { lt: 'now-7d/d' } } }, 'abc'],
  [{ range: { created_at: { gte: '2023-12-31||+1d/d', lte: '2024-01-01||/M' } } }, 'abc'],
  [{ range: { created_at: { gte: '2024-01', lte: '2024-01' } } }, 'abc'],
  [{ range: { created_at: { gt: '2024-01' } } }, 'd'],
  [{ range: { created_at: { lt: '2024-01' } } }, ''],
  [{ term: { created_at: '2024-01' } }, 'abc'],
  [{ range: { created_at: { gte: '2023-12||+1M', lt: '2024-01-01||+1d' } } }, 'ab'],
  [{ range: { 'metadata.day': { gte: '2024-03', lte: '2024-03' } } }, 'abc'],
  [{ range: { 'metadata.day': { gt: '2024-02', lt: '2024-03' } } }, ''],
  [{ range: { 'metadata.pages': { gt: 10 } } }, 'b'],
  [{ range: { 'metadata.pages': { gte: -1, lte: 10 } } }, 'ac'],
  [{ range: { 'metadata.day': { gte: '2024-03-10', lt: '2024-03-11' } } }, 'a'],
  [{ range: { 'metadata.day': { gt: '2024-03-10', lte: '2024-03-11' } } }, 'b'],
  [{ range: { 'metadata.topic': { gte: 'art', lt: 'law' } } }, 'c'],
  [{ range: { title: { gte: 'L', lt: 'M' } } }, 'b'],
  [{ exists: { field: 'metadata.author.name' } }, 'a'],
  [{ exists: { field: 'source_uri' } }, 'a'],
  [{ exists: { field: 'metadata.nothing' } }, ''],
  [{ prefix: { source_uri: 'https://' } }, 'a'],
  [{ prefix: { 'metadata.topic': 'l' } }, 'a'],
  [{ prefix: { title: '' } }, 'abcd'],
  [{ wildcard: { title: '* tides' } }, 'ab'],
  [{ wildcard: { title: 'Storm?' } }, 'c'],
  [{ wildcard: { title: '*\\*\\?' } }, 'd'],
  [{ wildcard: { 'metadata.topic': '?aw' } }, 'ab'],
  [{ match: { title: 'TIDES' } }, 'ab'],
  [{ match: { title: 'tides high' } }, 'a'],
  [{ match: { content: 'moon oceans' } }, 'a'],
  [{ match: { content: 'moon sun' } }, ''],
  [{ ids: { values: ['a', 'd', 'zzz'] } }, 'ad'],
  [{ bool: { must_not: [{ term: { language: 'en' } }] } }, 'bcd'],
];

describe('a clause', () => {
  it.each(CLAUSES)('%j matches "%s"', async (clause, found) => {
    expect(await matching({ must: [clause] })).toBe(found);
  });

  it.each(CLAUSES)('%j in must_not matches all but "%s"', async (clause, found) => {
    expect(await matching({ must_not: [clause] })).toBe([...'abcd'].filter((id) => !found.includes(id)).join(''));
  });
});

const tagX = { term: { 'metadata.tags': 'x' } };
const tenantOne = { term: { tenant_id: 'one' } };
const french = { term: { language: 'fr' } };
const SHOULD = [tagX, tenantOne, french];

describe('a combination of clauses', () => {
  it.each<[string, Json, string]>([
    ['must needs all', { must: [tenantOne, tagX] }, 'a'],
    ['must_not excludes any', { must: [tenantOne], must_not: [tagX] }, 'b'],
    ['should alone needs one', { should: [tagX, french] }, 'ac'],
    ['should beside must_not needs one', { should: SHOULD, must_not: [tagX] }, 'bc'],
    ['should beside must needs none', { must: [tenantOne], should: [tagX] }, 'ab'],
    ['minimum_should_match of 1 beside must', { must: [tenantOne], should: [tagX], minimum_should_match: 1 }, 'a'],
    ['minimum_should_match of 2', { should: SHOULD, minimum_should_match: 2 }, 'a'],
    ['minimum_should_match of 0', { should: SHOULD, minimum_should_match: 0 }, 'abcd'],
    ['minimum_should_match of 4 of 3', { should: SHOULD, minimum_should_match: 4 }, ''],
    ['minimum_should_match of -1', { should: SHOULD, minimum_should_match: -1 }, 'a'],
    ['minimum_should_match of -2', { should: SHOULD, minimum_should_match: -2 }, 'abc'],
    ['minimum_should_match of 75%, cut', { should: SHOULD, minimum_should_match: '75%' }, 'a'],
    ['minimum_should_match of 34%, cut', { should: SHOULD, minimum_should_match: '34%' }, 'abc'],
    ['minimum_should_match of -25%', { should: SHOULD, minimum_should_match: '-25%' }, ''],
    ['minimum_should_match of -70%', { should: SHOULD, minimum_should_match: '-70%' }, 'abc'],
    ['minimum_should_match of 100%', { should: [tagX, tenantOne], minimum_should_match: '100%' }, 'a'],
    ['null means the default', { should: [french], minimum_should_match: null }, 'c'],
    ['empty lists match everything', { must: [], must_not: [], should: [] }, 'abcd'],
    ['an empty bool matches everything', { must: [{ bool: {} }] }, 'abcd'],
    ['bool nests', { must: [{ bool: { should: [tagX, { bool: { must: [french] } }] } }] }, 'ac'],
  ])('%s', async (_, filter, found) => {
    expect(await matching(filter)).toBe(found);
  });
});

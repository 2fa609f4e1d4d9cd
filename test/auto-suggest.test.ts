import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { EMOJI, refused } from './harness/document-cases.js';
import { expectProblems, expectSuccess, idsOf } from './harness/expectations.js';
import * as cases from './harness/search-cases.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const suggest = (query: string, more: Json = {}) => shared.client.suggest({ query, ...more });

beforeAll(async () => {
  const crowd = Array.from({ length: 30 }, (_, i) => ({ id: `crowd-${i}`, title: `Crowded ${i}`, tenant_id: 'crowd' }));
  await shared.client.importDocuments([
    { id: 'apple', title: 'Apple pie', tenant_id: 'a', content: 'zeppelin' },
    { id: 'pine', title: 'Pineapple with apples and more', tenant_id: 'a', metadata: { kind: 'fruit' } },
    { id: 'cafe', title: 'Café Über-Straße', tenant_id: 'b' },
    { id: 'physics', title: 'Introduction to quantum mechanics', tenant_id: 'b' },
    { id: 'apfel', title: 'Apfelkuchen', tenant_id: 'a', language: 'de' },
    { id: 'da-nang', title: 'Đà Nẵng về đêm', tenant_id: 'a', language: 'vi' },
    { id: 'mueller', title: 'Müller & Söhne, Großhandel', language: 'de', tenant_id: 't' },
    { id: 'notes', title: 'Version 2024 notes', tenant_id: 'b' },
    { id: 'yorkshire', title: 'Yorkshire pudding', tenant_id: 'c' },
    { id: 'new-york', title: 'The long guide to New York City', tenant_id: 'c' },
    { id: 'cpp', title: 'Modern C++ in depth', tenant_id: 'c' },
    { id: 'houses', title: 'The long guide to houses of every kind', tenant_id: 'typos' },
    { id: 'horse', title: 'Horse of', tenant_id: 'typos' },
    { id: 'mouse', title: 'Mouse of', tenant_id: 'typos' },
    { id: 'book', title: 'كتاب جديد', language: 'ar', tenant_id: 'a' },
    { id: 'the-book', title: 'قراءة الكتاب القديم', language: 'ar', tenant_id: 'a' },
    { id: 'school', title: 'بالمدرسة الكبيرة', language: 'ar', tenant_id: 'a' },
    { id: 'computer', title: '电脑和网络', language: 'zh', tenant_id: 'variants' },
    { id: 'learning', title: '機器學習', language: 'zh', tenant_id: 'variants' },
    { id: 'hindi', title: 'हिंदी की किताब', language: 'hi', tenant_id: 'variants' },
    { id: 'mumbai', title: 'मुंबई शहर', language: 'hi', tenant_id: 'variants' },
    { id: 'new-book', title: '新しい本', language: 'ja', tenant_id: 'unspaced' },
    { id: 'notice', title: '大切なお知らせ', language: 'ja', tenant_id: 'unspaced' },
    { id: 'hello', title: 'สวัสดีประเทศไทย', language: 'th', tenant_id: 'unspaced' },
    ...crowd,
  ]);
});

describe('suggestions', () => {
  it('have exactly the fields of their contract', async () => {
    const answer = await suggest('app');
    expectSuccess(answer, 'auto_suggest_result');
    expect(Object.keys(answer.body).sort()).toEqual(
      [
        ...['object', 'url', 'query', 'data', 'tenant_id', 'language', 'filter', 'total_number_of_results', 'limit'],
        ...['token_usage', 'livemode'],
      ].sort(),
    );
    expect(Object.keys(answer.body.data[0]).sort()).toEqual(
      ['id', 'title', 'source_uri', 'metadata', 'tenant_id', 'language', 'created_at', 'updated_at'].sort(),
    );
    expect(answer.body.url).toBe(`${VERSION}/auto-suggest`);
    expect(answer.body.token_usage.semantic_tokens).toBe(0);
  });

  it.each<[string, string[]]>([
    ['app', ['apple', 'pine']],
    ['a', ['apple', 'pine']],
    ['APPLE', ['apple', 'pine']],
    ['apple p', ['apple', 'pine']],
    ['mech', ['physics']],
    ['quantum mec', ['physics']],
    ['mechanics quan', ['physics']],
    ['cafe', ['cafe']],
    ['café', ['cafe']],
    ['uber', ['cafe']],
    ['zepp', []],
    ['ple', []],
    ['uantum', []],
    ['uquantum', []],
    ['quantum banana', []],
    ['  ', []],
    ['!?', []],
  ])('for "%s" are the titles with words that begin so', async (query, expected) => {
    const answer = await suggest(query);
    expect(idsOf(answer).sort()).toEqual(expected);
    expect(answer.body.total_number_of_results).toBe(expected.length);
  });

  it('may have a typo, which is not counted and comes after all beginnings', async () => {
    const mistyped = await suggest('quantm');
    expect(idsOf(mistyped)).toEqual(['physics']);
    expect(mistyped.body.total_number_of_results).toBe(0);
    const both = await suggest('house of', { tenant_id: ['typos'], limit: 10 });
    expect(idsOf(both)).toEqual(['houses', 'horse']);
    expect(both.body.total_number_of_results).toBe(1);
    expect((await suggest('house of', { tenant_id: ['typos'], limit: 1 })).body.total_number_of_results).toBe(1);
  });

  it.each([
    ['كتاب', ['book', 'the-book']],
    ['الكتاب', ['book', 'the-book']],
    ['الكت', ['book', 'the-book']],
    ['والكتاب', ['book', 'the-book']],
    ['مدرس', ['school']],
    ['المدرسة', ['school']],
  ])('find %s in Arabic with and without its article', async (query, expected) => {
    const answer = await suggest(query, { language: 'ar' });
    expect(idsOf(answer).slice(0, expected.length).sort()).toEqual(expected);
    expect(answer.body.total_number_of_results).toBe(expected.length);
  });

  it.each([
    ['ja', '新しい本', 'new-book'],
    ['ja', 'お知らせ', 'notice'],
    ['th', 'สวัสดี', 'hello'],
    ['th', 'ประเทศไทย', 'hello'],
  ])('find a title in %s at every letter of %s', async (language, words, expected) => {
    const typed = Array.from(words, (_, i) => words.slice(0, i + 1));
    const missed = await Promise.all(
      typed.map(async (query) => {
        const answer = await suggest(query, { language, tenant_id: ['unspaced'] });
        return answer.body.total_number_of_results === 1 && idsOf(answer)[0] === expected ? [] : [query];
      }),
    );
    expect(missed.flat()).toEqual([]);
  });

  it.each([
    ['zh', '電腦', 'computer'],
    ['zh', '电', 'computer'],
    ['zh', '机器', 'learning'],
    ['zh', '機器學', 'learning'],
    ['hi', 'हिंदी', 'hindi'],
    ['hi', 'हिन्दी', 'hindi'],
    ['hi', 'हिन', 'hindi'],
    ['hi', 'मुम्ब', 'mumbai'],
  ])('in %s know the ways to write %s', async (language, query, expected) => {
    const answer = await suggest(query, { language, tenant_id: ['variants'] });
    expect(idsOf(answer)).toEqual([expected]);
    expect(answer.body.total_number_of_results).toBe(1);
  });

  it.each(['da', 'đà', 'ĐÀ N', 'nang', 've dem'])(
    'find %s in Vietnamese, whose words keep their marks',
    async (query) => {
      expect(idsOf(await suggest(query, { language: 'vi' }))).toEqual(['da-nang']);
    },
  );

  it.each(['mull', 'müll', 'Muel', 'muller g', 'mulelr'])(
    'find %s in German, with umlauts and without',
    async (query) => {
      expect(idsOf(await suggest(query, { language: 'de' }))).toEqual(['mueller']);
    },
  );

  it('put the best and most specific title first', async () => {
    expect(idsOf(await suggest('apple'))).toEqual(['apple', 'pine']);
  });

  it('put whole words before beginnings, however long the title', async () => {
    expect(idsOf(await suggest('york'))).toEqual(['new-york', 'yorkshire']);
  });

  it('take a name with its signs', async () => {
    expect(idsOf(await suggest('c++'))).toEqual(['cpp']);
    expect(idsOf(await suggest('modern c#'))).toEqual([]);
  });

  it('forgive no typo in numbers', async () => {
    expect(idsOf(await suggest('2024'))).toEqual(['notes']);
    expect(idsOf(await suggest('2026'))).toEqual([]);
  });

  it('count all that match, and return as many as asked for', async () => {
    const few = await suggest('crow');
    expect(few.body.data).toHaveLength(5);
    expect(few.body).toMatchObject({ total_number_of_results: 30, limit: 5 });
    expect((await suggest('crow', { limit: 10 })).body.data).toHaveLength(10);
  });

  it('are limited to language, tenants and filter', async () => {
    expect(idsOf(await suggest('apf', { language: 'de' }))).toEqual(['apfel']);
    expect(idsOf(await suggest('apf'))).toEqual([]);
    expect(idsOf(await suggest('a', { tenant_id: ['b'] }))).toEqual([]);
    expect(idsOf(await suggest('a', { filter: { must: [{ term: { 'metadata.kind': 'fruit' } }] } }))).toEqual(['pine']);
  });
});

describe('the parameters of auto-suggest', () => {
  const echoes: cases.EchoCase[] = [
    ...cases.ACCEPTED_LIMITS,
    { what: 'nothing but a query', sent: {}, echo: { limit: 5 } },
    { what: 'a limit of 1', sent: { limit: 1 }, echo: { limit: 1 } },
    { what: 'a limit of 10', sent: { limit: 10 }, echo: { limit: 10 } },
    { what: 'a query of 50 emoji', sent: { query: EMOJI.repeat(50) }, echo: { query: EMOJI.repeat(50) } },
  ];
  it.each(echoes)('include $what', async ({ sent, echo }) => {
    const answer = await suggest('x', sent);
    expectSuccess(answer, 'auto_suggest_result');
    expect(answer.body).toMatchObject(echo);
  });

  it.each([
    ...[...cases.REFUSED_LANGUAGES, ...cases.REFUSED_TENANTS, ...cases.REFUSED_FILTERS],
    refused('an empty query', { query: '' }, { query: 'parameter_too_short' }),
    refused('a query of 51', { query: 'x'.repeat(51) }, { query: 'parameter_too_long' }),
    refused('a limit of 0', { limit: 0 }, { limit: 'parameter_too_small' }),
    refused('a limit of 11', { limit: 11 }, { limit: 'parameter_too_large' }),
    refused('paging and sorting', { page: 1, sort: [] }, { page: 'parameter_unknown', sort: 'parameter_unknown' }),
  ])('exclude $what', async ({ sent, problems }) => {
    expectProblems(await suggest('x', sent), problems);
  });

  it('must include a query', async () => {
    expectProblems(await shared.client.suggest({}), { query: 'parameter_missing' });
  });
});

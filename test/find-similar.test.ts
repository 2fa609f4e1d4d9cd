import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import type { RefusedCase } from './harness/document-cases.js';
import { expectError, expectProblems, expectSuccess, idsOf } from './harness/expectations.js';
import * as cases from './harness/search-cases.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const similar = (source_documents: unknown, more: Json = {}) =>
  shared.client.findSimilar({ source_documents, ...more });

beforeAll(async () => {
  const documents = [
    { id: 'tides', title: 'How tides work', content: 'The Moon pulls the oceans, which rise and fall twice a day.' },
    { id: 'ebb', title: 'Ebb and flow', content: 'High water and low water follow the Moon around the Earth.' },
    { id: 'pasta', title: 'Cooking pasta', content: 'Boil salted water and add the spaghetti.' },
    { id: 'sauce', title: 'Tomato sauce', content: 'Simmer tomatoes with garlic; serve it with noodles.' },
    { id: 'chess', title: 'Chess openings', content: 'The Sicilian defence answers the king pawn.' },
    { id: 'gezeiten', title: 'Gezeiten', content: 'Der Mond verursacht Ebbe und Flut.', language: 'de' },
  ];
  await shared.client.importDocuments(documents.map((document) => ({ tenant_id: 't', ...document })));
});

describe('finding similar documents', () => {
  it('answers documents with exactly their fields', async () => {
    const answer = await similar([{ id: 'tides' }]);
    expectSuccess(answer, 'find_similar_result');
    expect(Object.keys(answer.body.data[0]).sort()).toEqual(
      [
        ...['id', 'title', 'confidence_level', 'source_uri', 'metadata', 'tenant_id', 'language'],
        ...['created_at', 'updated_at'],
      ].sort(),
    );
    expect(Object.keys(answer.body).sort()).toEqual(
      [
        ...['object', 'url', 'data', 'source_documents', 'tenant_id', 'filter', 'sort', 'language'],
        ...['multilingual_search', 'has_more', 'next_page', 'total_number_of_results', 'page', 'limit'],
        ...['token_usage', 'livemode'],
      ].sort(),
    );
    expect(answer.body.url).toBe(`${VERSION}/find-similar`);
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it('puts what is nearest first, and the sources nowhere', async () => {
    expect(idsOf(await similar([{ id: 'tides' }]))[0]).toBe('ebb');
    expect(idsOf(await similar([{ id: 'pasta' }]))[0]).toBe('sauce');
    const both = idsOf(await similar([{ id: 'tides' }, { id: 'pasta' }]));
    expect(both).not.toContain('tides');
    expect(both).not.toContain('pasta');
    expect(both.slice(0, 2).sort()).toEqual(['ebb', 'sauce']);
  });

  it('lists and counts only what is similar, not everything there is', async () => {
    for (const source of ['tides', 'pasta', 'chess']) {
      const { body } = await similar([{ id: source }], { sort: [{ _score: 'desc' }], multilingual_search: true });
      expect(body.total_number_of_results).toBe(body.data.length);
      expect(body.data.every(({ confidence_level }) => confidence_level !== 'low')).toBe(true);
    }
    expect((await similar([{ id: 'chess' }])).body).toMatchObject({ data: [], total_number_of_results: 0 });
    expect(idsOf(await similar([{ id: 'tides' }]))).toEqual(['ebb']);
  });

  it('lets the heavier source decide', async () => {
    const first = async (tides: number, pasta: number) =>
      idsOf(
        await similar([
          { id: 'tides', weight: tides },
          { id: 'pasta', weight: pasta },
        ]),
      )[0];
    expect(await first(1, 0.05)).toBe('ebb');
    expect(await first(0.05, 1)).toBe('sauce');
  });

  it('is limited to the language, unless all are searched', async () => {
    expect(idsOf(await similar([{ id: 'tides' }]))).not.toContain('gezeiten');
    expect(idsOf(await similar([{ id: 'tides' }], { language: 'de' }))).toEqual(['gezeiten']);
    const all = await similar([{ id: 'tides' }], { multilingual_search: true });
    expect(idsOf(all).slice(0, 2).sort()).toEqual(['ebb', 'gezeiten']);
  });

  it('pages through one list', async () => {
    const sort = [{ _score: 'desc' }];
    const whole = await similar([{ id: 'tides' }], { sort });
    const parts = [];
    for (let page = 1; page <= whole.body.total_number_of_results; page++) {
      const { body } = await similar([{ id: 'tides' }], { sort, page, limit: 1 });
      expect(body.total_number_of_results).toBe(whole.body.total_number_of_results);
      parts.push(...body.data);
    }
    expect(parts).toEqual(whole.body.data);
  });

  it('does not know a source that does not exist', async () => {
    for (const id of ['missing', '../etc/passwd', 'ü']) {
      const answer = await similar([{ id: 'tides' }, { id }]);
      expectError(answer, 404, 'document_not_found');
      expect(answer.body.error.param).toBe('source_documents[1].id');
    }
  });

  it('names every source that does not exist', async () => {
    const answer = await similar([{ id: 'nobody' }, { id: 'tides' }, { id: 'nothing' }]);
    expectError(answer, 404, 'document_not_found');
    expect(answer.body.error.errors).toMatchObject([
      { param: 'source_documents[0].id', message: expect.stringContaining('nobody') },
      { param: 'source_documents[2].id', message: expect.stringContaining('nothing') },
    ]);
  });
});

describe('the parameters of find-similar', () => {
  const echoes: cases.EchoCase[] = [
    ...cases.ACCEPTED_SCORED_LISTS,
    { what: 'one source', sent: {}, echo: { source_documents: [{ id: 'tides', weight: 1 }] } },
    {
      what: 'weights',
      sent: { source_documents: [{ id: 'tides', weight: 0.001 }, { id: 'ebb' }] },
      echo: {
        source_documents: [
          { id: 'tides', weight: 0.001 },
          { id: 'ebb', weight: 1 },
        ],
      },
    },
    {
      what: 'all languages',
      sent: { multilingual_search: true, language: 'de' },
      echo: { multilingual_search: true, language: null },
    },
  ];
  it.each(echoes)('include $what', async ({ sent, echo }) => {
    const answer = await similar([{ id: 'tides' }], sent);
    expectSuccess(answer, 'find_similar_result');
    expect(answer.body).toMatchObject(echo);
  });

  const refused = (what: string, source_documents: unknown, problems: Record<string, string>): RefusedCase => ({
    what,
    sent: { source_documents },
    problems,
  });
  it.each([
    ...[...cases.REFUSED_SCORED_LISTS, ...cases.REFUSED_SWITCHES],
    refused('no source', [], { source_documents: 'too_few_items' }),
    refused('eleven sources', Array(11).fill({ id: 'a' }), { source_documents: 'too_many_items' }),
    refused('an id as source', ['tides'], { 'source_documents[0]': 'parameter_type' }),
    refused('a source without id', [{ weight: 1 }], { 'source_documents[0].id': 'parameter_missing' }),
    refused('a long id', [{ id: 'x'.repeat(129) }], { 'source_documents[0].id': 'parameter_too_long' }),
    refused('a weight of 0', [{ id: 'a', weight: 0 }], { 'source_documents[0].weight': 'parameter_too_small' }),
    refused('a weight of 1.1', [{ id: 'a', weight: 1.1 }], { 'source_documents[0].weight': 'parameter_too_large' }),
    refused('a weight in quotes', [{ id: 'a', weight: '1' }], { 'source_documents[0].weight': 'parameter_type' }),
    refused('more than id and weight', [{ id: 'a', boost: 1 }], { 'source_documents[0].boost': 'parameter_unknown' }),
  ])('exclude $what', async ({ sent, problems }) => {
    expectProblems(await similar([{ id: 'tides' }], sent), problems);
  });

  it('must include sources', async () => {
    expectProblems(await shared.client.findSimilar({}), { source_documents: 'parameter_missing' });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from './harness/client.js';
import { expectError, idsOf } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
/** Bound to the tenant `mine`. */
let bound: Client;
let tester: Client;

const TEXT = 'The Moon pulls the oceans, and so there are tides.';

beforeAll(async () => {
  bound = await shared.clientWith({ tenants: 'mine' });
  tester = await shared.clientWith({ mode: 'test' });
  await shared.client.importDocuments([
    { id: 'm', title: 'Tides', content: TEXT, tenant_id: 'mine' },
    { id: 'm2', title: 'Tides again', content: TEXT, tenant_id: 'mine' },
    { id: 't', title: 'Tides', content: `${TEXT} Zeppelins.`, tenant_id: 'theirs', metadata: { hidden: 1 } },
  ]);
  await tester.addDocument({ id: 'test', title: 'Tides', content: TEXT, tenant_id: 'mine' });
});

const READS: [string, (client: Client, more?: Json) => Promise<{ body: { total_number_of_results: number } }>][] = [
  ...['lexical', 'ai_semantic', 'hybrid'].map(
    (search_type): [string, (client: Client, more?: Json) => ReturnType<Client['search']>] => [
      `${search_type} search`,
      (client, more) => client.search({ query: 'tides', search_type, ...more }),
    ],
  ),
  ['retrieve', (client, more) => client.retrieve({ query: 'tides', ...more })],
  ['auto-suggest', (client, more) => client.suggest({ query: 'tid', ...more })],
];

describe.each(READS)('%s with a key that is bound to a tenant', (_, read) => {
  it('finds and counts the documents of that tenant alone', async () => {
    expect((await read(shared.client)).body.total_number_of_results).toBe(3);
    expect((await read(bound)).body.total_number_of_results).toBe(2);
    expect((await read(bound, { tenant_id: ['mine'] })).body.total_number_of_results).toBe(2);
  });

  it('may not name another tenant', async () => {
    for (const tenant_id of [['theirs'], ['mine', 'theirs']]) {
      expectError(
        (await read(bound, { tenant_id })) as Awaited<ReturnType<Client['search']>>,
        403,
        'tenant_not_allowed',
      );
    }
  });

  it('keeps live and test documents apart', async () => {
    expect((await read(tester)).body.total_number_of_results).toBe(1);
  });
});

describe('a key that is bound to a tenant', () => {
  it('learns no words of other tenants, nor of their facets', async () => {
    const { body } = await bound.search({ query: 'zeppelins', search_type: 'lexical', facet: ['metadata.hidden'] });
    expect(body.total_number_of_results).toBe(0);
    const faceted = await bound.search({ query: 'tides', search_type: 'lexical', facet: ['metadata.hidden'] });
    expect(faceted.body.facet_result?.['metadata.hidden'].values).toEqual([]);
  });

  it('gets the scores it would get if there were no other tenants', async () => {
    const scores = async () => {
      const { body } = await bound.search({
        query: 'moon tides again',
        search_type: 'lexical',
        sort: [{ _score: {} }],
      });
      return body.data.map(({ id, sort_value }) => [id, sort_value]);
    };
    const before = await scores();
    const crowd = Array.from({ length: 40 }, (_, i) => ({ id: `c${i}`, title: 'Tides again', tenant_id: 'theirs' }));
    await shared.client.importDocuments(crowd);
    expect(await scores()).toEqual(before);
    for (const { id } of crowd) await shared.client.deleteDocument(id);
  });

  it('cannot tell a foreign source from one that does not exist', async () => {
    for (const find of [
      (id: string) => bound.findSimilar({ source_documents: [{ id }] }),
      (id: string) => bound.findDuplicate({ document_id: id }),
    ]) {
      const [foreign, missing] = [await find('t'), await find('u')];
      expectError(foreign, 404, 'document_not_found');
      const words = ({ body }: typeof foreign) => body.error.message.replace(/"[tu]"/, '');
      expect(words(foreign)).toBe(words(missing));
    }
  });

  it('finds similar and duplicate documents of its own tenant alone', async () => {
    expect(idsOf(await bound.findSimilar({ source_documents: [{ id: 'm' }] }))).toEqual(['m2']);
    expect(idsOf(await bound.findDuplicate({ document_id: 'm' }))).toEqual(['m2']);
  });

  it('names no foreign document for retrieve', async () => {
    const { body } = await bound.retrieve({ query: 'tides', document_id: ['t', 'm'], ai_search_cutoff_score: 0 });
    expect(body.data.map(({ document_id }) => document_id)).toEqual(['m']);
  });

  it('is refused a foreign tenant before a source is looked for', async () => {
    const answer = await bound.findDuplicate({ document_id: 'missing', tenant_id: ['theirs'] });
    expectError(answer, 403, 'tenant_not_allowed');
  });
});

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../../test/harness/service-under-test.js';
import { OPERATOR_KEY } from '../../../test/harness/sextant-process.js';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  Sextant,
  SextantError,
  UnavailableError,
} from '../src/index.js';

const shared = useService({ environment: { SEXTANT_LLM_PROVIDER: 'none' } });
let client: Sextant;

beforeAll(async () => {
  client = new Sextant({ url: shared.service.url, key: OPERATOR_KEY });
  await client.documents.import(
    Array.from({ length: 250 }, (_, n) => ({
      id: `wave-${String(n).padStart(3, '0')}`,
      tenant_id: 'sea',
      title: `Wave ${n}`,
      content: n % 2 === 0 ? 'Waves break on the shore of the island.' : null,
      metadata: { even: n % 2 === 0, height: n % 10 },
    })),
  );
});

/** What a call rejects with. */
async function failureOf<Failure extends SextantError>(
  call: Promise<unknown>,
  kind: abstract new (...given: never[]) => Failure,
): Promise<Failure> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(kind);
  return error as Failure;
}

describe('documents', () => {
  it('are added, read, changed and deleted', async () => {
    const added = await client.documents.add({
      id: 'one',
      tenant_id: 'notes',
      title: 'One',
      metadata: { a: 1, b: 'x' },
    });
    expect(added).toMatchObject({ object: 'document', title: 'One', livemode: true });
    const changed = await client.documents.update('one', { title: 'First', metadata: { a: null } });
    expect(changed.metadata).toEqual({ b: 'x' });
    expect(await client.documents.get('one')).toMatchObject({ title: 'First', metadata: { b: 'x' } });
    expect(await client.documents.delete('one')).toMatchObject({ id: 'one', deleted: true });
    await failureOf(client.documents.get('one'), NotFoundError);
  });

  it('may have any id that a path can hold, and none that changes the path', async () => {
    const { code } = await failureOf(client.documents.get('../models?x=1'), NotFoundError);
    expect(code).toBe('document_not_found');
    for (const id of ['', '.', '..']) await expect(client.documents.delete(id)).rejects.toThrow(TypeError);
  });

  it('describe their metadata', async () => {
    const { data } = await client.documents.metadataSchema();
    expect(data.map(({ field }) => field)).toContain('metadata.height');
  });
});

describe('synonyms and curations', () => {
  it('are added, read, listed and deleted, and searches say what was applied', async () => {
    const synonym = await client.synonyms.add({ id: 'shore', from: ['coast'], to: ['shore'] });
    expect(await client.synonyms.get('shore')).toMatchObject({ from: ['coast'], created_at: synonym.created_at });
    expect((await client.synonyms.update('shore', { language: 'en' })).from).toEqual(['coast']);
    await client.curations.add({ id: 'first', query: 'coast', match: 'exact', pin: ['wave-001'] });
    expect((await client.curations.get('first')).pin).toEqual(['wave-001']);
    const found = await client.search({ query: 'coast', search_type: 'lexical', limit: 1 });
    expect(found.data[0].id).toBe('wave-001');
    expect(found.applied_synonyms).toEqual([{ id: 'shore', word: 'coast', as: ['shore'] }]);
    expect(found.applied_curations).toEqual([{ id: 'first', pinned: ['wave-001'], hidden: [] }]);
    for (const listing of [client.synonyms.browseAll(), client.curations.browseAll()]) {
      let listed = 0;
      for await (const _ of listing) listed++;
      expect(listed).toBe(1);
    }
    expect(await client.synonyms.delete('shore')).toMatchObject({ deleted: true });
    expect(await client.curations.delete('first')).toMatchObject({ deleted: true });
    expect((await client.synonyms.browse()).total_number_of_results).toBe(0);
    expect((await client.curations.browse()).total_number_of_results).toBe(0);
  });
});

describe('keys', () => {
  it('are made, read, listed, rotated and revoked', async () => {
    expect(await client.keys.current()).toMatchObject({ id: 'operator', scopes: expect.arrayContaining(['admin']) });
    const { id, key } = await client.keys.create({ name: 'shop', scopes: ['read'], tenants: ['sea'] });
    const shop = new Sextant({ url: shared.service.url, key });
    expect(await shop.keys.current()).toMatchObject({ id, tenants: ['sea'] });
    expect((await client.keys.get(id)).name).toBe('shop');
    expect(await ids(client.keys.browseAll({ status: 'active' }))).toContain(id);
    expect((await client.keys.rotate(id)).key).not.toBe(key);
    await failureOf(shop.keys.current(), AuthenticationError);
    expect((await client.keys.revoke(id)).status).toBe('revoked');
  });
});

describe('listings', () => {
  it.each([1, 7, 100, undefined])('yield everything once, in order, with pages of %s', async (limit) => {
    const request = { tenant_id: ['sea'], sort: [{ id: 'asc' as const }], limit };
    const filter = { must: [{ range: { 'metadata.height': { lt: 2 } } }] };
    expect(await ids(client.documents.filterAll({ ...request, filter }))).toEqual(
      waves().filter((id) => Number(id.at(-1)) < 2),
    );
    if (limit === 1) return;
    expect(await ids(client.documents.browseAll(request))).toEqual(waves());
  });

  it('of searches are those of single pages', async () => {
    const request = { query: 'waves', search_type: 'lexical' as const, tenant_id: ['sea'] };
    const pages = await Promise.all([1, 2, 3].map((page) => client.search({ ...request, limit: 100, page })));
    const expected = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(expected).toHaveLength(250);
    expect(await ids(client.searchAll({ ...request, limit: 33 }))).toEqual(expected);
    expect(await ids(client.searchAll({ ...request, limit: 100, page: 3 }))).toEqual(expected.slice(200));
  });

  it('ask for no more pages than are read', async () => {
    let requests = 0;
    const counting = countingClient(() => requests++);
    for await (const { id } of counting.documents.browseAll({ limit: 10 })) if (id !== '') break;
    expect(requests).toBe(1);
    for await (const { total_number_of_results } of counting.documents.browseAll({ tenant_id: ['sea'] }).pages()) {
      expect(total_number_of_results).toBe(250);
    }
    expect(requests).toBe(4);
  });

  it('of several searches in one request keep their order, and their errors', async () => {
    const search = { query: 'wave', search_type: 'lexical' as const, limit: 3 };
    const { data } = await client.multiSearch({ searches: [search, { ...search, limit: 1000 }, search] });
    expect(data.map((entry) => ('error' in entry ? entry.error.param : entry.data.length))).toEqual([3, 'limit', 3]);
  });

  it('of the query log have what was searched for', async () => {
    await client.search({ query: 'Billows', search_type: 'lexical', tenant_id: ['sea'] });
    const logged: string[] = [];
    for await (const { query } of client.queryLog.browseAll({ only: 'without_results' })) logged.push(query);
    expect(logged).toContain('billows');
  });

  it('of searches follow synonyms and curations', async () => {
    await client.synonyms.add({ id: 'billow', equivalent: ['billow', 'wave'] });
    await client.curations.add({ query: 'billow', match: 'exact', pin: ['wave-007'] });
    const { data, applied_synonyms } = await client.search({ query: 'billow', search_type: 'lexical' });
    expect(data[0].id).toBe('wave-007');
    expect(applied_synonyms?.map(({ id }) => id)).toEqual(['billow']);
    const [{ id }] = (await client.curations.browse()).data;
    expect((await client.curations.delete(id)).deleted).toBe(true);
    expect(await ids(client.synonyms.browseAll())).toEqual(['billow']);
    expect((await client.synonyms.delete('billow')).deleted).toBe(true);
  });

  it('find similar documents and duplicates', async () => {
    const similar = await ids(client.findSimilarAll({ source_documents: [{ id: 'wave-000' }], limit: 50 }));
    expect(similar.length).toBeGreaterThan(50);
    expect(new Set(similar).size).toBe(similar.length);
    expect(await ids(client.findDuplicateAll({ document_id: 'wave-000', limit: 20 }))).toContain('wave-002');
  });
});

describe('an import', () => {
  it('takes streams and generators, and says what became of each document', async () => {
    const documents = [
      { id: 'a', tenant_id: 'import', title: 'A' },
      { id: 'b', tenant_id: 'import', title: '' },
      { tenant_id: 'import', title: 'C' },
    ];
    const stream = new ReadableStream({
      start(controller) {
        for (const document of documents) controller.enqueue(document);
        controller.close();
      },
    });
    const seen = [];
    for await (const { line, id, status, error } of client.documents.importStream(stream)) {
      seen.push({ line, status, code: error?.code ?? null, named: id !== null });
    }
    expect(seen).toEqual([
      { line: 1, status: 'created', code: null, named: true },
      { line: 2, status: 'failed', code: 'parameter_too_short', named: true },
      { line: 3, status: 'created', code: null, named: true },
    ]);
    function* again() {
      yield documents[0];
    }
    expect(await client.documents.import(again())).toMatchObject({ created: 0, updated: 1, failed: 0 });
    expect(await client.documents.import(again(), { mode: 'insert' })).toMatchObject({ failed: 1 });
  });

  it('takes a file, and tells what became of its documents', async () => {
    const file = new Blob(['name,depth\nHarbour,4\nBight,60\n']);
    const seen: (string | null)[] = [];
    const description = { name: 'charts/depths.csv', tenant_id: 'import' };
    const onResult = ({ title }: { title: string | null }) => void seen.push(title);
    const sent = await client.documents.importFile(file, description, { onResult });
    expect(sent).toMatchObject({ name: description.name, created: 2, failed: 0 });
    expect(seen).toEqual(['Harbour', 'Bight']);
    expect(await client.documents.importFile(file, description)).toMatchObject({ created: 0, unchanged: 2 });
    const broken = client.documents.importFile('%PDF-1.7', { name: 'broken.pdf', tenant_id: 'import' });
    await expect(broken).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  it('shows the passages of a document', async () => {
    await client.documents.add({ id: 'whole', tenant_id: 'import', title: 'Whole', content: 'One passage.' });
    expect((await client.documents.passages('whole')).data).toEqual([{ start: 0, end: 12, text: 'One passage.' }]);
  });

  it('leaves what is not a document to the service', async () => {
    const strange = [null, undefined, 5, {}] as unknown as { title: string; tenant_id: string }[];
    expect(await client.documents.import(strange)).toMatchObject({ created: 0, failed: 4 });
  });
});

describe('an answer', () => {
  it('arrives as events', async () => {
    const events = [];
    for await (const event of client.answerStream({ query: 'Where do waves break?' })) events.push(event);
    expect(events.map(({ event }) => event).filter((name, i, all) => name !== all[i - 1])).toEqual([
      'sources',
      'delta',
      'done',
    ]);
    const written = events.flatMap((event) => (event.event === 'delta' ? [event.data.text] : [])).join('');
    const last = events.at(-1);
    expect(last?.event === 'done' && last.data.data[0].answer).toBe(written);
    expect((await client.answer({ query: 'Where do waves break?' })).data[0].answer).toBe(written);
  });

  it('can be refused before it begins', async () => {
    const refused = client.answerStream({ query: '' }).next();
    expect((await failureOf(refused, InvalidRequestError)).param).toBe('query');
  });

  it('can be stopped', async () => {
    const stop = new AbortController();
    const events = client.answerStream({ query: 'Where do waves break?' }, { signal: stop.signal });
    await events.next();
    stop.abort(new Error('enough'));
    await expect(events.next()).rejects.toThrow('enough');
  });
});

describe('errors', () => {
  it('have a class, a code and every problem', async () => {
    const wrong = { query: '', search_type: 'hybrid' as const, limit: 1000 };
    const error = await failureOf(client.search(wrong), InvalidRequestError);
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      status: 400,
      type: 'invalid_request_error',
      code: 'parameter_too_short',
      param: 'query',
      problems: [{ param: 'query' }, { param: 'limit', code: 'parameter_too_large' }],
      requestId: expect.any(String),
      attempts: 1,
    });
    expect(error).toBeInstanceOf(SextantError);
  });

  it('tell keys that are unknown from keys that may not', async () => {
    const stranger = new Sextant({ url: shared.service.url, key: 'sk_live_unknown' });
    await failureOf(stranger.versions(), AuthenticationError);
    const { key } = await shared.issueKey({ scopes: 'read', 'rate-limit': '2' });
    const reader = new Sextant({ url: shared.service.url, key, retries: 0 });
    const refused = reader.documents.add({ title: 'T', tenant_id: 't' });
    expect(await failureOf(refused, PermissionDeniedError)).toMatchObject({ code: 'scope_missing' });
    await reader.versions();
    const tooMany = await failureOf(reader.versions(), RateLimitError);
    expect(tooMany.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('tell conflicts from missing language models, which no retry brings', async () => {
    await failureOf(client.documents.add({ id: 'wave-000', tenant_id: 'sea', title: 'T' }), ConflictError);
    const { code, attempts } = await failureOf(client.invokeLlm({ instruction: 'Write.' }), UnavailableError);
    expect({ code, attempts }).toEqual({ code: 'language_model_not_configured', attempts: 1 });
  });

  it('come early for what is not an address, and in time for one where nobody is', async () => {
    expect(() => new Sextant({ url: 'nowhere', key: 'k' })).toThrow();
    const nobody = new Sextant({ url: 'http://127.0.0.1:9', key: 'k', retries: 0 });
    expect(await failureOf(nobody.health(), ConnectionError)).toMatchObject({
      code: 'connection_failed',
      status: null,
    });
  });
});

describe('every endpoint', () => {
  it('of the description has a method, with its method and path', async () => {
    const seen = new Set<string>();
    const recording = new Sextant({
      url: 'http://service',
      key: 'k',
      fetch: async (target, { method = 'GET' } = {}) => {
        seen.add(`${method.toLowerCase()} ${new URL(String(target)).pathname}`);
        return new Response(JSON.stringify({ object: 'import_result', data: [], status: 'ready', token_usage: {} }));
      },
    });
    await callEverything(recording);
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const described = Object.entries<object>(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path.replace('{id}', 'ID').replace('{version}', 'VERSION')}`),
    );
    expect([...seen].sort()).toEqual(described.sort());
  });

  it('that needs no text answers the service as its types say', async () => {
    expect((await client.versions()).versions[0].status).toBe('latest');
    expect((await client.health()).status).toBe('alive');
    expect((await client.readiness()).status).toBe('ready');
    expect(await client.metrics()).toContain('sextant_documents');
    const { times, series } = await client.statistics({ step: '5m' });
    expect(series.requests.search).toHaveLength(times.length);
    expect(await client.activity()).toMatchObject({ object: 'activity_list', data: expect.any(Array) });
    expect((await client.suggest({ query: 'wav' })).data).toHaveLength(5);
    expect((await client.retrieve({ query: 'Where do waves break?' })).data[0].passage).toContain('shore');
    const { data } = await client.analyzeSentiment({ text: ['What a wonderful day!'] });
    expect(data[0].sentiment).toBe('positive');
  });

  it('that this client does not know is sent as it is, and an error is an answer too', async () => {
    expect(await client.openapi()).toHaveProperty('paths./v20241104/search.post');
    const found = await client.request({ path: '/versions' });
    expect([found.status, JSON.parse(found.text).object]).toEqual([200, 'api_versions_result']);
    const headers = { 'Content-Type': 'application/json' };
    const refused = await client.request({ method: 'POST', path: '/v20241104/search', headers, body: '{}' });
    expect([refused.status, JSON.parse(refused.text).error.param]).toEqual([400, 'query']);
  });

  it('about models trains and asks one', async () => {
    await client.models.create({ kind: 'text_classifier', id: 'topics' });
    const lines = Array.from({ length: 20 }, (_, n) => [`Sail number ${n} is torn`, `Soup number ${n} is hot`]);
    const csv = lines.map(([boat, food]) => `${boat},boats\n${food},food\n`).join('');
    const file = { format: 'csv' as const, data: `text,label\n${csv}` };
    const preview = await client.models.versions.previewFile('topics', file);
    expect(preview).toMatchObject({ trainable: true, example_count: 40, label_count: 2 });
    const queued = await client.models.versions.upload('topics', file);
    const trained = await client.models.versions.wait('topics', queued.version);
    expect(trained).toMatchObject({ status: 'ready', example_count: 40 });
    expect(trained.metrics && 'accuracy' in trained.metrics && trained.metrics.accuracy).toBeGreaterThan(0.5);
    const asked = { model_id: 'topics', input: { type: 'text' as const, value: 'The soup is hot' } };
    expect((await client.classify(asked)).data[0].label).toBe('food');
    expect((await client.models.update('topics', { name: 'Topics' })).name).toBe('Topics');
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['topics']);
    expect((await client.models.delete('topics')).deleted).toBe(true);
  });
});

function waves(): string[] {
  return Array.from({ length: 250 }, (_, n) => `wave-${String(n).padStart(3, '0')}`);
}

async function ids(listing: AsyncIterable<{ id: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of listing) found.push(id);
  return found;
}

function countingClient(count: () => void): Sextant {
  const counting: typeof fetch = (...request) => {
    count();
    return fetch(...request);
  };
  return new Sextant({ url: shared.service.url, key: OPERATOR_KEY, fetch: counting });
}

/** One call of each method that sends a request of its own. */
async function callEverything(client: Sextant): Promise<void> {
  const { documents, models } = client;
  const document = { title: 'T', tenant_id: 't' };
  await documents.add(document);
  await documents.get('ID');
  await documents.update('ID', {});
  await documents.delete('ID');
  await documents.browse();
  await documents.filter({ filter: {} });
  await documents.metadataSchema();
  await documents.import([document]);
  await documents.importFile('text', { name: 'a.md', tenant_id: 't' });
  await documents.passages('ID');
  await client.search({ query: 'q', search_type: 'hybrid' });
  await client.multiSearch({ searches: [{ query: 'q', search_type: 'lexical' }] });
  await client.queryLog.browse();
  await client.suggest({ query: 'q' });
  await client.synonyms.add({ equivalent: ['a', 'b'] });
  await client.synonyms.get('ID');
  await client.synonyms.update('ID', { language: null });
  await client.synonyms.delete('ID');
  await client.synonyms.browse();
  await client.curations.add({ query: 'q', match: 'exact', pin: ['a'] });
  await client.curations.get('ID');
  await client.curations.update('ID', { hide: ['a'] });
  await client.curations.delete('ID');
  await client.curations.browse();
  await client.retrieve({ query: 'q' });
  await client.findSimilar({ source_documents: [{ id: 'a' }] });
  await client.findDuplicate({ document_id: 'a' });
  await client.map();
  await client.answer({ query: 'q' });
  await client.invokeLlm({ instruction: 'i' });
  await client.summarize({ document_id: 'a' });
  await client.categorize({ document_id: ['a'], categories: [] });
  await client.analyzeSentiment({ text: ['t'] });
  await client.classify({ model_id: 'm', input: { type: 'text', value: 't' } });
  await client.predict({ model_id: 'm', input: {} });
  await models.create({ kind: 'predictor' });
  await models.list();
  await models.get('ID');
  await models.update('ID', {});
  await models.delete('ID');
  await models.versions.create('ID', { examples: [] });
  await models.versions.preview('ID', { examples: [] });
  await models.versions.wait('ID', 'VERSION');
  await models.versions.cancel('ID', 'VERSION');
  await models.versions.delete('ID', 'VERSION');
  await client.keys.current();
  await client.keys.create({ name: 'n' });
  await client.keys.get('ID');
  await client.keys.rotate('ID');
  await client.keys.revoke('ID');
  await client.keys.browse();
  await client.versions();
  await client.health();
  await client.readiness();
  await client.metrics();
  await client.statistics();
  await client.activity();
}

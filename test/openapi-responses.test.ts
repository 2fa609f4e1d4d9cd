import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiDescription } from './harness/api-description.js';
import { type Answer, answerLines, type Client, type Json, VERSION } from './harness/client.js';
import { eventsOf } from './harness/events.js';
import { LanguageModelServer, refuses, staysSilent } from './harness/language-model-server.js';
import { ServiceUnderTest, useService } from './harness/service-under-test.js';
import { endedVersion } from './harness/trained-models.js';

// Without a language model: a model on this machine would take its time.
const shared = useService({ environment: { SEXTANT_LLM_PROVIDER: 'none' } });
let api: ApiDescription;
let client: Client;

const DOCUMENT = {
  id: 'tides',
  tenant_id: 'sea',
  title: 'How tides work',
  content: 'The Moon pulls the oceans towards it, and they bulge on both sides of the Earth.',
  metadata: { topic: 'oceans', author: { name: 'Ada' }, pages: 12, tags: ['a', 'b'] },
};

beforeAll(async () => {
  client = shared.client;
  api = await ApiDescription.of(client);
  for (const id of ['tides', 'copy', 'gone']) await client.addDocument({ ...DOCUMENT, id });
});

/** The answer, if the description declares its status, its headers and its body. `target` is a method and a path. */
function asDescribed(target: string, answer: Answer): Answer {
  const operation = api.operation(target.replace(/ (?=\/(?!v\d|versions|healthz|readyz|metrics))/, ` ${VERSION}`));
  const place = `${target}: ${answer.status} ${answer.text.slice(0, 300)}`;
  const declared = api.response(operation, answer.status);
  expect(declared, place).toBeDefined();
  const named = Object.keys(declared?.headers ?? {});
  for (const header of [
    'X-Request-Id',
    'Retry-After',
    'Allow',
    'RateLimit-Limit',
    'Idempotency-Replayed',
    'X-Shortened',
  ]) {
    if (answer.headers.has(header)) expect(named, place).toContain(header);
  }
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const media = declared?.content?.[type];
  expect(media, `${place} ${type}`).toBeDefined();
  if (type === 'application/json') {
    const isAsSaid = api.validator(media!.schema);
    expect(isAsSaid(answer.body) || isAsSaid.errors, place).toBe(true);
  }
  return answer;
}

async function posted(path: string, body: Json, target = `post /${path}`): Promise<Answer> {
  return asDescribed(target, await client.post(`${VERSION}/${path}`, body));
}

describe('what the service answers is as the description says', () => {
  it('about documents', async () => {
    expect((await posted('documents', { ...DOCUMENT, id: 'new' })).status).toBe(200);
    expect((await posted('documents', DOCUMENT)).status).toBe(409);
    expect((await posted('documents', { titel: 'T' })).status).toBe(400);
    expect((await posted('documents', { title: 'T', content: 'x'.repeat(2_000_000) })).status).toBe(413);
    const untyped = await client.send(`${VERSION}/documents`, { method: 'POST', body: '{}' });
    expect(asDescribed('post /documents', untyped).status).toBe(415);
    const changes = { metadata: { pages: null }, source_uri: null };
    expect((await posted('documents/tides', changes, 'post /documents/{id}')).status).toBe(200);
    expect(asDescribed('get /documents/{id}', await client.getDocument('tides')).status).toBe(200);
    expect(asDescribed('get /documents/{id}', await client.getDocument('missing')).status).toBe(404);
    expect(asDescribed('delete /documents/{id}', await client.deleteDocument('gone')).status).toBe(200);
    expect((await posted('documents/browse', { sort: [{ id: 'asc' }] })).status).toBe(200);
    expect(asDescribed('get /documents/metadata-schema', await client.metadataSchema()).status).toBe(200);
  });

  it('about imports, line by line', async () => {
    const headers = { 'Idempotency-Key': 'described' };
    const text = `${JSON.stringify(DOCUMENT)}\n{}\n`;
    const isLine = api.component('ImportLine');
    for (const answer of [await client.importText(text, { headers }), await client.importText(text, { headers })]) {
      asDescribed('post /documents/import', answer);
      expect(answerLines(answer)).toHaveLength(3);
      for (const line of answerLines(answer)) expect(isLine(line) || isLine.errors, JSON.stringify(line)).toBe(true);
    }
    expect(asDescribed('get /activity', await client.get(`${VERSION}/activity`)).status).toBe(200);
    const unknownMode = await client.importText(text, { query: '?mode=merge' });
    expect(asDescribed('post /documents/import', unknownMode).status).toBe(400);
  });

  it('about files, line by line', async () => {
    const isLine = api.component('FileImportLine');
    const sent = {
      method: 'POST',
      body: 'name,depth\nHarbour,4\n',
      headers: { 'Content-Type': 'application/octet-stream' },
    };
    const at = (query: string) => client.send(`${VERSION}/documents/import/file${query}`, sent);
    const answer = asDescribed('post /documents/import/file', await at('?name=depths.csv&tenant_id=t'));
    const lines = answerLines(answer);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(isLine(line) || isLine.errors, JSON.stringify(line)).toBe(true);
    expect(asDescribed('post /documents/import/file', await at('?name=depths.pdf&tenant_id=t')).status).toBe(400);
    const passages = await client.send(`${VERSION}/documents/tides/passages`);
    expect(asDescribed('get /documents/{id}/passages', passages).status).toBe(200);
  });

  it.each<[string, Json]>([
    ['search', { query: 'tides', search_type: 'hybrid', facet: ['language'], sort: [{ _score: 'desc' }] }],
    ['search', { query: 'the tides', search_type: 'ai_semantic', multilingual_search: true }],
    ['search', { query: '"no such phrase"', search_type: 'lexical' }],
    ['filter', { filter: { must_not: [{ exists: { field: 'metadata.nothing' } }] } }],
    ['auto-suggest', { query: 'how', filter: {} }],
    ['statistics/browse', { step: '1m' }],
    ['retrieve', { query: 'What moves the oceans?', document_id: ['tides'] }],
    ['find-similar', { source_documents: [{ id: 'tides' }] }],
    ['find-duplicate', { document_id: 'tides' }],
    ['map', { color_by: 'metadata.topic', filter: {} }],
    ['generate-answer', { query: 'What pulls the oceans?' }],
    ['generate-answer', { query: 'hello' }],
    ['summarize', { document_id: 'tides' }],
    ['analyze-sentiment', { document_id: ['tides'] }],
    ['categorize', { document_id: ['tides'], categories: [{ name: 'Sea', description: 'sea '.repeat(30) }] }],
  ])('about %s %j', async (path, body) => {
    expect((await posted(path, body)).status).toBe(200);
    expect((await posted(path, { ...body, unknown: 1 })).status).toBe(400);
  });

  it('about documents that are not there, and a language model that is not', async () => {
    expect((await posted('find-similar', { source_documents: [{ id: 'missing' }] })).status).toBe(404);
    expect((await posted('summarize', { document_id: 'missing' })).status).toBe(404);
    const { status, headers } = await posted('invoke-llm', { instruction: 'Write.' });
    expect([status, headers.get('retry-after')]).toEqual([503, null]);
  });

  it('about streamed answers, event by event', async () => {
    const isEvent = api.component('AnswerEvent');
    const answer = await posted('generate-answer', { query: 'What pulls the oceans?', stream: true });
    const events = eventsOf(answer);
    expect(events.length).toBeGreaterThan(2);
    for (const event of events) expect(isEvent(event) || isEvent.errors, JSON.stringify(event)).toBe(true);
  });

  it('about synonyms and curations, and what they were applied to', async () => {
    const rules = {
      synonyms: { id: 'rule', equivalent: ['tides', 'flood'] },
      curations: { id: 'rule', query: 'flood', match: 'exact', pin: ['copy'], hide: ['new'] },
    };
    for (const [path, rule] of Object.entries(rules)) {
      expect((await posted(path, rule)).status).toBe(200);
      expect((await posted(path, rule)).status).toBe(409);
      expect((await posted(path, {})).status).toBe(400);
      expect((await posted(`${path}/browse`, {})).body.data).toHaveLength(1);
      expect(asDescribed(`get /${path}/{id}`, await client.get(`${VERSION}/${path}/rule`)).status).toBe(200);
      expect(asDescribed(`get /${path}/{id}`, await client.get(`${VERSION}/${path}/none`)).status).toBe(404);
    }
    for (const path of ['search', 'auto-suggest', 'retrieve', 'generate-answer']) {
      const body = { query: 'flood', ...(path === 'search' && { search_type: 'lexical' }) };
      expect((await posted(path, body)).body, path).toHaveProperty('applied_synonyms');
    }
    for (const path of Object.keys(rules)) {
      expect(asDescribed(`delete /${path}/{id}`, await client.delete(`${VERSION}/${path}/rule`)).status).toBe(200);
    }
  });

  it('about models', async () => {
    const labels = ['boats', 'food'].flatMap((label) =>
      Array.from({ length: 10 }, (_, n) => ({ text: `${label} number ${n}`, label })),
    );
    const places = labels.map(({ label }, n) => ({ input: { n, label, sunny: n % 2 === 0 }, label }));
    for (const [id, kind, examples] of [
      ['texts', 'text_classifier', labels],
      ['places', 'predictor', places],
    ] as const) {
      expect((await posted('models', { kind, id })).status).toBe(200);
      expect((await posted('models', { kind, id })).status).toBe(409);
      expect((await posted(`models/${id}/preview`, { examples }, 'post /models/{id}/preview')).status).toBe(200);
      expect((await posted(`models/${id}/versions`, { examples }, 'post /models/{id}/versions')).status).toBe(200);
      const ready = await endedVersion(client, id, 'v1');
      expect(asDescribed('get /models/{id}/versions/{version}', ready).body.status).toBe('ready');
    }
    const input = { type: 'text', value: 'boats' };
    expect((await posted('classify', { model_id: 'texts', input, explain: true })).status).toBe(200);
    expect((await posted('predict', { model_id: 'places', input: { n: 3 }, explain: true })).status).toBe(200);
    expect((await posted('predict', { model_id: 'none', input: {} })).status).toBe(404);
    expect((await posted('models/texts', { name: 'Texts' }, 'post /models/{id}')).status).toBe(200);
    asDescribed('get /models', await client.get(`${VERSION}/models`));
    asDescribed('get /models/{id}', await client.get(`${VERSION}/models/texts`));
    const cancel = 'models/texts/versions/v1/cancel';
    const canceled = await client.send(`${VERSION}/${cancel}`, { method: 'POST' });
    asDescribed('post /models/{id}/versions/{version}/cancel', canceled);
    const inUse = await client.delete(`${VERSION}/models/texts/versions/v1`);
    expect(asDescribed('delete /models/{id}/versions/{version}', inUse).status).toBe(409);
    asDescribed('delete /models/{id}', await client.delete(`${VERSION}/models/texts`));
  });

  it('about keys', async () => {
    const { body: made } = await posted('keys', { name: 'described', scopes: ['read'], tenants: ['sea'] });
    expect((await posted('keys', {})).status).toBe(400);
    expect((await posted('keys/browse', {})).status).toBe(200);
    const path = `${VERSION}/keys/${made.id}`;
    const rotate = () => client.send(`${path}/rotate`, { method: 'POST', headers: { 'Idempotency-Key': 'described' } });
    for (const answer of [await rotate(), await rotate()]) asDescribed('post /keys/{id}/rotate', answer);
    for (const one of [path, `${VERSION}/keys/none`]) asDescribed('get /keys/{id}', await client.get(one));
    asDescribed('get /keys/current', await client.get(`${VERSION}/keys/current`));
    expect(asDescribed('delete /keys/{id}', await client.delete(path)).status).toBe(200);
  });

  it('about limits and methods', async () => {
    const stranger = await client.withKey('sk_live_unknown').get('/versions');
    expect(asDescribed('get /versions', stranger).status).toBe(401);
    const limited = await shared.clientWith({ scopes: 'read', 'rate-limit': '2' });
    const refused = await limited.addDocument(DOCUMENT);
    expect(asDescribed('post /documents', refused).status).toBe(403);
    expect(asDescribed('get /versions', await limited.get('/versions')).status).toBe(200);
    expect(asDescribed('get /versions', await limited.get('/versions')).status).toBe(429);
    const wrongMethod = await client.delete(`${VERSION}/search`);
    expect(asDescribed('post /search', wrongMethod).status).toBe(405);
    expect(asDescribed('get /healthz', await client.get('/healthz')).status).toBe(200);
    expect(asDescribed('get /readyz', await client.get('/readyz')).status).toBe(200);
    expect(asDescribed('get /metrics', await client.get('/metrics')).status).toBe(200);
  });
});

describe('what the service answers about a language model is as the description says', () => {
  const other = new ServiceUnderTest();
  let model: LanguageModelServer;

  beforeAll(async () => {
    model = await LanguageModelServer.start();
    await other.start({ environment: { ...model.settings, SEXTANT_LLM_TIMEOUT: '1' } });
  });
  afterAll(async () => {
    await other.end();
    await model.close();
  });

  it('whether it writes, fails or stays silent', async () => {
    const invoke = async () => asDescribed('post /invoke-llm', await other.client.invokeLlm({ instruction: 'Write.' }));
    expect((await invoke()).status).toBe(200);
    model.otherwise = refuses(401, {});
    expect((await invoke()).status).toBe(502);
    model.otherwise = staysSilent;
    expect((await invoke()).status).toBe(504);
  });
});

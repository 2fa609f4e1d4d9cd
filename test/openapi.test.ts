import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiDescription, type Media, type Operation } from './harness/api-description.js';
import { VERSION } from './harness/client.js';
import { useService } from './harness/service-under-test.js';

// Without a language model: a model on this machine would take its time.
const shared = useService({ environment: { SEXTANT_LLM_PROVIDER: 'none' } });
let api: ApiDescription;
let description: ApiDescription['text'];
let operations: ApiDescription['operations'];

beforeAll(async () => {
  api = await ApiDescription.of(shared.client);
  ({ text: description, operations } = api);
});

function contents(operation: Operation): [string, Media][] {
  const answers = Object.keys(operation.responses).flatMap((status) =>
    Object.entries(api.response(operation, status)?.content ?? {}),
  );
  return [...Object.entries(operation.requestBody?.content ?? {}), ...answers];
}

function examplesOf({ schema, example, examples }: Media): unknown[] {
  const named = Object.values(examples ?? {}).map(({ value }) => value);
  return [...(schema.examples ?? []), ...named, ...(example === undefined ? [] : [example])];
}

describe('the description of the API', () => {
  it('is JSON, OpenAPI 3.1, and has no envelope', async () => {
    const answer = await shared.client.get(`${VERSION}/openapi.json`);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(description.openapi).toMatch(/^3\.1\.\d+$/);
    expect(description.info).toMatchObject({ title: 'Sextant', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(answer.body).not.toHaveProperty('livemode');
  });

  it('has every endpoint and nothing else', () => {
    expect(operations.map(([name]) => name).sort()).toEqual(
      [
        ...['get /versions', 'get /healthz', 'get /readyz', 'get /metrics'],
        ...['get', 'post'].flatMap((method) => [`${method} ${VERSION}/models`, `${method} ${VERSION}/models/{id}`]),
        `delete ${VERSION}/models/{id}`,
        `post ${VERSION}/models/{id}/preview`,
        `post ${VERSION}/models/{id}/versions`,
        `get ${VERSION}/models/{id}/versions/{version}`,
        `delete ${VERSION}/models/{id}/versions/{version}`,
        `post ${VERSION}/models/{id}/versions/{version}/cancel`,
        `post ${VERSION}/classify`,
        `post ${VERSION}/predict`,
        `post ${VERSION}/documents`,
        `get ${VERSION}/documents/{id}`,
        `post ${VERSION}/documents/{id}`,
        `delete ${VERSION}/documents/{id}`,
        `post ${VERSION}/documents/browse`,
        `post ${VERSION}/documents/import`,
        `post ${VERSION}/documents/import/file`,
        `get ${VERSION}/documents/{id}/passages`,
        `get ${VERSION}/documents/metadata-schema`,
        ...['synonyms', 'curations'].flatMap((rules) => [
          `post ${VERSION}/${rules}`,
          `get ${VERSION}/${rules}/{id}`,
          `post ${VERSION}/${rules}/{id}`,
          `delete ${VERSION}/${rules}/{id}`,
          `post ${VERSION}/${rules}/browse`,
        ]),
        `get ${VERSION}/keys/current`,
        `post ${VERSION}/keys`,
        `post ${VERSION}/keys/browse`,
        `get ${VERSION}/keys/{id}`,
        `delete ${VERSION}/keys/{id}`,
        `post ${VERSION}/keys/{id}/rotate`,
        `post ${VERSION}/filter`,
        `post ${VERSION}/search`,
        `post ${VERSION}/multi-search`,
        `post ${VERSION}/query-log/browse`,
        `post ${VERSION}/statistics/browse`,
        `get ${VERSION}/activity`,
        `post ${VERSION}/retrieve`,
        `post ${VERSION}/auto-suggest`,
        `post ${VERSION}/find-similar`,
        `post ${VERSION}/analyze-sentiment`,
        `post ${VERSION}/categorize`,
        `post ${VERSION}/find-duplicate`,
        `post ${VERSION}/generate-answer`,
        `post ${VERSION}/map`,
        `post ${VERSION}/invoke-llm`,
        `post ${VERSION}/summarize`,
      ].sort(),
    );
  });

  it('names every operation once and says what it does', () => {
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
    for (const [name, { summary, description: text, tags }] of operations) {
      expect(summary.length, name).toBeGreaterThan(5);
      expect(text.length, name).toBeGreaterThan(10);
      expect(tags, name).toHaveLength(1);
    }
  });

  it('declares every parameter of a path', () => {
    for (const [name, { parameters = [] }] of operations) {
      const named = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(
        named,
      );
    }
  });

  it('asks for a key', () => {
    expect(description.components.securitySchemes).toEqual({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
    expect(description.security).toEqual([{ apiKey: [] }]);
    const open = operations.filter(([, { security }]) => security?.length === 0).map(([name]) => name);
    expect(open.sort()).toEqual(['get /healthz', 'get /readyz']);
  });

  it('has an example for every body, sent and answered, that its own schema takes', () => {
    for (const [name, operation] of operations) {
      const bodies = [
        ...Object.values(operation.requestBody?.content ?? {}),
        ...Object.values(api.response(operation, 200)?.content ?? {}),
      ];
      for (const media of bodies) {
        const examples = examplesOf(media);
        expect(examples.length, name).toBeGreaterThan(0);
        const validate = api.validator(media.schema);
        for (const example of examples) expect(validate(example) || validate.errors, name).toBe(true);
      }
    }
  });

  it('refers only to what it defines', () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    const { components } = description;
    for (const [, kind, name] of references) expect(components).toHaveProperty([kind, name]);
    const used = new Set(references.map(([, kind, name]) => `${kind}/${name}`));
    const defined = (['schemas', 'responses', 'headers'] as const).flatMap((kind) =>
      Object.keys(components[kind]).map((name) => `${kind}/${name}`),
    );
    expect(defined.filter((name) => !used.has(name))).toEqual([]);
  });

  it('tells of the errors of every operation', () => {
    for (const [name, { responses, requestBody, security }] of operations) {
      const ofKeys = security?.length === 0 ? [] : ['401', '403', '429', '500', '503'];
      // An import may be of any length.
      const ofBodies = name.endsWith('/import') ? ['415'] : ['413', '415'];
      const statuses = ['200', '400', '405', '431', ...ofKeys, ...(requestBody === undefined ? [] : ofBodies)];
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(statuses));
    }
    const statusesOf = (wanted: string) =>
      Object.keys(operations.find(([name]) => name === wanted)?.[1].responses ?? {});
    for (const path of [
      'generate-answer',
      'invoke-llm',
      'summarize',
      'categorize',
      'search',
      'retrieve',
      'documents',
    ]) {
      expect(statusesOf(`post ${VERSION}/${path}`)).toEqual(expect.arrayContaining(['502', '504']));
    }
    expect(statusesOf(`post ${VERSION}/documents`)).toContain('409');
    expect(statusesOf(`delete ${VERSION}/models/{id}/versions/{version}`)).toContain('409');
    expect(statusesOf('get /readyz')).toContain('503');
  });

  it('has only schemas that are valid', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'root', components: description.components });
    for (const [name, operation] of operations) {
      for (const [, { schema }] of contents(operation)) {
        if ('$ref' in schema) continue;
        expect(ajv.validateSchema(schema), name).toBe(true);
      }
    }
  });

  const FILTER = {
    must: [
      { term: { 'metadata.topic': 'law' } },
      { terms: { language: ['en', 'de'] } },
      { range: { created_at: { gte: '2024-11', lt: 'now-7d/d' } } },
      { exists: { field: 'title' } },
      { bool: { should: [{ prefix: { id: 'a' } }, { wildcard: { id: '*b?' } }], minimum_should_match: '75%' } },
    ],
    must_not: [{ match: { title: 'harbour' } }, { ids: { values: ['x'] } }],
    minimum_should_match: null,
  };
  const FACETS = [
    { field: 'metadata.topic', name: 'topics', size: 3, order_by: 'value', order: 'asc', exclude_own_filter: true },
    { field: 'metadata.pages', name: 'ranges', type: 'range', ranges: [{ key: 'few', to: 10 }, { from: 10 }] },
    { field: 'metadata.pages', type: 'histogram', interval: 5 },
    { field: 'created_at', type: 'date_histogram', interval: 'month' },
    { field: 'metadata.pages', name: 'stats', type: 'stats' },
  ];
  it('knows filters, sorts and facets, as they are sent and as they are answered', async () => {
    await shared.client.addDocument({ title: 'A', tenant_id: 't', metadata: { topic: 'law', pages: 12 } });
    const sort = [{ created_at: 'asc' }, { 'metadata.pages': { order: 'desc', missing: '_first' } }];
    const asked = { sort, facet: ['language'], facet_advanced: FACETS };
    const sent: [string, object][] = [
      ['search', { query: 'A', search_type: 'lexical', filter: FILTER, ...asked }],
      ['filter', { filter: {}, ...asked }],
      ['filter', { filter: FILTER }],
    ];
    for (const [path, body] of sent) {
      const operation = description.paths[`${VERSION}/${path}`].post;
      const takes = api.validator(operation.requestBody!.content['application/json'].schema);
      expect(takes(body) || takes.errors, path).toBe(true);
      const answer = await shared.client.post(`${VERSION}/${path}`, body);
      expect(answer.status, answer.text).toBe(200);
      const gives = api.validator(api.response(operation, 200)!.content!['application/json'].schema);
      expect(gives(answer.body) || gives.errors, path).toBe(true);
    }
  });

  it.each([
    { filter: { must: { term: { id: 'a' } } } },
    { filter: { must: [{ term: { id: 'a' }, ids: { values: [] } }] } },
    { filter: { must: [{ fuzzy: { id: 'a' } }] } },
    { filter: { must: [{ range: { created_at: {} } }] } },
    { filter: { must: [{ bool: { nothing: [] } }] } },
    { filter: {}, sort: [{ created_at: 'up' }] },
    { filter: {}, sort: [{ created_at: { order: 'asc', mode: 'min' } }] },
    { filter: {}, facet: [5] },
    { filter: {}, facet_advanced: [{ field: 'created_at', type: 'histogram' }] },
    { filter: {}, facet_advanced: [{ field: 'created_at', type: 'date_histogram', interval: 'moon' }] },
    { filter: {}, facet_advanced: [{ name: 'no field' }] },
  ])('refuses what the service refuses: %j', async (body) => {
    const operation = description.paths[`${VERSION}/filter`].post;
    expect(api.validator(operation.requestBody!.content['application/json'].schema)(body)).toBe(false);
    expect((await shared.client.post(`${VERSION}/filter`, body)).status).toBe(400);
  });

  it('takes for its examples what the service takes', async () => {
    for (const [name, operation] of operations) {
      const json = operation.requestBody?.content['application/json'];
      if (json === undefined) continue;
      const path = name.split(' ')[1].replace('{id}', 'missing');
      for (const example of examplesOf(json)) {
        const { status, body } = await shared.client.post(path, example);
        const accepted = [200, 404].includes(status) || body.error.code === 'language_model_not_configured';
        expect(accepted, `${name}: ${status}`).toBe(true);
      }
    }
  });
});

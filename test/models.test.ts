import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Json, VERSION } from './harness/client.js';
import { expectError, expectProblems, expectSuccess, ISO_UTC } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const MODELS = `${VERSION}/models`;
const create = (model: object, headers = {}) => shared.client.post(MODELS, model, headers);

describe('creating a model', () => {
  it('answers with the model, everything filled in', async () => {
    const answer = await create({ kind: 'text_classifier', id: 'topics', name: 'Topics', tenant_id: 'acme' });
    expectSuccess(answer, 'model');
    expect(answer.body).toEqual({
      object: 'model',
      url: MODELS,
      id: 'topics',
      kind: 'text_classifier',
      name: 'Topics',
      description: null,
      tenant_id: 'acme',
      default_version: null,
      versions: [],
      created_at: expect.stringMatching(ISO_UTC),
      updated_at: expect.stringMatching(ISO_UTC),
      token_usage: expect.anything(),
      livemode: true,
    });
  });

  it('assigns an id where none is sent', async () => {
    const { body } = await create({ kind: 'predictor' });
    expect(body).toMatchObject({ id: expect.stringMatching(/^[A-Za-z0-9_-]{1,128}$/), name: null, tenant_id: null });
    expectSuccess(await shared.client.get(`${MODELS}/${body.id}`), 'model');
  });

  it('refuses an id that is taken', async () => {
    await create({ kind: 'predictor', id: 'taken' });
    expectError(await create({ kind: 'predictor', id: 'taken' }), 409, 'model_exists');
  });

  it('reports everything that is wrong at once', async () => {
    expectProblems(await create({}), { kind: 'parameter_missing' });
    const answer = await create({ kind: 'oracle', id: 'no spaces', name: '', tenant_id: '', colour: 'red' });
    expectProblems(answer, {
      kind: 'parameter_invalid',
      id: 'parameter_invalid',
      name: 'parameter_too_short',
      tenant_id: 'parameter_too_short',
      colour: 'parameter_unknown',
    });
  });

  it('is done once for an idempotency key', async () => {
    const send = () => create({ kind: 'predictor' }, { 'Idempotency-Key': 'once' });
    const [first, second] = [await send(), await send()];
    expect(second.body.id).toBe(first.body.id);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const other = await create({ kind: 'text_classifier' }, { 'Idempotency-Key': 'once' });
    expectError(other, 409, 'idempotency_mismatch');
  });
});

describe('a stored model', () => {
  it('can be changed field by field', async () => {
    await create({ kind: 'predictor', id: 'changing', name: 'Old', description: 'What it is for' });
    const renamed = await shared.client.post(`${MODELS}/changing`, { name: 'New' });
    expectSuccess(renamed, 'model');
    expect(renamed.body).toMatchObject({ name: 'New', description: 'What it is for' });
    const cleared = await shared.client.post(`${MODELS}/changing`, { description: null });
    expect(cleared.body).toMatchObject({ name: 'New', description: null });
    expect((await shared.client.get(`${MODELS}/changing`)).body).toMatchObject({ name: 'New', description: null });
  });

  it('keeps what it is: kind, id and owner', async () => {
    await create({ kind: 'predictor', id: 'fixed' });
    const answer = await shared.client.post(`${MODELS}/fixed`, { kind: 'text_classifier', tenant_id: 'other' });
    expectProblems(answer, { kind: 'parameter_unknown', tenant_id: 'parameter_unknown' });
  });

  it('can have no version as its default that it does not have', async () => {
    await create({ kind: 'predictor', id: 'empty' });
    const answer = await shared.client.post(`${MODELS}/empty`, { default_version: 'v1' });
    expectError(answer, 404, 'model_version_not_found');
    expectProblems(await shared.client.post(`${MODELS}/empty`, { default_version: 'default' }), {
      default_version: 'parameter_invalid',
    });
  });

  it('is listed, newest first, until it is deleted', async () => {
    await create({ kind: 'predictor', id: 'older' });
    await create({ kind: 'predictor', id: 'newer' });
    const listed = await shared.client.get(MODELS);
    expectSuccess(listed, 'model_list');
    const ids = listed.body.data.map(({ id }) => id);
    expect(ids.indexOf('newer')).toBeLessThan(ids.indexOf('older'));
    const deleted = await shared.client.delete(`${MODELS}/newer`);
    expectSuccess(deleted, 'model');
    expect(deleted.body).toMatchObject({ id: 'newer', deleted: true });
    expectError(await shared.client.get(`${MODELS}/newer`), 404, 'model_not_found');
    expectError(await shared.client.delete(`${MODELS}/newer`), 404, 'model_not_found');
    expectError(await shared.client.post(`${MODELS}/newer`, {}), 404, 'model_not_found');
    expect((await shared.client.get(MODELS)).body.data.map(({ id }) => id)).not.toContain('newer');
  });

  it('is not found under what can be no id', async () => {
    for (const id of ['no%20spaces', 'x'.repeat(129), '%00']) {
      expectError(await shared.client.get(`${MODELS}/${id}`), 404, 'model_not_found');
    }
  });
});

interface Preview {
  samples: Json[];
  refused: { count: number; listed: Json[] };
  problems: Json[];
  warnings: Json[];
}

describe('a preview of examples', () => {
  const previewIn = ({ body }: Answer) => body as unknown as Preview;
  const preview = (id: string, type: string, body: string, query = '') =>
    shared.client.send(`${MODELS}/${id}/preview${query}`, { method: 'POST', body, headers: { 'Content-Type': type } });

  beforeAll(async () => {
    await shared.client.post(MODELS, { kind: 'predictor', id: 'preview-rows' });
    await shared.client.post(MODELS, { kind: 'text_classifier', id: 'preview-texts' });
  });

  it('tells the fields of a table, their types, and what is odd about them', async () => {
    const row = (n: number) =>
      `C-${n}x,${n % 7},${n % 2 ? 'monthly' : 'yearly'},EU,${n < 5 ? n : ''},${n % 2 ? 'leaves' : 'stays'}`;
    const table = `customer,months,contract,region,rating,outcome\n${Array.from({ length: 60 }, (_, n) => row(n)).join('\n')}`;
    const answer = await preview('preview-rows', 'text/csv', table, '?label_field=outcome');
    expectSuccess(answer, 'example_preview');
    expect(answer.body).toMatchObject({
      ...{ id: 'preview-rows', kind: 'predictor', trainable: true, example_count: 60, target: 'labels' },
      columns: ['customer', 'months', 'contract', 'region', 'rating', 'outcome'],
      labels: [
        { label: 'leaves', count: 30 },
        { label: 'stays', count: 30 },
      ],
      fields: [
        { name: 'customer', type: 'identifier', distinct_count: 60 },
        { name: 'months', type: 'number', missing: 0, distinct_count: 7 },
        { name: 'contract', type: 'category', values: ['monthly', 'yearly'] },
        { name: 'region', type: 'category', distinct_count: 1 },
        { name: 'rating', type: 'number', missing: 0.9167 },
      ],
      ...{ refused: { count: 0, listed: [] }, problems: [] },
    });
    expect(previewIn(answer).samples[0]).toMatchObject({ input: { customer: 'C-0x', months: '0' }, label: 'stays' });
    expect(previewIn(answer).warnings.map(({ code, field }) => [code, field])).toEqual([
      ['identifier_field', 'customer'],
      ['constant_field', 'region'],
      ['mostly_missing_field', 'rating'],
    ]);
  });

  it('reads on after lines that a training would refuse, and names the first of them', async () => {
    const good = ['a', 'b'].flatMap((label) => [1, 2].map((n) => JSON.stringify({ text: `${label} ${n}`, label })));
    const bad = Array.from({ length: 30 }, () => '{"text":""}');
    const answer = await preview('preview-texts', 'application/x-ndjson', [...bad, 'no json', ...good].join('\n'));
    expect(answer.body).toMatchObject({
      trainable: false,
      example_count: 4,
      fields: null,
      columns: null,
      problems: [],
    });
    expect(previewIn(answer).refused.count).toBe(31);
    expect(previewIn(answer).refused.listed).toHaveLength(20);
    expect(previewIn(answer).refused.listed[0]).toMatchObject({ example: 0, code: 'parameter_too_short' });
    expect(previewIn(answer).warnings.map(({ code }) => code)).toEqual(['few_examples', 'rare_labels']);
  });

  it('says why a training would be refused, and what columns there are instead', async () => {
    const noLabel = await preview('preview-texts', 'text/csv', 'text,topic\nHello,greeting\n');
    expect(noLabel.body).toMatchObject({ trainable: false, columns: ['text', 'topic'], example_count: 0 });
    expect(previewIn(noLabel).problems[0]).toMatchObject({ param: 'label', code: 'parameter_missing' });
    const otherTable = await preview('preview-texts', 'text/csv', 'area,text,text,label\n90,Hi,Hi,greeting\n');
    expect(previewIn(otherTable).problems).toMatchObject([
      { param: 'area', message: 'Remove the column "area": a text classifier learns from text and label alone.' },
      { param: 'text', message: 'The header has the column "text" twice.' },
    ]);
    const one = await preview(
      'preview-texts',
      'text/csv',
      'text,topic\nHi,greeting\nHi,greeting\n',
      '?label_field=topic',
    );
    expect(one.body).toMatchObject({ trainable: false, problems: [{ code: 'too_few_items' }] });
    const numbers = Array.from({ length: 30 }, (_, n) => ({ input: { n }, label: n * 1.5 }));
    const json = await shared.client.post(`${MODELS}/preview-rows/preview`, { examples: numbers });
    expect(json.body).toMatchObject({ trainable: true, target: 'number', labels: [], label_count: 0 });
  });

  it('refuses what is no list of examples, and a model that there is not', async () => {
    const wrong = await shared.client.post(`${MODELS}/preview-rows/preview`, { documents: {} });
    expectProblems(wrong, { examples: 'parameter_missing', documents: 'parameter_unknown' });
    expectError(await preview('preview-rows', 'application/json', '{'), 400, 'json_malformed');
    expectError(await preview('no-such-model', 'text/csv', 'text,label\na,b\n'), 404, 'model_not_found');
    const model = await shared.client.get(`${MODELS}/preview-rows`);
    expect(model.body).toMatchObject({ versions: [], default_version: null });
  });
});

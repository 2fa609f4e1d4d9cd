import { describe, expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
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

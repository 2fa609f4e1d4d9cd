import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, VERSION } from './harness/client.js';
import { expectError, expectProblems } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const shared = useService();
const MODELS = `${VERSION}/models`;
let ofAcme: Client;
let ofBoth: Client;
let test: Client;

beforeAll(async () => {
  ofAcme = await shared.clientWith({ tenants: 'acme' });
  ofBoth = await shared.clientWith({ tenants: 'acme,globex' });
  test = await shared.clientWith({ mode: 'test' });
  for (const tenant_id of ['acme', 'globex', null]) {
    await shared.client.post(MODELS, { kind: 'predictor', id: `of-${tenant_id ?? 'nobody'}`, tenant_id });
  }
});

const listed = async (client: Client) => (await client.get(MODELS)).body.data.map(({ id }) => id).sort();

describe('a key that is bound to tenants', () => {
  it('lists the models of its tenants alone', async () => {
    expect(await listed(ofAcme)).toEqual(['of-acme']);
    expect(await listed(ofBoth)).toEqual(['of-acme', 'of-globex']);
    expect(await listed(shared.client)).toEqual(['of-acme', 'of-globex', 'of-nobody']);
  });

  it('takes foreign models, and those of nobody, for unknown ones', async () => {
    const unknown = await ofAcme.get(`${MODELS}/of-globexx`);
    for (const id of ['of-globex', 'of-nobody']) {
      for (const answer of [
        await ofAcme.get(`${MODELS}/${id}`),
        await ofAcme.post(`${MODELS}/${id}`, { name: 'mine' }),
        await ofAcme.delete(`${MODELS}/${id}`),
        await ofAcme.post(`${MODELS}/${id}/preview`, { examples: [] }),
      ]) {
        expectError(answer, 404, 'model_not_found');
        expect(answer.body.error.message.replace(id, '')).toBe(unknown.body.error.message.replace('of-globexx', ''));
      }
    }
  });

  it('makes models for its tenants alone', async () => {
    const refused = await ofAcme.post(MODELS, { kind: 'predictor', tenant_id: 'globex' });
    expectError(refused, 403, 'tenant_not_allowed');
    const own = await ofAcme.post(MODELS, { kind: 'predictor', id: 'made-by-acme' });
    expect(own.body.tenant_id).toBe('acme');
    expectProblems(await ofBoth.post(MODELS, { kind: 'predictor' }), { tenant_id: 'parameter_missing' });
    await ofAcme.delete(`${MODELS}/made-by-acme`);
  });

  it('learns that an id is taken, whoever holds it', async () => {
    expectError(await ofAcme.post(MODELS, { kind: 'predictor', id: 'of-globex' }), 409, 'model_exists');
  });
});

describe('a test key', () => {
  it('has models of its own', async () => {
    expect(await listed(test)).toEqual([]);
    expect((await test.post(MODELS, { kind: 'predictor', id: 'of-acme' })).body.livemode).toBe(false);
    expect(await listed(test)).toEqual(['of-acme']);
    await test.delete(`${MODELS}/of-acme`);
    expect(await listed(shared.client)).toContain('of-acme');
  });
});

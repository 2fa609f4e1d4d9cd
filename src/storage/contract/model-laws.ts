import { expect } from 'vitest';
import type { Model, ModelVersion } from '../../domain/model/model.js';
import type { LawBook } from './law-book.js';

function modelWith(id: string, fields: Partial<Model> = {}): Model {
  return {
    id,
    kind: 'predictor',
    name: null,
    description: null,
    tenantId: null,
    defaultVersion: null,
    versions: [],
    versionCount: 0,
    createdAt: 1,
    updatedAt: 1,
    ...fields,
  };
}

function versionWith(modelId: string, version: string, fields: Partial<ModelVersion> = {}): ModelVersion {
  return {
    modelId,
    version,
    status: 'queued',
    makeDefault: true,
    examples: { kind: 'gone' },
    exampleCount: 0,
    labels: [],
    trained: null,
    error: null,
    weightPieces: 0,
    createdAt: 1,
    readyAt: null,
    ...fields,
  };
}

/** Models, their versions and weights. */
export function modelLaws({ law, open, newPlace }: LawBook): void {
  law('keeps models, versions and weights, apart for each mode, when it is closed and opened again', async () => {
    const place = newPlace();
    const storage = await open(place);
    const model = modelWith('a', { versions: [{ version: 'v1', status: 'ready' }] });
    const put = versionWith('a', 'v1', { weightPieces: 2 });
    await storage.models('live').putWeights(put, 0, Buffer.from('first'));
    await storage.models('live').putWeights(put, 1, Buffer.from('second'));
    await storage.models('live').write({ id: 'a', decide: () => ({ model, put }) });
    await storage.close();
    const again = await open(place);
    const models = again.models('live');
    expect(await models.get('a')).toEqual(model);
    expect(await models.list()).toEqual([model]);
    expect(await models.version('a', 'v1')).toEqual(put);
    expect((await models.weights(put, 1))?.toString()).toBe('second');
    expect(await again.models('test').get('a')).toBeNull();
  });

  law('leaves a model as it is when a decision throws', async () => {
    const models = (await open()).models('live');
    const refuse = () => {
      throw new Error('no');
    };
    await expect(models.write({ id: 'a', decide: refuse })).rejects.toThrow('no');
    expect(await models.count()).toBe(0);
  });

  law('removes a version with its weights, and a model with all of its versions', async () => {
    const models = (await open()).models('live');
    const versions = ['v1', 'v2'].map((version) => versionWith('a', version, { weightPieces: 1 }));
    const model = modelWith('a', { versions: versions.map(({ version, status }) => ({ version, status })) });
    for (const put of versions) {
      await models.putWeights(put, 0, Buffer.from('weights'));
      await models.write({ id: 'a', decide: () => ({ model, put }) });
    }
    await models.write({ id: 'a', decide: () => ({ model, remove: 'v1' }) });
    expect([await models.version('a', 'v1'), await models.weights(versions[0], 0)]).toEqual([null, null]);
    expect(await models.weights(versions[1], 0)).not.toBeNull();
    await models.write({ id: 'a', decide: () => ({ model: null }) });
    expect([await models.get('a'), await models.version('a', 'v2'), await models.weights(versions[1], 0)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  law('shows a decision what earlier ones have stored, and resolves with what was decided', async () => {
    const models = (await open()).models('live');
    const add = (put: ModelVersion) =>
      models.write({
        id: 'a',
        decide: (current, version) => ({
          model: modelWith('a'),
          put,
          seen: [current?.id ?? null, version('v1')?.version ?? null],
        }),
      });
    const decided = await Promise.all([add(versionWith('a', 'v1')), add(versionWith('a', 'v2'))]);
    expect(decided.map(({ seen }) => seen)).toEqual([
      [null, null],
      ['a', 'v1'],
    ]);
  });

  law('stores the idempotency record of a model in the same commit', async () => {
    const storage = await open();
    const record = { fingerprint: 'f', body: '{}', createdAt: 5 };
    const write = (id: string, decide: () => { model: Model }) =>
      storage.models('live').write({ id, decide, idempotency: () => ({ key: `key ${id}`, record }) });
    await write('a', () => ({ model: modelWith('a') }));
    await expect(
      write('b', () => {
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await storage.idempotency.get('key a')).toEqual(record);
    expect(await storage.idempotency.get('key b')).toBeNull();
  });
}

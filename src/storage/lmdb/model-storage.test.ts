import { afterEach, describe, expect, it } from 'vitest';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import type { Model, ModelVersion } from '../../domain/model/model.js';

const scratch = new ScratchStorages();
afterEach(() => scratch.cleanUp());

function modelWith(id: string, fields: Partial<Model> = {}): Model {
  return {
    ...{ id, kind: 'predictor', name: null, description: null, tenantId: null, defaultVersion: null },
    ...{ versions: [], versionCount: 0, createdAt: 1, updatedAt: 1, ...fields },
  };
}

function versionWith(modelId: string, version: string, fields: Partial<ModelVersion> = {}): ModelVersion {
  return {
    ...{ modelId, version, status: 'queued', makeDefault: true, examples: { kind: 'gone' }, exampleCount: 0 },
    ...{ labels: [], trained: null, error: null, weightPieces: 0, createdAt: 1, readyAt: null, ...fields },
  };
}

describe('model storage', () => {
  it('keeps models, versions and weights across a restart, apart for each mode', async () => {
    const folder = scratch.newFolder();
    const storage = await scratch.open(folder);
    const model = modelWith('a', { versions: [{ version: 'v1', status: 'ready' }] });
    const put = versionWith('a', 'v1', { weightPieces: 2 });
    await storage.models('live').putWeights(put, 0, Buffer.from('first'));
    await storage.models('live').putWeights(put, 1, Buffer.from('second'));
    await storage.models('live').write({ id: 'a', decide: () => ({ model, put }) });
    await storage.close();
    const models = (await scratch.open(folder)).models('live');
    expect(models.get('a')).toEqual(model);
    expect(models.list()).toEqual([model]);
    expect(models.version('a', 'v1')).toEqual(put);
    expect(models.weights(put, 1)?.toString()).toBe('second');
  });

  it('leaves everything as it is when a decision throws', async () => {
    const models = (await scratch.open()).models('live');
    const refuse = () => {
      throw new Error('no');
    };
    await expect(models.write({ id: 'a', decide: refuse })).rejects.toThrow('no');
    expect(models.count()).toBe(0);
  });

  it('removes a version with its weights, and a model with all of its versions', async () => {
    const models = (await scratch.open()).models('live');
    const versions = ['v1', 'v2'].map((version) => versionWith('a', version, { weightPieces: 1 }));
    const model = modelWith('a', { versions: versions.map(({ version, status }) => ({ version, status })) });
    for (const put of versions) {
      await models.putWeights(put, 0, Buffer.from('weights'));
      await models.write({ id: 'a', decide: () => ({ model, put }) });
    }
    await models.write({ id: 'a', decide: () => ({ model, remove: 'v1' }) });
    expect([models.version('a', 'v1'), models.weights(versions[0], 0)]).toEqual([null, null]);
    expect(models.weights(versions[1], 0)).not.toBeNull();
    await models.write({ id: 'a', decide: () => ({ model: null }) });
    expect([models.get('a'), models.version('a', 'v2'), models.weights(versions[1], 0)]).toEqual([null, null, null]);
  });

  it('shows a decision what earlier ones of the same commit have stored', async () => {
    const models = (await scratch.open()).models('live');
    const seen: unknown[] = [];
    const add = (put: ModelVersion) =>
      models.write({
        id: 'a',
        decide: (current, version) => {
          seen.push([current?.id ?? null, version('v1')?.version ?? null]);
          return { model: modelWith('a'), put };
        },
      });
    await Promise.all([add(versionWith('a', 'v1')), add(versionWith('a', 'v2'))]);
    expect(seen).toEqual([
      [null, null],
      ['a', 'v1'],
    ]);
  });
});

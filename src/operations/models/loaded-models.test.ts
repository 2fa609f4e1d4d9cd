import { afterEach, describe, expect, it } from 'vitest';
import { modelWith, versionWith } from '../../../testing/sample-models.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import type { ModelVersion } from '../../domain/model/model.js';
import type { TextClassifier } from '../../learning/text-classifier/model.js';
import { writeTextClassifier } from '../../learning/text-classifier/model.js';
import type { ModelStorage } from '../../storage/storage.js';
import { LoadedModels } from './loaded-models.js';

const scratch = new ScratchStorages();
afterEach(() => scratch.cleanUp());

const MODEL: TextClassifier = {
  labels: ['a', 'b'],
  dimensions: 2,
  gramWeight: 1,
  temperature: 1,
  seen: [1, 1],
  vocabulary: { hashes: Uint32Array.of(1, 2), idf: Float32Array.of(1, 1) },
  weights: { outputs: 2, weights: Float32Array.from({ length: 10 }, (_, i) => i / 10) },
  neighbours: null,
};
const BYTES = Buffer.from(writeTextClassifier(MODEL));
const FIRST_PIECE = (BYTES.length >> 1) + 3;

function versionOf(version: string, createdAt = 1): ModelVersion {
  return versionWith({ version, createdAt, status: 'ready', weightPieces: 2 });
}

/** Where `loadedModels` reads. */
let opened: ModelStorage;

async function register(version: ModelVersion): Promise<void> {
  const model = modelWith({ kind: 'text_classifier', versions: [{ version: version.version, status: 'ready' }] });
  await opened.write({ id: 'm', decide: () => ({ model, put: version }) });
}

/** Nothing of a version is read before `heldUp` resolves for it. */
async function loadedModels(
  maxBytes?: number,
  heldUp: (version: string) => Promise<void> = async () => {},
): Promise<LoadedModels> {
  const models = (await scratch.open()).models('live');
  opened = models;
  for (const version of ['v1', 'v2', 'v3', 'v4']) {
    // Two pieces, the first one larger and of an odd length.
    await models.putWeights(versionOf(version), 0, BYTES.subarray(0, FIRST_PIECE));
    await models.putWeights(versionOf(version), 1, BYTES.subarray(FIRST_PIECE));
  }
  const weights = models.weights.bind(models);
  models.weights = async (key, piece) => {
    await heldUp(key.version);
    return weights(key, piece);
  };
  return new LoadedModels(() => models, maxBytes);
}

describe('models in memory', () => {
  it('are read from the store once', async () => {
    const loaded = await loadedModels();
    const [first, second] = await Promise.all([
      loaded.textClassifier('live', versionOf('v1')),
      loaded.textClassifier('live', versionOf('v1')),
    ]);
    expect(first).toEqual(MODEL);
    expect(second).toBe(first);
  });

  it('make room for others, the least recently used first', async () => {
    const loaded = await loadedModels(BYTES.length + 10);
    const first = await loaded.textClassifier('live', versionOf('v1'));
    await loaded.textClassifier('live', versionOf('v2'));
    expect(await loaded.textClassifier('live', versionOf('v1'))).not.toBe(first);
  });

  it('are not dropped while they are read, and are counted once they have been', async () => {
    let letFirstBeRead = () => {};
    const firstMayBeRead = new Promise<void>((resolve) => {
      letFirstBeRead = resolve;
    });
    const heldUp = async (version: string) => {
      if (version === 'v1') await firstMayBeRead;
    };
    const loaded = await loadedModels(2 * BYTES.length + 10, heldUp);
    const get = (version: string) => loaded.textClassifier('live', versionOf(version));
    const reading = get('v1');
    const [, third, fourth] = [await get('v2'), await get('v3'), await get('v4')];
    letFirstBeRead();
    const first = await reading;
    expect(await get('v1')).toBe(first);
    expect(await get('v4')).toBe(fourth);
    expect(await get('v3')).not.toBe(third);
  });

  it('are told apart from earlier ones of the same name', async () => {
    const loaded = await loadedModels();
    const first = await loaded.textClassifier('live', versionOf('v1', 1));
    expect(await loaded.textClassifier('live', versionOf('v1', 2))).not.toBe(first);
  });

  it('have to be trained again if another release wrote them', async () => {
    const storage = await scratch.open();
    const older = Buffer.from(BYTES);
    older[4] = 1;
    await storage.models('live').putWeights(versionOf('v1'), 0, older);
    const loaded = new LoadedModels((mode) => storage.models(mode));
    const asked = loaded.textClassifier('live', { ...versionOf('v1'), weightPieces: 1 });
    await expect(asked).rejects.toMatchObject({
      code: 'model_not_ready',
      message: expect.stringContaining('Train it again'),
    });
  });

  it('are not there any more where they were deleted after the request had found them', async () => {
    const loaded = await loadedModels();
    const read = (version: ModelVersion) => loaded.textClassifier('live', { ...version, weightPieces: 3 });
    await expect(read(versionOf('v1'))).rejects.toMatchObject({ code: 'model_not_found' });
    await register(versionOf('v2'));
    await expect(read(versionOf('v1'))).rejects.toMatchObject({ code: 'model_version_not_found' });
    await expect(read(versionOf('v2', 2))).rejects.toMatchObject({ code: 'model_version_not_found' });
  });

  it('are asked for again after a failure', async () => {
    const loaded = await loadedModels();
    await register(versionOf('v1'));
    await expect(loaded.textClassifier('live', { ...versionOf('v1'), weightPieces: 3 })).rejects.toThrow(/lost/);
    expect(await loaded.textClassifier('live', versionOf('v1'))).toEqual(MODEL);
  });
});

import { afterEach, expect, it } from 'vitest';
import { countTurns } from '../../../testing/count-turns.js';
import { modelWith, TRAINED_FACTS, versionWith } from '../../../testing/sample-models.js';
import { ScratchStorages } from '../../../testing/scratch-storage.js';
import type { ModelMetrics, ModelVersion } from '../../domain/model/model.js';
import { decodeVersion, encodeVersion } from './model-storage.js';

const scratch = new ScratchStorages();

afterEach(() => scratch.cleanUp());

function trainedWith(metrics: ModelMetrics): ModelVersion {
  const trained = { ...TRAINED_FACTS, metrics };
  return versionWith({ status: 'ready', trained, weightPieces: 1, readyAt: 2 });
}

const CLASSIFIER = trainedWith({
  accuracy: 0.5,
  macroF1: 0.25,
  labels: [],
  confusionMatrix: { labels: ['x'], counts: [[1]] },
  calibrationError: 0.125,
});
const REGRESSOR = trainedWith({ r2: 0.9, mae: 3, predictions: [{ actual: 1, predicted: 2 }] });
const WITH_CALIBRATION = trainedWith({
  accuracy: 0.5,
  macroF1: 0.25,
  labels: [],
  confusionMatrix: { labels: ['x'], counts: [[1]] },
  calibrationError: 0.125,
  calibration: [{ confidence: 0.75, accuracy: 0.5, count: 20 }],
});

it('keeps the names that records have always had', () => {
  expect(JSON.parse(encodeVersion(CLASSIFIER)).trained.metrics).toEqual({
    accuracy: 0.5,
    macro_f1: 0.25,
    labels: [],
    confusion_matrix: { labels: ['x'], counts: [[1]] },
    calibration_error: 0.125,
  });
});

it.each([CLASSIFIER, WITH_CALIBRATION, REGRESSOR, { ...CLASSIFIER, trained: null }])(
  'reads what it wrote',
  (version) => {
    expect(decodeVersion(encodeVersion(version))).toEqual(version);
  },
);

it('takes a missing record for no version', () => {
  expect(decodeVersion(null)).toBeNull();
});

it('lists very many models without holding up others', async () => {
  const models = (await scratch.open()).models('live');
  const ids = Array.from({ length: 1000 }, (_, i) => `m${i}`).sort();
  const versions = Array.from({ length: 100 }, (_, i) => ({ version: `v${i}`, status: 'ready' as const }));
  await Promise.all(ids.map((id) => models.write({ id, decide: () => ({ model: modelWith({ id, versions }) }) })));
  const { result, turns } = await countTurns(models.list());
  expect(result.map(({ id }) => id)).toEqual(ids);
  expect(turns).toBeGreaterThan(3);
});

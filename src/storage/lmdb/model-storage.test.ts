import { expect, it } from 'vitest';
import type { ModelMetrics, ModelVersion } from '../../domain/model/model.js';
import { decodeVersion, encodeVersion } from './model-storage.js';

function versionWith(metrics: ModelMetrics): ModelVersion {
  return {
    modelId: 'a',
    version: 'v1',
    status: 'ready',
    makeDefault: true,
    examples: { kind: 'gone' },
    exampleCount: 4,
    labels: [],
    trained: { space: null, language: null, metrics, inputFields: null, report: null },
    error: null,
    weightPieces: 1,
    createdAt: 1,
    readyAt: 2,
  };
}

const CLASSIFIER = versionWith({
  accuracy: 0.5,
  macroF1: 0.25,
  labels: [],
  confusionMatrix: { labels: ['x'], counts: [[1]] },
  calibrationError: 0.125,
});
const REGRESSOR = versionWith({ r2: 0.9, mae: 3, predictions: [{ actual: 1, predicted: 2 }] });
const WITH_CALIBRATION = versionWith({
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

import type { ModelVersion } from '../../domain/model/model.js';
import type { ClassificationMetrics, ModelMetrics, TrainedFacts } from '../../domain/model/trained-facts.js';

/** The names under which a record holds the metrics of a classifier. They must not change: data folders hold them. */
interface StoredClassificationMetrics {
  accuracy: number;
  macro_f1: number;
  labels: ClassificationMetrics['labels'];
  confusion_matrix: ClassificationMetrics['confusionMatrix'];
  calibration_error: number;
}

type StoredMetrics = StoredClassificationMetrics | Exclude<ModelMetrics, ClassificationMetrics>;

interface StoredVersion extends Omit<ModelVersion, 'trained'> {
  trained: (Omit<TrainedFacts, 'metrics'> & { metrics: StoredMetrics }) | null;
}

export function encodeVersion(version: ModelVersion): string {
  const { trained } = version;
  const stored: StoredVersion = {
    ...version,
    trained: trained === null ? null : { ...trained, metrics: encodeMetrics(trained.metrics) },
  };
  return JSON.stringify(stored);
}

export function decodeVersion(text: string | null): ModelVersion | null {
  if (text === null) return null;
  const stored: StoredVersion = JSON.parse(text);
  const { trained } = stored;
  return { ...stored, trained: trained === null ? null : { ...trained, metrics: decodeMetrics(trained.metrics) } };
}

function encodeMetrics(metrics: ModelMetrics): StoredMetrics {
  if (!('accuracy' in metrics)) return metrics;
  const { accuracy, macroF1, labels, confusionMatrix, calibrationError } = metrics;
  return {
    accuracy,
    macro_f1: macroF1,
    labels,
    confusion_matrix: confusionMatrix,
    calibration_error: calibrationError,
  };
}

function decodeMetrics(stored: StoredMetrics): ModelMetrics {
  if (!('accuracy' in stored)) return stored;
  return {
    accuracy: stored.accuracy,
    macroF1: stored.macro_f1,
    labels: stored.labels,
    confusionMatrix: stored.confusion_matrix,
    calibrationError: stored.calibration_error,
  };
}

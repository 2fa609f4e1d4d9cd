import { Type } from 'typebox';
import {
  type DescribedField,
  type ModelKind,
  type TellingFeatures,
  VERSION_STATUSES,
  type VersionStatus,
} from '../../domain/model/model.js';
import type { RankedLabels } from '../../learning/labels.js';
import { choice, defaultsTo, nullable } from './checked.js';
import { modelKind } from './model-parameters.js';
import { enveloped, exampleEnvelope, nullableText } from './responses.js';

const timestamp = Type.String({ description: 'ISO 8601 in UTC with milliseconds.' });

const versionStatus = choice<VersionStatus>(VERSION_STATUSES, 'The status of the version.', {
  title: 'ModelVersionStatus',
});

/** What lists show of a model, and everything else too. */
export const modelFields = {
  id: Type.String(),
  kind: Type.Unsafe<ModelKind>(modelKind),
  name: nullableText,
  description: nullableText,
  tenant_id: nullableText,
  default_version: nullableText,
  versions: Type.Array(Type.Object({ version: Type.String(), status: versionStatus })),
  created_at: timestamp,
  updated_at: timestamp,
};

export const modelResponse = enveloped('model', modelFields);

/** One model that all examples of the API description are about. */
export const EXAMPLE_MODEL_FIELDS = {
  id: 'ticket-topics',
  kind: 'text_classifier',
  name: 'Topics of tickets',
  description: null,
  tenant_id: 'library',
  default_version: 'v1',
  versions: [{ version: 'v1', status: 'ready' }],
  created_at: '2024-11-04T09:30:00.000Z',
  updated_at: '2024-11-04T09:30:00.000Z',
};

export const EXAMPLE_MODEL = {
  ...exampleEnvelope('model', '/v20241104/models/ticket-topics'),
  ...EXAMPLE_MODEL_FIELDS,
};

const metrics = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  title: 'ModelMetrics',
  additionalProperties: true,
  description:
    'Measured on held-out examples: accuracy, macro_f1, labels (precision, recall, f1 and support of each), ' +
    'confusion_matrix (counts by actual and predicted label), calibration_error and calibration (bins of examples with their ' +
    'mean confidence, the fraction that was right, and their count); for a predicted number, r2, mae and predictions (actual ' +
    'and predicted number of at most 500 examples). Versions trained by earlier builds lack calibration and predictions.',
});

const inputFields = Type.Unsafe<DescribedField[] | null>({
  type: ['array', 'null'],
  items: { type: 'object', title: 'InputField', additionalProperties: true },
  description: 'The input of a predictor: name, type, required and, for categories, the values seen in training.',
});

const report = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  title: 'TrainingReport',
  additionalProperties: true,
  description:
    'Quality of the examples: how many were used (fewer than all only if there are very many), how many are duplicates, ' +
    'which have the same content but different labels (conflicts), and which look mislabelled (suspected_labels). ' +
    'Examples are numbered from 0.',
});

const features = Type.Unsafe<TellingFeatures | null>({
  type: ['object', 'null'],
  title: 'TellingFeatures',
  additionalProperties: true,
  description:
    'What the model goes by, strongest first. kind "words", of a text classifier: labels (at most 50), each with the words ' +
    'that speak for it and their weight. kind "fields", of a predictor: fields with their importance, which is how much the ' +
    'loss of held-out examples grows when the values of the field are shuffled among them. Null until the version is ready, ' +
    'and for versions trained by earlier builds.',
});

export const versionResponse = enveloped('model_version', {
  id: Type.String({ description: 'The id of the model.' }),
  version: Type.String(),
  status: versionStatus,
  progress: Type.Number({ description: 'From 0 to 1.' }),
  example_count: Type.Integer(),
  labels: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() })),
  metrics,
  input_fields: inputFields,
  report,
  features,
  error: nullable<{ code: string; message: string }>(Type.Object({ code: Type.String(), message: Type.String() })),
  created_at: timestamp,
  ready_at: nullableText,
});

export const EXAMPLE_VERSION = {
  ...exampleEnvelope('model_version', '/v20241104/models/ticket-topics/versions/v1'),
  id: 'ticket-topics',
  version: 'v1',
  status: 'ready',
  progress: 1,
  example_count: 200,
  labels: [
    { label: 'delivery', count: 120 },
    { label: 'payment', count: 80 },
  ],
  metrics: {
    accuracy: 0.95,
    macro_f1: 0.9476,
    labels: [
      { label: 'delivery', precision: 0.96, recall: 0.96, f1: 0.96, support: 24 },
      { label: 'payment', precision: 0.9375, recall: 0.9375, f1: 0.9375, support: 16 },
    ],
    confusion_matrix: {
      labels: ['delivery', 'payment'],
      counts: [
        [23, 1],
        [1, 15],
      ],
    },
    calibration_error: 0.021,
    calibration: [
      { confidence: 0.871, accuracy: 0.9, count: 20 },
      { confidence: 0.987, accuracy: 1, count: 20 },
    ],
  },
  input_fields: null,
  report: {
    examples: 200,
    used: 200,
    duplicates: 2,
    conflicts: { count: 0, listed: [] },
    suspected_labels: { count: 0, listed: [] },
  },
  features: {
    kind: 'words',
    labels: [
      { label: 'delivery', words: [{ word: 'parcel', weight: 1.3072 }] },
      { label: 'payment', words: [{ word: 'charged', weight: 1.1291 }] },
    ],
  },
  error: null,
  created_at: '2024-11-04T09:30:00.000Z',
  ready_at: '2024-11-04T09:30:12.000Z',
};

/** Labels with how sure the model is of each, as classify and predict answer. */
const score = Type.Number({ description: 'From 0 to 1.' });

export const labelledWith = {
  label: Type.String(),
  confidence_score: score,
  alternatives: Type.Array(Type.Object({ label: Type.String(), confidence_score: score }), {
    description: 'The next most likely labels, best first.',
  }),
};

export const explain = defaultsTo(
  Type.Boolean({ description: 'Adds an explanation: what weighed for the label (above 0) or against it (below 0).' }),
  false,
);

export function rankedView({ label, confidenceScore, alternatives }: RankedLabels) {
  return {
    label,
    confidence_score: rounded(confidenceScore),
    alternatives: alternatives.map((other) => ({
      label: other.label,
      confidence_score: rounded(other.confidenceScore),
    })),
  };
}

/** Calibration is not precise enough for more digits. */
function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

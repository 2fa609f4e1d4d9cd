import type { Problem } from '../errors/problem.js';

/** Models that callers train. A model has versions; each is trained once and never changes after that. */
export const MODEL_KINDS = ['text_classifier', 'predictor'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

export const VERSION_STATUSES = ['queued', 'training', 'ready', 'failed', 'canceled'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** Timestamps are milliseconds since 1970 in UTC. */
export interface Model {
  id: string;
  kind: ModelKind;
  name: string | null;
  description: string | null;
  /** Null if it does not belong to a tenant; then only keys without tenants have access. */
  tenantId: string | null;
  /** The version that `default` refers to; null until a version is ready. */
  defaultVersion: string | null;
  /** Oldest first. */
  versions: { version: string; status: VersionStatus }[];
  /** The number of versions ever created, so that assigned names are never reused. */
  versionCount: number;
  createdAt: number;
  updatedAt: number;
}

export interface ModelVersion {
  modelId: string;
  version: string;
  status: VersionStatus;
  /** Whether it becomes the default version when it is ready. */
  makeDefault: boolean;
  examples: ExampleSource;
  exampleCount: number;
  /** Most frequent first; empty if the target is a number. */
  labels: { label: string; count: number }[];
  trained: TrainedFacts | null;
  /** Why it failed. */
  error: { code: string; message: string } | null;
  /** The number of pieces that the trained model is stored in; 0 until it is ready. */
  weightPieces: number;
  createdAt: number;
  readyAt: number | null;
}

/** The source of the examples until the training has ended; nothing is kept after that. */
export type ExampleSource =
  | { kind: 'file'; name: string }
  /** Documents at the start of the training, of the model's tenant or of the tenants of the key. */
  | { kind: 'documents'; filter: object; askedAt: number; tenants: readonly string[] | null; labelField: string }
  | { kind: 'gone' };

export const MODEL_LIMITS = {
  idLength: 128,
  versionLength: 10,
  nameLength: 250,
  descriptionLength: 1000,
  /** Models per mode. They are all listed in one response. */
  models: 1000,
  /** Versions per model. */
  versions: 100,
  labelLength: 250,
  /** 100 KB of UTF-8, like the content of a document. */
  textBytes: 102_400,
  examples: 1_000_000,
  fields: 500,
  fieldNameLength: 100,
  fieldValueLength: 10_000,
} as const;

/** Refers to the default version in requests, so no version can have this name. */
export const DEFAULT_VERSION = 'default';

const MODEL_ID = /^[A-Za-z0-9_-]{1,128}$/;
const VERSION_NAME = /^[A-Za-z0-9_-]{1,10}$/;

/** Whether the text is a valid id. Paths can contain anything, and the store is only asked for valid ids. */
export function isModelId(text: string): boolean {
  return MODEL_ID.test(text);
}

export function isVersionName(text: string): boolean {
  return VERSION_NAME.test(text);
}

export function isUnderWay({ status }: { status: VersionStatus }): boolean {
  return status === 'queued' || status === 'training';
}

/** What a training reports about its version. */
export interface TrainedFacts {
  /** The vector space it was trained with; null if it uses no embeddings. */
  space: string | null;
  /** The language assumed for texts whose own can't be detected; null for any. */
  language: 'en' | null;
  metrics: ModelMetrics;
  /** The input of a predictor; null for a text classifier. */
  inputFields: DescribedField[] | null;
  report: DataReport | null;
  /** Not known of versions trained by earlier builds. */
  features?: TellingFeatures;
}

/** What a model goes by, strongest first. */
export type TellingFeatures =
  /** Of a text classifier: words that speak for each label. `weight` is what a word adds to its log odds, on average. */
  | { kind: 'words'; labels: { label: string; words: { word: string; weight: number }[] }[] }
  /** Of a predictor: `importance` is the loss that held-out rows gain when the values of the field are shuffled. */
  | { kind: 'fields'; fields: { field: string; importance: number }[] };

/** Measured on held-out examples. */
export type ModelMetrics = ClassificationMetrics | RegressionMetrics;

export interface ClassificationMetrics {
  accuracy: number;
  /** Averaged over the labels that occur among the examples or the predictions. */
  macroF1: number;
  labels: LabelMetrics[];
  /** `counts[actual][predicted]`, in the order of `labels`. */
  confusionMatrix: { labels: string[]; counts: number[][] };
  /** Expected calibration error: the mean difference of confidence and accuracy over bins of confidence. */
  calibrationError: number;
  /** The bins of that error, least confident first. Not known of versions trained by earlier builds. */
  calibration?: CalibrationBin[];
}

/** Held-out examples of about the same confidence. */
export interface CalibrationBin {
  /** The mean confidence. */
  confidence: number;
  /** The fraction that was predicted correctly. */
  accuracy: number;
  count: number;
}

export interface LabelMetrics {
  label: string;
  precision: number;
  recall: number;
  f1: number;
  /** The number of held-out examples with this label. */
  support: number;
}

export interface RegressionMetrics {
  /** The fraction of variance explained; below 0 is worse than always predicting the mean. */
  r2: number;
  /** The mean absolute error, in the unit of the target. */
  mae: number;
  /** Some of the held-out examples, by actual number. Not known of versions trained by earlier builds. */
  predictions?: { actual: number; predicted: number }[];
}

/** An identifier is different in every row: it is accepted as input but not used. */
export const FIELD_TYPES = ['number', 'category', 'boolean', 'date', 'text', 'identifier'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** An input field of a predictor, as responses show it. */
export interface DescribedField {
  name: string;
  type: FieldType;
  /** Always false: predictions work without any field, only less well. */
  required: boolean;
  /** The most frequent categories, most frequent first. Others are accepted as unknown. */
  values?: string[];
}

/** The quality of the examples, for their owner. Examples are numbered from 0. */
export interface DataReport {
  examples: number;
  /** The number used; fewer than all if there are too many for the number of labels. */
  used: number;
  /** Repeated examples, not counting the first of each. They are used like the others. */
  duplicates: number;
  /** Groups of equal examples with different labels: their number, and the first few. */
  conflicts: { count: number; listed: { examples: number[]; labels: string[] }[] };
  /** Examples that look mislabelled: their number, and the most certain ones. */
  suspectedLabels: {
    count: number;
    listed: { example: number; label: string; suggested: string; confidence: number }[];
  };
}

/** What a training would be given by a set of examples, found out without training. */
export interface ExamplePreview {
  /** Without those that are refused. */
  exampleCount: number;
  /** Examples that a training would not accept: their number, and the first few, counted from 0. */
  refused: { count: number; listed: { example: number; code: string; message: string }[] };
  /** The header of a CSV file; null for other formats, and for a file without one. */
  columns: string[] | null;
  target: 'labels' | 'number';
  /** Most frequent first; empty if the target is a number. */
  labels: { label: string; count: number }[];
  /** The input of a predictor; null for a text classifier. */
  fields: PreviewedField[] | null;
  /** Some examples, with long values clipped. */
  samples: object[];
  /** Why a training would be refused, besides refused examples. */
  problems: Problem[];
  warnings: ExampleWarning[];
}

export interface PreviewedField {
  name: string;
  type: FieldType;
  /** The fraction of the examples without a value. */
  missing: number;
  distinctCount: number;
  /** The most frequent values, clipped. */
  values: string[];
}

/** Something that does not prevent a training but makes its result worse than it could be. */
export interface ExampleWarning {
  code: WarningCode;
  /** The field it is about, if it is about one. */
  field: string | null;
  message: string;
}

export const WARNING_CODES = [
  'few_examples',
  'rare_labels',
  'dominant_label',
  'empty_field',
  'constant_field',
  'identifier_field',
  'mostly_missing_field',
  'copies',
  'conflicting_labels',
] as const;
type WarningCode = (typeof WARNING_CODES)[number];

import type { TrainedFacts } from './trained-facts.js';

/** Models that callers train: a model has versions, each trained once from examples and never changed after that. */
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
  /** Null for a model that belongs to keys that are bound to no tenant. */
  tenantId: string | null;
  /** What `default` stands for; null until a version is ready. */
  defaultVersion: string | null;
  /** Oldest first. */
  versions: { version: string; status: VersionStatus }[];
  /** How many versions there ever were: names that the service assigns are never given twice. */
  versionCount: number;
  createdAt: number;
  updatedAt: number;
}

export interface ModelVersion {
  modelId: string;
  version: string;
  status: VersionStatus;
  /** Whether it becomes the default when it is ready. */
  makeDefault: boolean;
  examples: ExampleSource;
  exampleCount: number;
  /** Most frequent first; none where the target is a number. */
  labels: { label: string; count: number }[];
  trained: TrainedFacts | null;
  /** Why it failed. */
  error: { code: string; message: string } | null;
  /** In how many pieces the store keeps the trained model; 0 until it is ready. */
  weightPieces: number;
  createdAt: number;
  readyAt: number | null;
}

/** Where the examples come from while the version waits and trains; nothing of it is kept after that. */
export type ExampleSource =
  | { kind: 'file'; name: string }
  /** Documents as they are when the training begins, of the model's tenant or those that the key was bound to. */
  | { kind: 'documents'; filter: object; askedAt: number; tenants: readonly string[] | null; labelField: string }
  | { kind: 'gone' };

export const MODEL_LIMITS = {
  idLength: 128,
  versionLength: 10,
  nameLength: 250,
  descriptionLength: 1000,
  /** Of one mode. All of them are listed at once. */
  models: 1000,
  /** Of one model. */
  versions: 100,
  labelLength: 250,
  /** 100 KB of UTF-8, as much as a document's content. */
  textBytes: 102_400,
  examples: 1_000_000,
  fields: 500,
  fieldNameLength: 100,
  fieldValueLength: 10_000,
} as const;

/** Stands for the default version in requests, so no version can have it as its name. */
export const DEFAULT_VERSION = 'default';

const MODEL_ID = /^[A-Za-z0-9_-]{1,128}$/;
const VERSION_NAME = /^[A-Za-z0-9_-]{1,10}$/;

/** Whether a model could have this id at all: paths hold anything, and the store is asked for possible ids only. */
export function isModelId(text: string): boolean {
  return MODEL_ID.test(text);
}

export function isVersionName(text: string): boolean {
  return VERSION_NAME.test(text);
}

export function isUnderWay({ status }: { status: VersionStatus }): boolean {
  return status === 'queued' || status === 'training';
}

import type { Model, ModelVersion, TrainedFacts } from '../src/domain/model/model.js';

/** A predictor without versions, unless the fields say otherwise. */
export function modelWith(fields: Partial<Model> = {}): Model {
  return {
    id: 'm',
    kind: 'predictor',
    name: null,
    description: null,
    tenantId: null,
    defaultVersion: null,
    versions: [],
    versionCount: fields.versions?.length ?? 0,
    createdAt: 1,
    updatedAt: 1,
    ...fields,
  };
}

/** A version that waits for its training, unless the fields say otherwise. */
export function versionWith(fields: Partial<ModelVersion> = {}): ModelVersion {
  return {
    modelId: 'm',
    version: 'v1',
    status: 'queued',
    makeDefault: true,
    examples: { kind: 'gone' },
    exampleCount: 1,
    labels: [],
    trained: null,
    error: null,
    weightPieces: 0,
    createdAt: 1,
    readyAt: null,
    ...fields,
  };
}

export const TRAINED_FACTS: TrainedFacts = {
  space: null,
  language: null,
  metrics: { r2: 1, mae: 0 },
  inputFields: null,
  report: null,
};

import { Type } from 'typebox';
import { type ModelKind, VERSION_STATUSES, type VersionStatus } from '../../domain/model.js';
import { choice } from './checked.js';
import { exampleEnvelope } from './examples.js';
import { modelKind } from './model-parameters.js';
import { enveloped, nullableText } from './responses.js';

const timestamp = Type.String({ description: 'ISO 8601 in UTC with milliseconds.' });

export const versionStatus = choice<VersionStatus>(VERSION_STATUSES, 'Where the version stands.');

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

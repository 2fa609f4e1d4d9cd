import { Type } from 'typebox';
import { DOCUMENT_LIMITS } from '../../domain/document/document.js';
import { DEFAULT_VERSION, MODEL_KINDS, MODEL_LIMITS, type ModelKind } from '../../domain/model/model.js';
import type { CheckContext } from '../checking/schema-node.js';
import { choice, defaultsTo, nullable, parsedAs } from './checked.js';

/** The parameters of requests about models. */
const NAME_CHARACTERS = '^[A-Za-z0-9_-]+$';

export const modelKind = choice<ModelKind>(
  MODEL_KINDS,
  'A text_classifier labels texts and documents. A predictor predicts a label or a number from structured data.',
  { title: 'ModelKind' },
);

export const modelId = Type.String({
  minLength: 1,
  maxLength: MODEL_LIMITS.idLength,
  pattern: NAME_CHARACTERS,
  description: 'Letters a-z and A-Z, digits, _ and -. Assigned if left out.',
});

export const modelName = nullable<string>(
  Type.String({ minLength: 1, maxLength: MODEL_LIMITS.nameLength, description: 'A name for people to read.' }),
);

export const modelDescription = nullable<string>(
  Type.String({ maxLength: MODEL_LIMITS.descriptionLength, description: 'A description for people to read.' }),
);

export const modelTenant = nullable<string>(
  Type.String({
    minLength: 1,
    maxLength: DOCUMENT_LIMITS.tenantIdLength,
    description:
      'The tenant that owns the model. Only keys that are not bound to tenants can access a model without a tenant.',
  }),
);

/** A version that a request makes or names; not `default`, which stands for another. */
export const versionName = parsedAs<string, string>(
  Type.String({
    minLength: 1,
    maxLength: MODEL_LIMITS.versionLength,
    pattern: NAME_CHARACTERS,
    description: 'Letters a-z and A-Z, digits, _ and -; not "default".',
  }),
  refuseDefault,
);

/** The model that a request uses. */
export const usedModel = Type.String({ minLength: 1, maxLength: MODEL_LIMITS.idLength });

export const usedVersion = defaultsTo(
  Type.String({
    minLength: 1,
    maxLength: MODEL_LIMITS.versionLength,
    description: 'The name of a version, or default for the default version of the model.',
  }),
  DEFAULT_VERSION,
);

export const maxLabels = defaultsTo(
  Type.Integer({ minimum: 1, maximum: 10, description: 'Maximum number of labels, including the alternatives.' }),
  3,
);

export const modelPath = Type.Object({ id: Type.String({ description: 'The id of a model.' }) });

export const versionPath = Type.Object({
  id: Type.String({ description: 'The id of a model.' }),
  version: Type.String({ description: 'The name of a version.' }),
});

function refuseDefault(name: string, { path, problems }: CheckContext): string {
  if (name === DEFAULT_VERSION) {
    problems.add(path, 'parameter_invalid', `${path} can't be "default", which stands for the default version.`);
  }
  return name;
}

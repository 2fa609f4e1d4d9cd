import { newId } from '../../domain/document/identifier.js';
import { failure, invalidRequest } from '../../domain/errors/error.js';
import { MODEL_LIMITS, type Model, type ModelKind } from '../../domain/model/model.js';
import type { IdempotentRequest } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { requireTenants } from '../tenancy.js';
import type { ModelContext } from './model-access.js';

/** A validated request to create a model. */
export interface NewModel {
  kind: ModelKind;
  id?: string;
  name?: string | null;
  description?: string | null;
  tenant_id?: string | null;
}

/** Creates a model without versions. A taken id is refused, even if the caller can't see the model that has it. */
export async function createModel(
  sent: NewModel,
  context: ModelContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<Model>> {
  const model = toModel(sent, context);
  return performOnce(idempotent, async (record) => {
    if ((await context.models.count()) >= MODEL_LIMITS.models) throw tooManyModels();
    await context.models.write({
      id: model.id,
      decide: (current) => {
        if (current !== null) throw modelExists(model.id);
        return { model };
      },
      idempotency: record && (() => record(model)),
    });
    return model;
  });
}

function toModel(sent: NewModel, context: ModelContext): Model {
  const time = context.now();
  return {
    id: sent.id ?? newId('model'),
    kind: sent.kind,
    name: sent.name ?? null,
    description: sent.description ?? null,
    tenantId: owner(sent, context),
    defaultVersion: null,
    versions: [],
    versionCount: 0,
    createdAt: time,
    updatedAt: time,
  };
}

/** A key bound to tenants creates models for them; with a single tenant, `tenant_id` is optional. */
function owner({ tenant_id = null }: NewModel, { caller }: ModelContext): string | null {
  const { tenants } = caller;
  if (tenant_id !== null) requireTenants(caller, [tenant_id]);
  if (tenant_id !== null || tenants === null) return tenant_id;
  if (tenants.length === 1) return tenants[0];
  const message = `tenant_id is required: this key is bound to several tenants, ${tenants.join(', ')}. Name the one that owns the model.`;
  throw invalidRequest([{ param: 'tenant_id', code: 'parameter_missing', message }]);
}

function modelExists(id: string): Error {
  return failure('model_exists', `A model with id "${id}" already exists.`, { param: 'id' });
}

function tooManyModels(): Error {
  const message = `There are already ${MODEL_LIMITS.models} models, which is the limit. Delete one first.`;
  return invalidRequest([{ param: null, code: 'too_many_items', message }]);
}

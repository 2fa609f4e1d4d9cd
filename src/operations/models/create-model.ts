import { newId } from '../../domain/document/identifier.js';
import { failure, invalidRequest } from '../../domain/errors/error.js';
import { MODEL_LIMITS, type Model, type ModelKind } from '../../domain/model/model.js';
import type { IdempotentRequest } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { requireTenants } from '../tenancy.js';
import type { ModelContext } from './model-context.js';

/** A model as a caller describes it, checked. */
export interface NewModel {
  kind: ModelKind;
  id?: string;
  name?: string | null;
  description?: string | null;
  tenant_id?: string | null;
}

/** Makes a model without versions. An id that is taken is refused, whoever's model holds it. */
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

/** What a key that is bound to tenants makes is theirs: with one tenant there is no need to say whose. */
function owner({ tenant_id = null }: NewModel, { caller }: ModelContext): string | null {
  const { tenants } = caller;
  if (tenant_id !== null) requireTenants(caller, [tenant_id]);
  if (tenant_id !== null || tenants === null) return tenant_id;
  if (tenants.length === 1) return tenants[0];
  const message = `tenant_id is required: this key is bound to several tenants, ${tenants.join(', ')}. Name the one that owns the model.`;
  throw invalidRequest([{ param: 'tenant_id', code: 'parameter_missing', message }]);
}

function modelExists(id: string): Error {
  return failure('model_exists', `There is a model with the id "${id}" already.`, { param: 'id' });
}

function tooManyModels(): Error {
  const message = `There are ${MODEL_LIMITS.models} models already, the most that are kept. Delete one first.`;
  return invalidRequest([{ param: null, code: 'too_many_items', message }]);
}

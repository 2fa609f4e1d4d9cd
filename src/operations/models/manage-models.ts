import { newId } from '../../domain/document/identifier.js';
import { failure, invalidRequest } from '../../domain/errors/error.js';
import {
  isModelId,
  isUnderWay,
  MODEL_LIMITS,
  type Model,
  type ModelKind,
  type ModelVersion,
} from '../../domain/model/model.js';
import type { IdempotentRequest } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { requireTenants } from '../tenancy.js';
import { type ModelContext, visibleModel } from './model-access.js';
import { modelNotFound, versionNotFound } from './model-errors.js';

/** A validated request to create a model. */
interface NewModel {
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

/** Fields that are left out stay unchanged. */
interface ModelChanges {
  name?: string | null;
  description?: string | null;
  default_version?: string;
}

export async function updateModel(
  { id, changes }: { id: string; changes: ModelChanges },
  { caller, models, now }: ModelContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<Model>> {
  if (!isModelId(id)) throw modelNotFound(id);
  const decide = (current: Model | null, version: (name: string) => ModelVersion | null) => {
    const model = visibleModel(caller, current);
    if (model === null) throw modelNotFound(id);
    requireReady(model, changes.default_version, version);
    return { model: changed(model, changes, now()) };
  };
  return performOnce(idempotent, async (record) => {
    const idempotency = record && (({ model }: { model: Model | null }) => record(stored(model)));
    return stored((await models.write({ id, decide, idempotency })).model);
  });
}

function changed(model: Model, changes: ModelChanges, time: number): Model {
  const { name = model.name, description = model.description, default_version = model.defaultVersion } = changes;
  return { ...model, name, description, defaultVersion: default_version, updatedAt: time };
}

/** Requests without a version go to the default, so it must be able to answer them. */
function requireReady(model: Model, name: string | undefined, version: (name: string) => ModelVersion | null): void {
  if (name === undefined) return;
  const wanted = version(name);
  if (wanted === null) throw versionNotFound(model.id, name, 'default_version');
  if (wanted.status === 'ready') return;
  const message = `Version "${name}" is ${wanted.status}; only a version that is ready can be the default.`;
  throw failure('model_not_ready', message, { param: 'default_version' });
}

function stored(model: Model | null): Model {
  if (model === null) throw new Error('A write that stores a model has deleted it.');
  return model;
}

/** Removes a model with all its versions and stops their trainings. */
export async function deleteModel(id: string, { caller, models, training }: ModelContext): Promise<void> {
  if (!isModelId(id)) throw modelNotFound(id);
  const { unfinished } = await models.write({
    id,
    decide: (current, versionOf) => {
      const model = visibleModel(caller, current);
      if (model === null) throw modelNotFound(id);
      const unfinished = model.versions.filter(isUnderWay).flatMap(({ version }) => versionOf(version) ?? []);
      return { model: null, unfinished };
    },
  });
  for (const { modelId, version, examples } of unfinished) {
    await training.drop({ mode: caller.mode, modelId, version }, examples);
  }
}

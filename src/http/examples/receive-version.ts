import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../domain/errors/error.js';
import { type ExampleSource, isModelId, type ModelKind } from '../../domain/model/model.js';
import type { IdempotentRequest } from '../../operations/context.js';
import type { NewVersion } from '../../operations/models/create-version.js';
import { visibleModel } from '../../operations/models/model-access.js';
import { callerOf } from '../admission/caller.js';
import { requireMediaType } from '../body/media-type.js';
import { receiveFile } from '../body/streamed-body.js';
import { idempotencyKey, type Services } from '../services.js';
import type { ExampleFormat, ExamplesRead } from './example-reader.js';

const FORMATS: Record<string, { format: ExampleFormat; limit: number }> = {
  'application/json': { format: 'json', limit: 64 * 1024 * 1024 },
  'application/x-ndjson': { format: 'ndjson', limit: 500_000_000 },
  'application/ndjson': { format: 'ndjson', limit: 500_000_000 },
  'text/csv': { format: 'csv', limit: 500_000_000 },
};

interface ReceivedVersion {
  sent: NewVersion;
  idempotent: IdempotentRequest | null;
  /** The examples belong to the version now. */
  keep(): void;
  /** Removes the examples unless they were kept. */
  release(): Promise<void>;
}

interface VersionQuery {
  version?: string;
  default: boolean;
  label_field?: string;
}

type VersionRequest = FastifyRequest<{ Params: { id: string }; Querystring: VersionQuery }>;

/** Reads the body of a request for a version, checks it, and puts its examples into a file of their own. */
export async function receiveVersion(request: VersionRequest, services: Services): Promise<ReceivedVersion> {
  const { files } = services.learning();
  const name = files.newName('ndjson');
  let kept = false;
  const release = async () => {
    if (!kept) await files.remove(name);
  };
  try {
    const { read, fingerprint } = await readBody(request, services, name);
    const keep = () => {
      kept = read.documents === null;
    };
    return {
      sent: newVersion(read, name, request),
      idempotent: idempotent(request, services, fingerprint),
      keep,
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function readBody(
  request: VersionRequest,
  services: Services,
  target: string,
): Promise<{ read: ExamplesRead; fingerprint: string }> {
  const { files, reader } = services.learning();
  const { format, limit } = formatOf(request);
  if (format !== 'csv' && request.query.label_field !== undefined) throw onlyForTables();
  const upload = files.newName('upload');
  try {
    const { silenceMilliseconds } = services;
    const { fingerprint } = await receiveFile(request.raw, files.path(upload), { limit, silenceMilliseconds });
    const task = { file: files.path(upload), format, kind: kindOf(request, services), target: files.path(target) };
    const read = await reader.read({ ...task, labelColumn: request.query.label_field ?? 'label' });
    return { read, fingerprint };
  } finally {
    await files.remove(upload);
  }
}

function formatOf(request: FastifyRequest): (typeof FORMATS)[string] {
  requireMediaType(request, Object.keys(FORMATS));
  const type = request.headers['content-type']?.split(';')[0].trim().toLowerCase() ?? '';
  return FORMATS[type];
}

function onlyForTables(): Error {
  const message = 'label_field names a column of text/csv. Other examples hold their label under label.';
  return invalidRequest([{ param: 'label_field', code: 'parameter_invalid', message }]);
}

/** A model that there is not is told of once the body has been found right, as everywhere; until then either kind will do. */
function kindOf(request: VersionRequest, services: Services): ModelKind {
  const caller = callerOf(request);
  const { id } = request.params;
  const model = isModelId(id) ? visibleModel(caller, services.models(caller.mode).get(id)) : null;
  return model?.kind ?? 'text_classifier';
}

function newVersion(read: ExamplesRead, name: string, request: VersionRequest): NewVersion {
  const { query, params } = request;
  const { tenants } = callerOf(request);
  const examples: ExampleSource =
    read.documents === null
      ? { kind: 'file', name }
      : {
          ...{ kind: 'documents', filter: read.documents.filter ?? {}, askedAt: Date.now(), tenants },
          labelField: read.documents.labelField,
        };
  return {
    modelId: params.id,
    version: read.version ?? query.version ?? null,
    makeDefault: read.makeDefault && query.default,
    ...{ examples, exampleCount: read.exampleCount, labels: read.labels },
  };
}

/** Another address asks for something else, even where the body is the same. */
function idempotent(request: FastifyRequest, services: Services, bodyFingerprint: string): IdempotentRequest | null {
  const key = idempotencyKey(request);
  if (key === null) return null;
  const identity = `${request.method} ${request.url} ${bodyFingerprint}`;
  return { storage: services.idempotency, key, fingerprint: createHash('sha256').update(identity).digest('hex') };
}

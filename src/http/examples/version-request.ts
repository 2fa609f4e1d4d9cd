import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../domain/caller.js';
import { invalidRequest } from '../../domain/errors/error.js';
import type { ExampleSource } from '../../domain/model/model.js';
import type { NewVersion } from '../../operations/models/manage-versions.js';
import { requireMediaType } from '../body/json-body.js';
import type { ExampleFormat, ExamplesRead } from './example-reader.js';
import type { UploadedExamples } from './upload-examples.js';

const JSON_LIMIT = 64 * 1024 * 1024;
const STREAMED_LIMIT = 500_000_000;

/** The media types of training examples, with the largest body of each. */
const FORMATS: Record<string, { format: ExampleFormat; limit: number }> = {
  'application/json': { format: 'json', limit: JSON_LIMIT },
  'application/x-ndjson': { format: 'ndjson', limit: STREAMED_LIMIT },
  'application/ndjson': { format: 'ndjson', limit: STREAMED_LIMIT },
  'text/csv': { format: 'csv', limit: STREAMED_LIMIT },
};

const DEFAULT_LABEL_COLUMN = 'label';

interface VersionQuery {
  version?: string;
  default: boolean;
  label_field?: string;
}

type UploadRequest = FastifyRequest<{ Querystring: Pick<VersionQuery, 'label_field'> }>;
type VersionRequest = FastifyRequest<{ Params: { id: string }; Querystring: VersionQuery }>;

/** How the examples of a request are sent. Refuses media types and parameters that do not fit. */
export function exampleFormat(request: UploadRequest): {
  format: ExampleFormat;
  limit: number;
  labelColumn: string;
} {
  requireMediaType(request, Object.keys(FORMATS));
  const type = request.headers['content-type']?.split(';')[0].trim().toLowerCase() ?? '';
  const { label_field } = request.query;
  if (FORMATS[type].format !== 'csv' && label_field !== undefined) throw onlyForCsv();
  return { ...FORMATS[type], labelColumn: label_field ?? DEFAULT_LABEL_COLUMN };
}

function onlyForCsv(): Error {
  const message = 'label_field names a column of text/csv. In other formats, the label is in the field "label".';
  return invalidRequest([{ param: 'label_field', code: 'parameter_invalid', message }]);
}

/** The version that a request asks for. Parameters are in the body (JSON) or in the query string (NDJSON and CSV). */
export function versionToCreate(
  { file, read }: Pick<UploadedExamples, 'file' | 'read'>,
  { params, query }: VersionRequest,
  caller: Caller,
): NewVersion {
  return {
    modelId: params.id,
    version: read.version ?? query.version ?? null,
    makeDefault: read.makeDefault && query.default,
    examples: exampleSource(file, read, caller),
    exampleCount: read.exampleCount,
    labels: read.labels,
  };
}

function exampleSource(name: string, { documents }: ExamplesRead, { tenants }: Caller): ExampleSource {
  if (documents === null) return { kind: 'file', name };
  const { filter, labelField } = documents;
  return { kind: 'documents', filter: filter ?? {}, askedAt: Date.now(), tenants, labelField };
}

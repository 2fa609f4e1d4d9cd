import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { fileTypeOf, KNOWN_EXTENSIONS } from '../../../extraction/file-types.js';
import { requireTenants } from '../../../operations/tenancy.js';
import { callerOf } from '../../admission/caller.js';
import { idempotencyKey } from '../../admission/idempotency.js';
import { untilAnswered } from '../../admission/work-limit.js';
import { requireMediaType } from '../../body/json-body.js';
import type { CheckContext } from '../../checking/schema-node.js';
import { documentReader } from '../../import/document-reader.js';
import { startFileImport } from '../../import/file-import.js';
import { findKeptAnswer, KEEP_NOTHING } from '../../import/kept-answer.js';
import { parsedAs } from '../../schemas/checked.js';
import { language, tenantId, timestamp } from '../../schemas/document-parameters.js';
import type { Services } from '../../services.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';
import { newDocument } from './add-document.js';

const BYTES = 'application/octet-stream';
const NDJSON = 'application/x-ndjson';

/** With what is put before it, and as a value of metadata, it must not be too long. */
const LONGEST_NAME = 400;

const fileName = parsedAs<string, string>(
  Type.String({
    minLength: 1,
    maxLength: LONGEST_NAME,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    description: 'What the file is called, with its folder if there is one: notes/tides.md. The ending tells its type.',
  }),
  requireKnownFile,
);

const fileQuery = Type.Object(
  {
    name: fileName,
    tenant_id: tenantId,
    language: Type.Optional(language),
    updated_at: Type.Optional(timestamp),
  },
  { additionalProperties: false },
);

const fileBytes = Type.String({ description: 'The bytes of the file.', examples: ['# How tides work'] });

const answerLine = Type.Unsafe<Readable>({
  type: 'object',
  title: 'FileImportLine',
  additionalProperties: true,
  examples: [{ line: 1, id: 'tides-md-5f0c', title: 'How tides work', status: 'created', error: null }],
});

export function importFileRoute(server: TypedServer, services: Services): void {
  const readDocument = documentReader(newDocument);
  server.post(
    '/documents/import/file',
    {
      config: { scope: 'write', body: 'stream' },
      schema: {
        operationId: 'importFile',
        tags: ['Documents'],
        summary: 'Import a file',
        description:
          'Finds the documents in a file: Markdown, HTML, text, PDF, DOCX, EPUB, EML, MBOX, CSV, JSON or NDJSON. A file of the ' +
          'same name takes the place of the one before; one that has not changed is left alone. The response has one ' +
          'line for each document of the file, and the file_import_result at the end. A file that can not be read ' +
          'is refused with file_unreadable, and the message says why.',
        headers: idempotencyHeaders,
        querystring: fileQuery,
        body: {
          content: { [BYTES]: { schema: fileBytes } },
        },
        response: {
          200: {
            description: 'One line for each document of the file, then the file_import_result.',
            content: { [NDJSON]: { schema: answerLine } },
          },
        },
      },
    },
    async (request, reply) => {
      requireMediaType(request, [BYTES]);
      requireTenants(callerOf(request), [request.query.tenant_id]);
      const key = idempotencyKey(request);
      const { silenceMilliseconds } = services;
      const kept =
        key === null
          ? KEEP_NOTHING
          : await findKeptAnswer({ request, key, silenceMilliseconds, ...services.idempotency });
      reply.type(NDJSON);
      if (Symbol.asyncIterator in kept) return reply.header('Idempotency-Replayed', 'true').send(Readable.from(kept));
      const signal = untilAnswered(reply);
      const answer = await startFileImport({ request, keep: kept, readDocument, signal }, services);
      return reply.send(Readable.from(answer));
    },
  );
}

/** Refuses what names no file or is not read, before it is sent. */
function requireKnownFile(name: string, { path, problems }: CheckContext): string {
  if (basename(name).trim() === '') {
    problems.add(path, 'parameter_invalid', `${path} must name a file, not only a folder.`);
  }
  if (fileTypeOf(name) === null) {
    const message = `${path} must end in one of ${KNOWN_EXTENSIONS.join(' ')}, or have no ending: other files are not read.`;
    problems.add(path, 'parameter_invalid', message);
  }
  return name;
}

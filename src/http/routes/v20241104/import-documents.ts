import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { idempotencyKey } from '../../admission/idempotency.js';
import { untilAnswered } from '../../admission/work-limit.js';
import { requireMediaType } from '../../body/json-body.js';
import { lineReader } from '../../import/document-reader.js';
import { startImport } from '../../import/import-answer.js';
import { findKeptAnswer, KEEP_NOTHING } from '../../import/kept-answer.js';
import { choice, defaultsTo } from '../../schemas/checked.js';
import { operationContext, type Services } from '../../services.js';
import { idempotencyHeaders, type TypedServer } from '../route.js';
import { newDocument } from './add-document.js';

const NDJSON = 'application/x-ndjson';

const importMode = defaultsTo(
  choice(['insert', 'upsert'], 'upsert replaces a document that has the same id; insert makes that line fail.'),
  'upsert',
);

const resultLine = Type.Unsafe<Readable>({
  type: 'object',
  title: 'ImportLine',
  additionalProperties: true,
  examples: [{ line: 1, id: 'tides-1', status: 'created', error: null }],
});

export function importDocumentsRoute(server: TypedServer, services: Services): void {
  const readLine = lineReader(newDocument);
  const { imports, silenceMilliseconds, spoolFolder } = services;
  server.post(
    '/documents/import',
    {
      config: { scope: 'write', body: 'stream' },
      schema: {
        operationId: 'importDocuments',
        tags: ['Documents'],
        summary: 'Import documents',
        description:
          'Bulk import: one JSON object per line, as in "Add a document", in a body of any length. The response has one ' +
          'result line for each, in order and while the body is still arriving: line, id, status (created, updated or ' +
          'failed) and error. The last line is the import_result. A failed line does not stop the import.',
        headers: idempotencyHeaders,
        body: { content: { [NDJSON]: { schema: newDocument } } },
        response: {
          200: {
            description: 'One result line for each line sent, then the import_result.',
            content: { [NDJSON]: { schema: resultLine } },
          },
        },
        querystring: Type.Object({ mode: importMode }, { additionalProperties: false }),
      },
    },
    async (request, reply) => {
      requireMediaType(request, [NDJSON, 'application/ndjson']);
      const key = idempotencyKey(request);
      // What has a key is carried out to its end: the client gets the answer when it repeats the request.
      const signal = key === null ? untilAnswered(reply) : undefined;
      const currentContext = () => ({ ...operationContext(services, request), signal });
      const kept =
        key === null
          ? KEEP_NOTHING
          : await findKeptAnswer({ request, key, silenceMilliseconds, ...services.idempotency });
      reply.type(NDJSON);
      if (Symbol.asyncIterator in kept) return reply.header('Idempotency-Replayed', 'true').send(Readable.from(kept));
      const { mode } = request.query;
      return reply.send(
        Readable.from(
          startImport({
            request,
            mode,
            currentContext,
            imports,
            silenceMilliseconds,
            spoolFolder,
            readLine,
            // A client that repeats an import because its connection broke expects that nothing was done.
            whole: key !== null,
            keep: kept,
          }),
        ),
      );
    },
  );
}

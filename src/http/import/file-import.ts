import type { FastifyRequest } from 'fastify';
import type { Language } from '../../domain/document/language.js';
import { fileTypeOf } from '../../extraction/file-types.js';
import type { ImportLine } from '../../operations/documents/import-documents.js';
import { type FileSummary, importOpened, openFile, type ReceivedFile } from '../../operations/files/import-file.js';
import { callerOf } from '../admission/caller.js';
import { receiveFile } from '../body/streamed-body.js';
import { operationContext, type Services } from '../services.js';
import { envelope } from '../views/views.js';
import type { AnswerSpool } from './answer-spool.js';
import { type AnswerKeeper, growingAnswer, resultLine } from './import-answer.js';

/** What the query string of the request says. */
interface FileQuery {
  name: string;
  tenant_id: string;
  language?: Language;
  updated_at?: number;
}

type FileRequest = FastifyRequest<{ Querystring: FileQuery }>;

interface FileImportSettings {
  request: FileRequest;
  /** Checks a document by the rules of "Add a document". */
  readDocument: (sent: unknown, line: number) => ImportLine;
  keep: AnswerKeeper;
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/**
 * Receives a file and reads it up to its first document. Returns the answer, which grows while the rest is read and stored.
 * A file without any document is refused instead, so that the request fails as a whole.
 */
export async function startFileImport(
  { request, readDocument, keep, signal }: FileImportSettings,
  services: Services,
): Promise<AnswerSpool> {
  const { reader } = services.files();
  const currentContext = () => operationContext(services, request);
  const held = new HeldThings(() => keep.release());
  try {
    const file = await receive(request, services, held);
    held.add(reader.begin());
    held.add(await reader.takeTurn(JSON.stringify([callerOf(request).mode, file.tenant, file.name])));
    const opened = await openFile(file, currentContext(), { reader, signal });
    return growingAnswer(
      { spoolFolder: services.spoolFolder, keep: { ...keep, release: held.release } },
      async (write) => {
        const summary = await services.imports.watch(callerOf(request).mode, (progress) =>
          importOpened(
            {
              opened,
              readDocument: (document, line) => readDocument(withoutGaps(document), line),
              emit: (results) => write(results.map((result) => resultLine(result, request)).join('')),
              progress,
              signal,
            },
            currentContext,
          ),
        );
        return { lastLine: lastLine(summary, request), bodyFingerprint: file.bytesHash };
      },
    );
  } catch (error) {
    held.release();
    throw error;
  }
}

async function receive(request: FileRequest, services: Services, held: HeldThings): Promise<ReceivedFile> {
  const arrived = services.files().reader.receive(callerOf(request).keyId);
  try {
    return await writeToDisk(request, services, held);
  } finally {
    arrived();
  }
}

async function writeToDisk(
  { raw, query, log }: FileRequest,
  { files, silenceMilliseconds }: Services,
  held: HeldThings,
): Promise<ReceivedFile> {
  const { uploads, reader } = files();
  const path = await uploads.newPath();
  held.add(() => {
    // Nobody waits for it: what stays behind is removed at the next start.
    uploads.remove(path).catch((error) => log.warn({ err: error }, 'an uploaded file could not be removed'));
  });
  const limits = { limit: reader.maxBytes, advice: 'SEXTANT_UPLOAD_LIMIT sets it.', silenceMilliseconds };
  const bytesHash = await receiveFile(raw, path, limits);
  return {
    path,
    name: query.name,
    // The query string was checked: the type is known.
    type: fileTypeOf(query.name) ?? 'text',
    bytesHash,
    modified: query.updated_at ?? null,
    tenant: query.tenant_id,
    language: query.language ?? null,
  };
}

/** What an import must give back in the end, whatever becomes of it. */
class HeldThings {
  readonly #releases: (() => void)[];

  constructor(release: () => void) {
    this.#releases = [release];
  }

  add(release: () => void): void {
    this.#releases.push(release);
  }

  readonly release = (): void => {
    for (const release of this.#releases.splice(0).reverse()) release();
  };
}

/** The checker takes a parameter that is undefined for one that was sent. */
function withoutGaps(document: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined));
}

function lastLine({ semanticTokens, ...counts }: FileSummary, request: FileRequest): string {
  const { name, tenant_id } = request.query;
  const { object, url, ...usage } = envelope(request, 'file_import_result', semanticTokens);
  return `${JSON.stringify({ object, url, name, tenant_id, ...counts, ...usage })}\n`;
}

import type { Api } from './api.js';
import { ConnectionError } from './errors.js';
import type { ImportLine, ImportLineResult, ImportResult, NewDocument } from './generated/openapi.js';
import { itemsOf, linesOf } from './lines.js';
import type { CallOptions } from './options.js';
import { randomId } from './random-id.js';

export type DocumentSource = Iterable<NewDocument> | AsyncIterable<NewDocument> | ReadableStream<NewDocument>;

export interface ImportOptions extends CallOptions {
  /** `upsert` (default) replaces documents that exist; `insert` lets their lines fail. */
  mode?: 'insert' | 'upsert';
  /** Called after every batch. */
  onProgress?: (progress: ImportProgress) => void;
}

/** What has become of the documents so far. */
export interface ImportProgress {
  created: number;
  updated: number;
  failed: number;
}

/** What has become of all documents. */
export interface ImportSummary extends ImportProgress {
  semantic_tokens: number;
}

/** Small enough to be sent again after a failure without much loss, and for the service to carry out whole or not at all. */
const BATCH_CHARACTERS = 1024 * 1024;
const BATCH_DOCUMENTS = 1000;

/**
 * Sends documents in batches, one after the other, and yields their results in order; `line` counts all documents, from 1.
 * Memory holds one batch. Every batch has an idempotency key, and every document an id, so a batch that is sent again writes
 * nothing twice.
 */
export async function* importDocuments(
  api: Api,
  source: DocumentSource,
  { onProgress, ...options }: ImportOptions,
): AsyncGenerator<ImportLineResult, ImportSummary, void> {
  const progress: ImportProgress = { created: 0, updated: 0, failed: 0 };
  let semanticTokens = 0;
  let sent = 0;
  for await (const lines of batchesOf(source)) {
    const { results, totals } = await sendBatch(api, lines, options);
    for (const status of ['created', 'updated', 'failed'] as const) progress[status] += totals[status];
    semanticTokens += totals.token_usage.semantic_tokens;
    onProgress?.({ ...progress });
    for (const result of results) yield { ...result, line: result.line + sent };
    sent += lines.length;
  }
  return { ...progress, semantic_tokens: semanticTokens };
}

/** The documents as lines of JSON, as many as fit into a request. */
async function* batchesOf(source: DocumentSource): AsyncGenerator<string[], void, void> {
  let lines: string[] = [];
  let length = 0;
  for await (const document of itemsOf(source)) {
    const line = lineOf(document);
    if (lines.length === BATCH_DOCUMENTS || (lines.length > 0 && length + line.length > BATCH_CHARACTERS)) {
      yield lines;
      lines = [];
      length = 0;
    }
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) yield lines;
}

/** With an id: a document without one would be added twice if its batch is sent again after a crash of the service. */
function lineOf(document: NewDocument): string {
  const isNameless = typeof document === 'object' && document !== null && document.id === undefined;
  // What is not JSON becomes a line that the service reports.
  return JSON.stringify(isNameless ? { ...document, id: `doc_${randomId()}` } : document) ?? 'null';
}

interface BatchResult {
  results: ImportLineResult[];
  totals: ImportResult;
}

function sendBatch(
  api: Api,
  lines: readonly string[],
  { mode = 'upsert', ...options }: Omit<ImportOptions, 'onProgress'>,
): Promise<BatchResult> {
  const request = {
    query: { mode },
    body: `${lines.join('\n')}\n`,
    contentType: 'application/x-ndjson',
  };
  return api.send('importDocuments', request, options, (_response, chunks) => readBatch(chunks));
}

/** The response is complete if its last line is there. */
async function readBatch(chunks: AsyncIterable<Uint8Array>): Promise<BatchResult> {
  const results: ImportLineResult[] = [];
  for await (const text of linesOf(chunks)) {
    const line: ImportLine = JSON.parse(text);
    if ('object' in line) return { results, totals: line };
    results.push(line);
  }
  throw new ConnectionError('The response to an import was cut off.', { code: 'connection_failed' });
}

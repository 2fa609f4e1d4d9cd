import type { Document } from '../../domain/document/document.js';
import type { DocumentWrite, WriteOutcome } from '../../storage/storage.js';
import type { OperationContext } from '../context.js';
import { requireTenants, visible } from '../tenancy.js';
import { embedDocuments } from './embed-documents.js';
import { documentExists } from './read-documents.js';
import { type NewDocument, toDocument } from './write-document.js';

/** One line of an import: a document, or the reason why it is invalid. */
export interface ImportLine {
  /** Counted from 1, including blank lines. */
  line: number;
  /** As sent; null if the line has none or can't be parsed. */
  id: string | null;
  sent: NewDocument | Error;
}

export interface LineResult {
  line: number;
  id: string | null;
  status: 'created' | 'updated' | 'failed';
  error: unknown;
}

export interface ImportSummary {
  created: number;
  updated: number;
  failed: number;
  semanticTokens: number;
}

export interface ImportRequest {
  mode: 'insert' | 'upsert';
  lines: AsyncIterable<ImportLine[]>;
  /** Receives the results in the order of the lines, when their writes are durable. */
  emit: (results: LineResult[]) => Promise<void>;
  /** Told how far the import is. */
  progress: ImportProgress;
}

export interface ImportProgress {
  /** Lines that have arrived. */
  received: number;
  /** Lines whose documents are stored. */
  written: number;
  failed: number;
}

/** Batches in preparation or waiting for the disk: enough to keep both busy, few enough to bound memory. */
const BATCHES_IN_FLIGHT = 8;

/**
 * Stores documents as they arrive; a line that fails stops nothing. Batches pass three stages: they are prepared side by
 * side, handed to the store in the order of their lines (an id that comes twice ends as its last line says), and reported
 * in that order. An import can outlast a change of the encoder, so each batch asks for the current context.
 */
export async function importDocuments(
  request: ImportRequest,
  currentContext: () => OperationContext,
): Promise<ImportSummary> {
  const summary: ImportSummary = { created: 0, updated: 0, failed: 0, semanticTokens: 0 };
  const inFlight: Promise<void>[] = [];
  let previouslyPrepared: Promise<unknown> = Promise.resolve();
  let previouslyReported: Promise<void> = Promise.resolve();
  for await (const lines of request.lines) {
    const context = currentContext();
    context.signal?.throwIfAborted();
    request.progress.received += lines.length;
    const preparation = prepareAll(lines, request.mode, context);
    const prepared = previouslyPrepared.then(() => preparation);
    // Batches wait for the store's commit together: the next one is handed over while this one is not durable yet.
    const stored = prepared.then((batch) => store(batch, context));
    const reported = previouslyReported.then(async () => report(await stored, summary, request));
    // Awaited later; a failure must not count as unhandled until then.
    for (const stage of [preparation, prepared, stored, reported]) stage.catch(() => undefined);
    previouslyPrepared = prepared;
    previouslyReported = reported;
    inFlight.push(reported);
    if (inFlight.length > BATCHES_IN_FLIGHT) await inFlight.shift();
  }
  await previouslyReported;
  return summary;
}

async function report(
  results: readonly CountedResult[],
  summary: ImportSummary,
  { emit, progress }: ImportRequest,
): Promise<void> {
  for (const { status, tokens } of results) {
    summary[status]++;
    progress[status === 'failed' ? 'failed' : 'written']++;
    summary.semanticTokens += tokens;
  }
  await emit(results.map(({ tokens: _, ...result }) => result));
}

interface Prepared {
  line: ImportLine;
  write: CountedWrite | Error;
}

type CountedWrite = DocumentWrite & { tokens: number };
type CountedResult = LineResult & { tokens: number };

/** All lines of a batch are embedded together. */
async function prepareAll(
  lines: readonly ImportLine[],
  mode: ImportRequest['mode'],
  context: OperationContext,
): Promise<Prepared[]> {
  const made = await Promise.all(lines.map((line) => makeDocument(line, context)));
  const documents = made.flatMap((document) => (document instanceof Error ? [] : [document]));
  const embedded = await embedDocuments(documents, context).catch(asError);
  let next = 0;
  return lines.map((line, index) => {
    const document = made[index];
    if (document instanceof Error) return { line, write: document };
    if (embedded instanceof Error) return { line, write: embedded };
    const { embedding, tokens } = embedded[next++];
    const decide = (current: Document | null) => replace(current, { line, document, mode }, context);
    return { line, write: { id: document.id, decide, embedding, tokens } };
  });
}

async function makeDocument({ sent }: ImportLine, context: OperationContext): Promise<Document | Error> {
  if (sent instanceof Error) return sent;
  try {
    requireTenants(context.caller, [sent.tenant_id]);
    return await toDocument(sent, context);
  } catch (error) {
    return asError(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('A line could not be prepared.', { cause: error });
}

function replace(
  current: Document | null,
  { line, document, mode }: { line: ImportLine; document: Document; mode: ImportRequest['mode'] },
  { caller }: OperationContext,
): Document {
  if (current === null) return document;
  if (mode === 'insert' || visible(caller, current) === null) throw documentExists(document.id);
  const createdAtSent = !(line.sent instanceof Error) && line.sent.created_at !== undefined;
  return createdAtSent ? document : { ...document, createdAt: current.createdAt };
}

async function store(prepared: readonly Prepared[], { collection }: OperationContext): Promise<CountedResult[]> {
  const writes = prepared.flatMap(({ write }) => (write instanceof Error ? [] : [write]));
  const settled = writes.length > 0 ? await collection.documents.write(writes) : [];
  let next = 0;
  return prepared.map(({ line, write }) =>
    write instanceof Error ? failed(line, write) : settle(line, write.tokens, settled[next++]),
  );
}

function settle(line: ImportLine, tokens: number, settled: PromiseSettledResult<WriteOutcome>): CountedResult {
  if (settled.status === 'rejected') return failed(line, settled.reason);
  const { change, previous } = settled.value;
  if (change.kind !== 'put') throw new Error('An import deletes nothing.');
  const status = previous === null ? 'created' : 'updated';
  return { line: line.line, id: change.document.id, status, error: null, tokens };
}

function failed({ line, id }: ImportLine, error: unknown): CountedResult {
  return { line, id, status: 'failed', error, tokens: 0 };
}

import type { Document } from '../../domain/document.js';
import { estimateTokens } from '../../domain/token-estimate.js';
import type { DocumentWrite, WriteOutcome } from '../../storage/storage.js';
import type { OperationContext } from '../context.js';
import { requireTenants, visible } from '../tenancy.js';
import { documentExists } from './document-id.js';
import { type NewDocument, toDocument } from './new-document.js';

/** One line of an import: a document, or why it is none. */
export interface ImportLine {
  /** From 1, blank lines counted. */
  line: number;
  /** As sent, where it can be told. */
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
  /** Takes the results in the order of the lines, as soon as what they tell of is durable. */
  emit: (results: LineResult[]) => Promise<void>;
}

/** So many batches may wait for the disk at once: enough to share a commit, few enough to keep memory small. */
const BATCHES_UNDER_WAY = 8;

/** Stores documents as they arrive. A line that fails stops nothing. */
export async function importDocuments(request: ImportRequest, context: OperationContext): Promise<ImportSummary> {
  const summary: ImportSummary = { created: 0, updated: 0, failed: 0, semanticTokens: 0 };
  const underWay: Promise<void>[] = [];
  let emitted = Promise.resolve();
  for await (const lines of request.lines) {
    const prepared = await Promise.all(lines.map((line) => prepare(line, request.mode, context)));
    // Writes are queued in the order of the lines, so that an id that comes twice ends as its last line says.
    const results = store(prepared, context);
    const previous = emitted;
    emitted = (async () => {
      const finished = await results;
      await previous;
      for (const result of finished) add(summary, result);
      await request.emit(finished.map(({ tokens: _, ...result }) => result));
    })();
    // Awaited later; a failure must not count as unhandled meanwhile.
    emitted.catch(() => undefined);
    underWay.push(emitted);
    if (underWay.length > BATCHES_UNDER_WAY) await underWay.shift();
  }
  await emitted;
  return summary;
}

interface Prepared {
  line: ImportLine;
  write: DocumentWrite | Error;
}

type CountedResult = LineResult & { tokens: number };

async function prepare(line: ImportLine, mode: ImportRequest['mode'], context: OperationContext): Promise<Prepared> {
  const { sent } = line;
  if (sent instanceof Error) return { line, write: sent };
  try {
    requireTenants(context.caller, [sent.tenant_id]);
    const document = await toDocument(sent, context);
    const decide = (current: Document | null): Document => {
      if (current === null) return document;
      if (mode === 'insert' || visible(context.caller, current) === null) throw documentExists(document.id);
      return { ...document, createdAt: sent.created_at ?? current.createdAt };
    };
    return { line, write: { id: document.id, decide } };
  } catch (error) {
    return {
      line,
      write: error instanceof Error ? error : new Error('A line could not be prepared.', { cause: error }),
    };
  }
}

async function store(prepared: readonly Prepared[], { collection }: OperationContext): Promise<CountedResult[]> {
  const writes = prepared.flatMap(({ write }) => (write instanceof Error ? [] : [write]));
  const settled = writes.length > 0 ? await collection.documents.write(writes) : [];
  let next = 0;
  return prepared.map(({ line, write }) =>
    write instanceof Error ? failed(line, write) : settle(line, settled[next++]),
  );
}

function settle(line: ImportLine, settled: PromiseSettledResult<WriteOutcome>): CountedResult {
  if (settled.status === 'rejected') return failed(line, settled.reason);
  const { change, previous } = settled.value;
  if (change.kind !== 'put') throw new Error('An import deletes nothing.');
  const { id, title, content } = change.document;
  const tokens = estimateTokens(title) + estimateTokens(content ?? '');
  return { line: line.line, id, status: previous === null ? 'created' : 'updated', error: null, tokens };
}

function failed({ line, id }: ImportLine, error: unknown): CountedResult {
  return { line, id, status: 'failed', error, tokens: 0 };
}

function add(summary: ImportSummary, { status, tokens }: CountedResult): void {
  summary[status]++;
  summary.semanticTokens += tokens;
}

import type { Cluster } from './cluster.js';
import type { ClusterFailure } from './cluster-errors.js';
import { readReportedError } from './reported-error.js';

/** Which state of a document was read. A write that names it is made only if nothing has changed since. */
export interface SeenVersion {
  seqNo: number;
  primaryTerm: number;
}

/** A `source` that is a string is JSON already. */
export type BulkOperation =
  /** Conflicts if the id is taken. */
  | { kind: 'create'; id: string; source: object | string }
  /** Without `seen`: whatever is there. */
  | { kind: 'put'; id: string; source: object | string; seen?: SeenVersion }
  | { kind: 'delete'; id: string; seen?: SeenVersion };

export type BulkOutcome =
  | { kind: 'done'; version: SeenVersion }
  /** Something else is stored than was expected. Nothing was changed. */
  | { kind: 'conflict' }
  /** There was nothing to delete. */
  | { kind: 'missing' }
  /** Nothing was changed, as far as the cluster knows. */
  | { kind: 'failed'; error: ClusterFailure };

interface BulkItem {
  status: number;
  _seq_no?: number;
  _primary_term?: number;
  error?: { type?: string };
}

export interface BulkOptions {
  signal?: AbortSignal;
  milliseconds?: number;
}

/**
 * Makes writes to the index behind `alias`, those to one id in their order. Each has its own outcome, in the order of the
 * operations. Rejects if the request as a whole fails; with `outcomeUnknown`, some may have been made.
 */
export async function bulk(
  cluster: Cluster,
  alias: string,
  operations: readonly BulkOperation[],
  options: BulkOptions = {},
): Promise<BulkOutcome[]> {
  if (operations.length === 0) return [];
  const { body } = await cluster.write<{ items: Record<string, BulkItem>[] }>({
    ...options,
    method: 'POST',
    path: `/${alias}/_bulk`,
    query: {
      // Without its alias, the index is gone: OpenSearch would make a new one with a mapping of its own.
      require_alias: true,
      // The cluster gives up before we do. So it can still say that nothing was written.
      timeout: `${Math.ceil(0.8 * (options.milliseconds ?? cluster.requestMilliseconds))}ms`,
      filter_path: 'items.*.status,items.*._seq_no,items.*._primary_term,items.*.error',
    },
    lines: operations.flatMap(linesOf),
  });
  return body.items.map((item) => outcomeOf(Object.values(item)[0]));
}

function linesOf(operation: BulkOperation): (object | string)[] {
  const { kind, id } = operation;
  if (kind === 'create') return [{ create: { _id: id } }, operation.source];
  const { seen } = operation;
  const header =
    seen === undefined ? { _id: id } : { _id: id, if_seq_no: seen.seqNo, if_primary_term: seen.primaryTerm };
  return kind === 'put' ? [{ index: header }, operation.source] : [{ delete: header }];
}

function outcomeOf(item: BulkItem): BulkOutcome {
  const { status, error, _seq_no: seqNo, _primary_term: primaryTerm } = item;
  if (error === undefined && status === 404) return { kind: 'missing' };
  if (error === undefined && seqNo !== undefined && primaryTerm !== undefined) {
    return { kind: 'done', version: { seqNo, primaryTerm } };
  }
  if (error?.type === 'version_conflict_engine_exception') return { kind: 'conflict' };
  return { kind: 'failed', error: readReportedError({ status, error }) };
}

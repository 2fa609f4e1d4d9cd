import {
  ClusterDenial,
  type ClusterFailure,
  ClusterRefusal,
  ClusterTrouble,
  INDEX_MISSING,
  type TroubleKind,
} from './cluster-errors.js';

/** An error as OpenSearch reports it, for a whole request or for one line of a bulk request. */
export interface ReportedError {
  status: number;
  /** `{ type, reason, root_cause, caused_by, … }`; anything else if it was not OpenSearch that answered. */
  error: unknown;
  retryAfterSeconds?: number;
}

interface Explanation {
  type: string;
  reason: string;
}

/** Limits of a query that OpenSearch reports as if it were unavailable. The same query reaches them again. */
const TOO_MUCH_ASKED = /^too_many_(buckets|clauses|nested_clauses)/;

/** The first row that fits says what an error means. A type counts wherever it stands among the causes. */
const TROUBLES: readonly { kind: TroubleKind; type: RegExp; reason?: RegExp; message: string }[] = [
  {
    kind: 'read_only',
    type: /^cluster_block_exception$/,
    reason: /flood-stage|read-only-allow-delete|create-index blocked/,
    message:
      'OpenSearch takes no writes, because a disk of a node is nearly full. Free space or add a node: it lifts the block itself.',
  },
  {
    kind: 'no_manager',
    type: /^cluster_block_exception$/,
    reason: /no cluster.?manager|no master|not recovered/,
    message: 'OpenSearch has no cluster manager at the moment. If it elects none, check that most of its nodes run.',
  },
  {
    kind: 'read_only',
    type: /^cluster_block_exception$/,
    message: 'An index of OpenSearch is blocked. Remove the block from its settings (index.blocks).',
  },
  {
    kind: 'no_manager',
    type: /(cluster_manager|master)_not_discovered|not_(cluster_manager|master)|failed_to_commit_cluster_state|process_cluster_event_timeout/,
    message: 'OpenSearch has no cluster manager at the moment. If it elects none, check that most of its nodes run.',
  },
  {
    kind: 'overloaded',
    type: /rejected_execution|circuit_breaking|too_many_requests|too_many_scroll_contexts/,
    message:
      'OpenSearch is overloaded and rejects requests. If that does not pass, give its nodes more memory or add some.',
  },
  {
    kind: 'shards_unavailable',
    type: /unavailable_shards|no_shard_available|shard_not_found|illegal_index_shard_state|index_shard_recovering/,
    message:
      'A part of the index is not available in OpenSearch. Check the health of the cluster (GET _cluster/health).',
  },
  {
    kind: 'shards_unavailable',
    type: /^search_context_missing_exception$/,
    message: 'OpenSearch no longer has the state of the index that a list is read from: a node has left. Try again.',
  },
  {
    kind: 'index_missing',
    type: /^(index_not_found|aliases_not_found)_exception$/,
    message: INDEX_MISSING,
  },
  {
    kind: 'index_missing',
    type: /^index_closed_exception$/,
    message: 'An index of Sextant is closed in OpenSearch. Open it (POST <index>/_open).',
  },
  {
    kind: 'timeout',
    type: /^timeout_exception$|receive_timeout|task_cancelled|elasticsearch_timeout|opensearch_timeout/,
    message: 'OpenSearch did not answer in time. Check the load and the health of its nodes.',
  },
  {
    kind: 'unreachable',
    type: /node_(not_)?(dis)?connected|node_closed|connect_transport|node_disconnected/,
    message: 'A node of OpenSearch has left the cluster. If it does not come back, check that its nodes run.',
  },
];

const TROUBLE_BY_STATUS: Readonly<Record<number, { kind: TroubleKind; message: string }>> = {
  408: { kind: 'timeout', message: 'OpenSearch did not answer in time. Check the load and the health of its nodes.' },
  409: { kind: 'conflict', message: 'The same was changed by somebody else at the same time. Try again.' },
  429: {
    kind: 'overloaded',
    message:
      'OpenSearch is overloaded and rejects requests. If that does not pass, give its nodes more memory or add some.',
  },
  502: { kind: 'unreachable', message: 'The proxy before OpenSearch reaches no node. Check that its nodes run.' },
  503: {
    kind: 'shards_unavailable',
    message: 'OpenSearch is not available at the moment. Check the health of the cluster (GET _cluster/health).',
  },
  504: { kind: 'timeout', message: 'OpenSearch did not answer in time. Check the load and the health of its nodes.' },
};

/** Whether the error may pass (`ClusterTrouble`), comes from a lack of rights (`ClusterDenial`), or will come again (`ClusterRefusal`). */
export function readReportedError(report: ReportedError, cause?: unknown): ClusterFailure {
  const { status, retryAfterSeconds } = report;
  const explanations = explanationsOf(report.error);
  const isTooMuch = explanations.some(({ type }) => TOO_MUCH_ASKED.test(type));
  const trouble = isTooMuch
    ? undefined
    : (TROUBLES.find((row) =>
        explanations.some(({ type, reason }) => row.type.test(type) && (row.reason?.test(reason) ?? true)),
      ) ?? TROUBLE_BY_STATUS[status]);
  if (trouble !== undefined) return new ClusterTrouble(trouble.kind, trouble.message, { retryAfterSeconds, cause });
  const said = wordsOf(explanations, status);
  if (status >= 500 && !isTooMuch) {
    return new ClusterTrouble('failed', 'OpenSearch failed. Its logs say why.', {
      cause: cause ?? new Error(said),
      outcomeUnknown: true,
    });
  }
  if (status === 401) return new ClusterDenial(WRONG_CREDENTIALS, null, { cause });
  if (status === 403) return new ClusterDenial(NO_PERMISSION, said, { cause });
  if (status === 413) return new ClusterDenial(TOO_LARGE, null, { cause });
  return new ClusterRefusal(`OpenSearch refuses the request: ${said}`, explanations[0]?.type ?? null, { cause });
}

const WRONG_CREDENTIALS =
  'OpenSearch does not accept the credentials of Sextant. Correct SEXTANT_OPENSEARCH_USERNAME and ' +
  'SEXTANT_OPENSEARCH_PASSWORD, or the client certificate, and restart Sextant.';

const NO_PERMISSION =
  'OpenSearch does not allow the user of Sextant to do that. Give it the permission that the log of Sextant names.';

const TOO_LARGE = 'OpenSearch refuses the request as too large. Raise http.max_content_length of its nodes.';

/** Values of documents may be quoted in a reason, and the reason may get into a log: it is cut. */
function wordsOf(explanations: readonly Explanation[], status: number): string {
  const [first] = explanations;
  if (first === undefined) return `status ${status}`;
  const deepest = explanations.at(-1)!;
  const said =
    deepest === first ? `${first.type}: ${first.reason}` : `${first.type}: ${first.reason} (${deepest.reason})`;
  return said.length > 500 ? `${said.slice(0, 500)}…` : said;
}

/** The error, its root causes, those of failed shards, and what caused them, outermost first. */
function explanationsOf(error: unknown, depth = 0): Explanation[] {
  if (typeof error === 'string') return [{ type: '', reason: error }];
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { type, reason, root_cause, failed_shards, caused_by } = error as Record<string, unknown>;
  const own = typeof type === 'string' ? [{ type, reason: typeof reason === 'string' ? reason : '' }] : [];
  const inner = [
    ...(Array.isArray(failed_shards)
      ? failed_shards.map((shard) => (shard as { reason?: unknown } | null)?.reason)
      : []),
    ...(Array.isArray(root_cause) ? root_cause : []),
    caused_by,
  ];
  return [...own, ...inner.flatMap((cause) => explanationsOf(cause, depth + 1))];
}

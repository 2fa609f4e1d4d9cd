import { errors } from '@opensearch-project/opensearch';
import { ClusterDenial, ClusterTrouble } from './cluster-errors.js';
import { type ReportedError, readReportedError } from './reported-error.js';

/** Messages of errors that happen before anything is sent: the name is not known, the port is closed, there is no way. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/;
/** What the client writes if all addresses of a host name refuse: Node.js then reports an error without a message. */
const ALL_ADDRESSES_REFUSED = 'Connection Error';
const TLS_PROBLEM = /certificate|wrong version number|EPROTO|alert/i;

/** Says in our own errors what went wrong with a request. What is not a failure of the cluster is returned as it is. */
export function readFailure(failure: unknown): unknown {
  hideRequest(failure);
  if (failure instanceof errors.ResponseError) {
    return readReportedError(reportOf(failure), failure);
  }
  if (failure instanceof errors.TimeoutError) return timedOut(failure);
  if (failure instanceof errors.DeserializationError) return malformed(failure);
  if (failure instanceof errors.ConnectionError && TLS_PROBLEM.test(failure.message)) {
    return new ClusterDenial(
      'No secure connection to OpenSearch can be made. Check SEXTANT_OPENSEARCH_URL, SEXTANT_OPENSEARCH_CA_FILE, ' +
        'SEXTANT_OPENSEARCH_CERT_FILE, SEXTANT_OPENSEARCH_KEY_FILE and the certificates of the nodes, and restart Sextant.',
      failure.message,
      { cause: failure },
    );
  }
  if (failure instanceof errors.OpenSearchClientError && !(failure instanceof errors.SerializationError)) {
    return new ClusterTrouble(
      'unreachable',
      'OpenSearch is not reachable. Check that its nodes run and that SEXTANT_OPENSEARCH_URL names them.',
      { cause: failure, outcomeUnknown: !isNeverSent(failure) },
    );
  }
  return failure;
}

export function timedOut(cause: unknown): ClusterTrouble {
  return new ClusterTrouble(
    'timeout',
    'OpenSearch did not answer in time. Check the load and the health of its nodes.',
    { cause, outcomeUnknown: true },
  );
}

export function malformed(cause: unknown): ClusterTrouble {
  return new ClusterTrouble(
    'malformed',
    'What answers at SEXTANT_OPENSEARCH_URL does not answer like OpenSearch. Check the address, and any proxy before it.',
    { cause, outcomeUnknown: true },
  );
}

function isNeverSent(failure: Error): boolean {
  return (
    failure instanceof errors.NoLivingConnectionsError ||
    failure.message === ALL_ADDRESSES_REFUSED ||
    NEVER_SENT.test(failure.message)
  );
}

function reportOf(failure: InstanceType<typeof errors.ResponseError>): ReportedError {
  const { body, statusCode, headers } = failure;
  const retryAfter = Number(headers?.['retry-after']);
  return {
    status: statusCode,
    error: typeof body === 'object' && body !== null ? body.error : null,
    retryAfterSeconds: retryAfter > 0 ? Math.ceil(retryAfter) : undefined,
  };
}

/** The client keeps request and answer with its errors. They hold texts of documents, which must not get into logs. */
function hideRequest(failure: unknown): void {
  if (!(failure instanceof errors.OpenSearchClientError)) return;
  for (const property of ['meta', 'data']) {
    if (Object.hasOwn(failure, property)) Object.defineProperty(failure, property, { enumerable: false });
  }
}

import { Unavailable } from '../domain/errors/unavailable.js';

/** What keeps a cluster from answering, and may pass. */
export type TroubleKind =
  /** No node answers at its address. */
  | 'unreachable'
  /** A node did not answer in time. */
  | 'timeout'
  /** A node has more to do than it can. */
  | 'overloaded'
  /** The nodes have not agreed who manages the cluster. */
  | 'no_manager'
  /** No copy of a part of the index is on a node that answers. */
  | 'shards_unavailable'
  /** An index is gone, closed, or no longer found by its alias. */
  | 'index_missing'
  /** An index takes no writes, mostly because a disk is nearly full. */
  | 'read_only'
  /** Somebody else changed the same thing at the same time. */
  | 'conflict'
  /** What came back is no answer of OpenSearch. */
  | 'malformed'
  /** The cluster reports an error of its own. */
  | 'failed';

/**
 * The cluster can't do now what it is asked for. It may be able to later, without a restart of Sextant. The message says what
 * is wrong and what to do, and names no address: it may be shown to callers of the API. `cause` has the details.
 */
export class ClusterTrouble extends Unavailable {
  override readonly name = 'ClusterTrouble';
  /** Whether what was asked for may have been done all the same: the request was sent, and no answer came. */
  readonly outcomeUnknown: boolean;

  constructor(
    readonly kind: TroubleKind,
    message: string,
    options: { retryAfterSeconds?: number; outcomeUnknown?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.retryAfterSeconds ?? RETRY_AFTER_SECONDS[kind], { cause: options.cause });
    this.outcomeUnknown = options.outcomeUnknown ?? false;
  }
}

/** A new manager is elected within seconds; a full disk takes a person. */
const RETRY_AFTER_SECONDS: Readonly<Record<TroubleKind, number>> = {
  unreachable: 2,
  timeout: 1,
  overloaded: 1,
  no_manager: 5,
  shards_unavailable: 5,
  index_missing: 30,
  read_only: 30,
  conflict: 1,
  malformed: 2,
  failed: 2,
};

/**
 * The cluster does not let us in, or not do what we ask for, until somebody changes a password, a permission, a certificate or a limit.
 * That may happen while Sextant runs. The message may be shown to callers of the API; `details` may name users and hosts.
 */
export class ClusterDenial extends Unavailable {
  override readonly name = 'ClusterDenial';

  constructor(
    message: string,
    readonly details: string | null = null,
    options: { cause?: unknown } = {},
  ) {
    super(message, DENIED_SECONDS, options);
  }

  /** For whoever runs Sextant. */
  get inDetail(): string {
    return this.details === null ? this.message : `${this.message} (${this.details})`;
  }
}

const DENIED_SECONDS = 30;

export const INDEX_MISSING =
  'An index of Sextant, or its alias, is missing in OpenSearch. Restore it from a snapshot of the cluster. Or restart Sextant: it adds ' +
  'a missing alias, and makes a missing index anew, empty.';

/** The cluster says no, and will say no again until somebody changes a setting or this program. */
export class ClusterRefusal extends Error {
  override readonly name = 'ClusterRefusal';

  constructor(
    message: string,
    /** The type that OpenSearch gives the error, such as `mapper_parsing_exception`; null if it did not answer. */
    readonly type: string | null = null,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

export type ClusterFailure = ClusterTrouble | ClusterDenial | ClusterRefusal;

export function isClusterFailure(error: unknown): error is ClusterFailure {
  return error instanceof ClusterTrouble || error instanceof ClusterDenial || error instanceof ClusterRefusal;
}

import { failure, type ServiceError } from '../../domain/errors/error.js';

const WHAT_HELPS = 'If this happens again, the log says why: a smaller SEXTANT_MAP_DOCUMENTS or more memory may help.';

/** The thread that keeps the maps has ended in the middle of a request. The next request starts another. */
export function mapThreadEnded(): ServiceError {
  const message = `The thread that keeps the map has ended. It starts again with the next request. ${WHAT_HELPS}`;
  return failure('overloaded', message, { retryAfterSeconds: 1 });
}

/** There is no map to show, and making one has just failed. */
export function mapNotMade(pauseMilliseconds: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(pauseMilliseconds / 1000));
  const message = `The map could not be made. It is tried again in ${retryAfterSeconds} seconds. ${WHAT_HELPS}`;
  return failure('overloaded', message, { retryAfterSeconds });
}

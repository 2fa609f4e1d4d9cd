import { ConnectionError, SextantError } from './errors.js';

/** Statuses of failures that may pass. All others mean that the same request would fail again. */
const TEMPORARY = [408, 429, 502, 503, 504];
/** Statuses and codes of refusals that come before anything is done. */
const REFUSED_FIRST: readonly (number | string)[] = [408, 429, 'starting', 'shutting_down', 'overloaded'];
const NO_CONNECTION: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];
const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_WAIT_SECONDS = 8;
/** A service that asks for more patience than a rate limit ever needs is left alone. */
const LONGEST_RETRY_AFTER_SECONDS = 90;

/** How long to wait before the next attempt, in milliseconds; null if another one is of no use. */
export function waitBeforeRetry(error: unknown, attempt: number): number | null {
  if (!(error instanceof SextantError) || !mayPass(error)) return null;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === null) return backOff(attempt) * 1000;
  if (retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS) return null;
  // Never earlier than asked for, and spread, so that clients that were refused together don't return together.
  return (retryAfterSeconds + Math.random() * Math.min(1, backOff(attempt))) * 1000;
}

function mayPass(error: SextantError): boolean {
  if (error instanceof ConnectionError) return true;
  if (error.status === null || !TEMPORARY.includes(error.status)) return false;
  // The service sends Retry-After if a retry can help; without a language model, for example, it can't.
  return !(error.status === 503 && error.type !== null && error.retryAfterSeconds === null);
}

/** Whether an attempt that failed so may have been carried out all the same. */
export function mayBeDone(error: unknown): boolean {
  if (!(error instanceof SextantError) || neverArrived(error)) return false;
  return !REFUSED_FIRST.includes(error.status ?? 0) && !REFUSED_FIRST.includes(error.code);
}

/** Node says why there was no connection; browsers don't. */
function neverArrived(error: SextantError): boolean {
  const reason = error instanceof ConnectionError && error.cause instanceof Error ? error.cause.cause : null;
  return reason instanceof Error && 'code' in reason && NO_CONNECTION.includes(reason.code);
}

/** Doubles with every attempt, with a random part of up to a half. */
function backOff(attempt: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}

/** Resolves after a while, or rejects with the reason of the signal. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

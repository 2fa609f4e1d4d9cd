import { ConnectionError, SextantError } from './errors.js';

/** Statuses of failures that may pass. All others mean that the same request would fail again. */
const TEMPORARY = [408, 429, 502, 503, 504];
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

/** Whether an attempt that failed so may have been carried out all the same. A rate limit refuses before anything is done. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof SextantError && error.status !== 429;
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

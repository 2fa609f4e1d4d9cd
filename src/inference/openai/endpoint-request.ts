import { setTimeout as sleep } from 'node:timers/promises';
import { failure, ServiceError } from '../../domain/errors/error.js';

/** An OpenAI-compatible API, for one of its uses. */
export interface Endpoint {
  /** What messages call it: "The … answered with status 500." */
  title: string;
  /** Up to where the path of the use follows. */
  url: string;
  apiKey: string | null;
  /** The pause before a second attempt; it doubles with each further one. */
  pauseMilliseconds: number;
  /** Is told what the caller is not: what the endpoint said. */
  onFailure: (error: Error) => void;
}

export interface EndpointCall<Answer> {
  path: string;
  body: object;
  /** Makes sense of a response with a status of success. What it throws, if no `ServiceError`, is worth another attempt. */
  read: (response: Response) => Promise<Answer>;
  /** What a refusal means to the caller, where it means something particular; otherwise null. */
  explain?: (status: number, said: string) => ServiceError | null;
}

const ATTEMPTS = 4;
const LONGEST_PAUSE_MILLISECONDS = 10_000;
const LONGEST_COMPLAINT_BYTES = 64 * 1024;

/** An attempt that failed, and whether another one may help. */
class FailedAttempt extends Error {
  constructor(
    message: string,
    readonly refusal: ServiceError,
    readonly retry: { afterMilliseconds: number } | null,
  ) {
    super(message);
  }
}

/**
 * Sends a request. Tries again after a pause when the endpoint is overloaded, broken or out of reach. Rejects with the
 * signal's reason when that aborts; but with the last failure when the time ends during a pause: then the endpoint was not slow.
 */
export async function askEndpoint<Answer>(
  endpoint: Endpoint,
  call: EndpointCall<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const result = await tryOnce(endpoint, call, signal).catch((error) => error);
    if (!(result instanceof Error)) return result;
    signal.throwIfAborted();
    if (!(result instanceof FailedAttempt)) throw result;
    const { retry } = result;
    if (retry !== null && attempt < ATTEMPTS) {
      await pause(endpoint.pauseMilliseconds * 2 ** (attempt - 1), retry.afterMilliseconds, signal);
      if (!signal.aborted) continue;
      if (!isTimeLimit(signal.reason)) throw signal.reason;
    }
    endpoint.onFailure(result);
    throw result.refusal;
  }
}

/** What `AbortSignal.timeout` aborts with. */
function isTimeLimit(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** Ends early when the signal aborts. */
async function pause(backOff: number, asked: number, signal: AbortSignal): Promise<void> {
  const jittered = backOff * (0.5 + Math.random());
  const milliseconds = Math.min(Math.max(jittered, asked), LONGEST_PAUSE_MILLISECONDS);
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

async function tryOnce<Answer>(endpoint: Endpoint, call: EndpointCall<Answer>, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(`${endpoint.url.replace(/\/+$/, '')}${call.path}`, {
      method: 'POST',
      headers: headersFor(endpoint),
      body: JSON.stringify(call.body),
      // Texts of documents go to the configured address alone, wherever it points. A redirect is a refusal like any other.
      redirect: 'manual',
      signal,
    });
    if (!response.ok) throw await refused(endpoint, call, response);
    return await call.read(response);
  } catch (error) {
    if (error instanceof FailedAttempt || error instanceof ServiceError) throw error;
    throw outOfReach(endpoint, error);
  }
}

function headersFor({ apiKey }: Endpoint): Record<string, string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return apiKey === null ? headers : { ...headers, authorization: `Bearer ${apiKey}` };
}

async function refused<Answer>(
  { title }: Endpoint,
  { explain }: EndpointCall<Answer>,
  response: Response,
): Promise<FailedAttempt> {
  const said = (await readText(response, LONGEST_COMPLAINT_BYTES)) ?? '';
  const worthRetrying = response.status === 429 || response.status >= 500;
  const seconds = Number(response.headers.get('retry-after')) || 0;
  return new FailedAttempt(
    `The ${title} answered ${response.status}: ${said.slice(0, 500)}`,
    explain?.(response.status, said) ??
      failure('model_failed', `The ${title} answered with status ${response.status}.`),
    worthRetrying ? { afterMilliseconds: seconds * 1000 } : null,
  );
}

function outOfReach({ title }: Endpoint, error: unknown): FailedAttempt {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new FailedAttempt(
    `The ${title} can't be reached: ${cause}`,
    failure('model_failed', `The ${title} can't be reached.`),
    { afterMilliseconds: 0 },
  );
}

/** The whole body; null if it is longer than `limit` bytes, which are then all that was read. */
export async function readText(response: Response, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bodyOf(response)) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Leaving the loop early lets go of the connection. */
export function bodyOf(response: Response): AsyncIterable<Uint8Array> {
  return response.body ?? new ReadableStream();
}

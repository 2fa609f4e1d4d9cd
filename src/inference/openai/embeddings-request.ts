import { setTimeout as sleep } from 'node:timers/promises';
import { failure, ServiceError } from '../../domain/error.js';
import { type EmbeddingsAnswer, readEmbeddingsAnswer } from './embeddings-answer.js';

export interface Endpoint {
  /** Up to where `/embeddings` follows. */
  url: string;
  apiKey: string | null;
  model: string;
  timeoutMilliseconds: number;
  /** The pause before a second attempt; it doubles with each further one. */
  pauseMilliseconds: number;
  /** Is told what the caller is not: what the endpoint said. */
  onFailure: (error: Error) => void;
}

const ATTEMPTS = 4;
const LONGEST_PAUSE_MILLISECONDS = 10_000;

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

/** Asks the endpoint for vectors. Tries again after a pause when it is overloaded, broken or out of reach. */
export async function requestEmbeddings(
  endpoint: Endpoint,
  input: readonly string[],
  stop: AbortSignal,
): Promise<EmbeddingsAnswer> {
  for (let attempt = 1; ; attempt++) {
    const result = await tryOnce(endpoint, input, stop).catch((error) => error);
    if (!(result instanceof Error)) return result;
    if (stop.aborted) throw failure('shutting_down', 'The service is stopping.');
    if (!(result instanceof FailedAttempt)) throw result;
    if (result.retry === null || attempt === ATTEMPTS) {
      endpoint.onFailure(result);
      throw result.refusal;
    }
    await pause(endpoint.pauseMilliseconds * 2 ** (attempt - 1), result.retry.afterMilliseconds, stop);
  }
}

/** A stop during the pause is noticed by the attempt that follows. */
async function pause(backOff: number, asked: number, stop: AbortSignal): Promise<void> {
  const jittered = backOff * (0.5 + Math.random());
  const milliseconds = Math.min(Math.max(jittered, asked), LONGEST_PAUSE_MILLISECONDS);
  await sleep(milliseconds, undefined, { signal: stop }).catch(() => undefined);
}

async function tryOnce(endpoint: Endpoint, input: readonly string[], stop: AbortSignal): Promise<EmbeddingsAnswer> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMilliseconds);
  try {
    const response = await fetch(`${endpoint.url.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: headersFor(endpoint),
      body: JSON.stringify({ model: endpoint.model, input, encoding_format: 'float' }),
      signal: AbortSignal.any([timeout, stop]),
    });
    if (!response.ok) throw await refused(response);
    return readEmbeddingsAnswer(await response.text(), input.length);
  } catch (error) {
    if (error instanceof FailedAttempt || error instanceof ServiceError) throw error;
    throw timeout.aborted ? tooSlow() : outOfReach(error);
  }
}

function headersFor({ apiKey }: Endpoint): Record<string, string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return apiKey === null ? headers : { ...headers, authorization: `Bearer ${apiKey}` };
}

async function refused(response: Response): Promise<FailedAttempt> {
  const said = (await response.text()).slice(0, 500);
  const worthRetrying = response.status === 429 || response.status >= 500;
  const seconds = Number(response.headers.get('retry-after')) || 0;
  return new FailedAttempt(
    `The embeddings endpoint answered ${response.status}: ${said}`,
    failure('model_failed', `The embeddings endpoint answered with status ${response.status}.`),
    worthRetrying ? { afterMilliseconds: seconds * 1000 } : null,
  );
}

/** No further attempt: the caller has waited long enough. */
function tooSlow(): FailedAttempt {
  const message = 'The embeddings endpoint did not answer in time.';
  return new FailedAttempt(message, failure('model_timeout', message), null);
}

function outOfReach(error: unknown): FailedAttempt {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new FailedAttempt(
    `The embeddings endpoint can't be reached: ${cause}`,
    failure('model_failed', "The embeddings endpoint can't be reached."),
    { afterMilliseconds: 0 },
  );
}

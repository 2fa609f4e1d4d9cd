import { ConnectionError, errorOf, foreignError, isErrorBody, SextantError, TimeoutError } from './errors.js';
import type { CallOptions, SextantOptions } from './options.js';
import { mayBeDone, sleep, waitBeforeRetry } from './retry.js';

/** A request that can be sent again: its body is not a stream. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** With the query string. */
  path: string;
  headers?: Record<string, string>;
  body?: string | ArrayBuffer | Blob;
  /** How long an attempt may take unless the caller says otherwise. */
  usualMilliseconds: number;
}

/** An answer as it came. */
export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
}

const RETRIES = 3;

/** Sends requests to one service with one key; retries, limits their time and turns failures into errors. */
export class Transport {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof fetch;
  readonly #defaults: { timeout: number | undefined; retries: number };

  constructor({ url, key, headers, fetch, timeout, retries = RETRIES }: SextantOptions) {
    // Throws for what is not a URL, before the first request does.
    this.#origin = new URL(url).href.replace(/\/+$/, '');
    this.#headers = { ...headers, 'X-API-Key': key };
    // Browsers refuse to run a fetch that has become a method of something else.
    this.#fetch =
      fetch === undefined ? (...request) => globalThis.fetch(...request) : (...request) => fetch(...request);
    this.#defaults = { timeout, retries };
  }

  /** Sends a request and reads the response. A response that breaks off is a failed attempt like any other. */
  send<Result>(
    request: HttpRequest,
    options: CallOptions,
    read: (response: Response, chunks: AsyncGenerator<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    return this.#retrying(options, async () => {
      const { response, watch } = await this.#start(request, options);
      try {
        return await read(response, chunksOf(response, watch));
      } catch (error) {
        throw watch.explain(error);
      } finally {
        watch.end();
      }
    });
  }

  /** Sends a request and returns the response as it arrives. Only what fails before the response begins is retried. */
  async stream(request: HttpRequest, options: CallOptions): Promise<AsyncGenerator<Uint8Array>> {
    const { response, watch } = await this.#retrying(options, () => this.#start(request, options));
    return chunksOf(response, watch);
  }

  /** Sends a request once and returns whatever is answered, errors of the service included. */
  async exchange(request: HttpRequest, options: CallOptions): Promise<RawResponse> {
    const { response, watch } = await this.#open(request, options);
    try {
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    } catch (error) {
      throw watch.explain(error);
    } finally {
      watch.end();
    }
  }

  async #retrying<Result>(options: CallOptions, attempt: () => Promise<Result>): Promise<Result> {
    const { signal, retries = this.#defaults.retries } = options;
    let isOpen = false;
    for (let sent = 1; ; sent++) {
      signal?.throwIfAborted();
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof SextantError) Object.assign(error, { attempts: sent, mayBeDone: isOpen });
        isOpen ||= mayBeDone(error);
        const wait = sent > retries ? null : waitBeforeRetry(error, sent);
        if (wait === null) throw error;
        await sleep(wait, signal);
      }
    }
  }

  async #start(request: HttpRequest, options: CallOptions): Promise<Started> {
    const started = await this.#open(request, options);
    const { response, watch } = started;
    if (response.ok) return started;
    try {
      throw await failureOf(response);
    } catch (error) {
      watch.end();
      throw watch.explain(error);
    }
  }

  async #open(request: HttpRequest, options: CallOptions): Promise<Started> {
    const { method, path, headers, body, usualMilliseconds } = request;
    const watch = new Watch(options.timeout ?? this.#defaults.timeout ?? usualMilliseconds, options.signal);
    try {
      const response = await this.#fetch(`${this.#origin}${path}`, {
        method,
        headers: { ...this.#headers, ...headers },
        body,
        signal: watch.signal,
      });
      return { response, watch };
    } catch (error) {
      watch.end();
      throw watch.explain(error);
    }
  }
}

interface Started {
  response: Response;
  watch: Watch;
}

/** Ends an attempt when nothing arrives for too long, or when the caller's signal says so. */
class Watch {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #outer: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;

  constructor(milliseconds: number, outer: AbortSignal | undefined) {
    this.#milliseconds = milliseconds;
    this.#outer = outer;
    outer?.addEventListener('abort', this.#abort, { once: true });
    this.extend();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something has arrived. */
  extend(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#controller.abort();
    }, this.#milliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }

  /** What made an attempt fail: the caller, the time limit, the service or the connection. */
  explain(error: unknown): unknown {
    if (this.#outer?.aborted === true) return this.#outer.reason;
    if (this.#isLate) {
      const message = `Nothing arrived from the service for ${this.#milliseconds / 1000} seconds.`;
      return new TimeoutError(message, { code: 'timeout' }, error);
    }
    if (error instanceof SextantError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new ConnectionError(`The connection to the service failed: ${reason}`, { code: 'connection_failed' }, error);
  }

  readonly #abort = () => this.#controller.abort(this.#outer?.reason);
}

/** The body as it arrives. Whoever stops reading closes the connection. */
async function* chunksOf({ body }: Response, watch: Watch): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const read = await reader?.read();
      if (read === undefined || read.done) return;
      watch.extend();
      yield read.value;
    }
  } catch (error) {
    throw watch.explain(error);
  } finally {
    watch.end();
    reader?.cancel().catch(() => undefined);
  }
}

async function failureOf(response: Response): Promise<SextantError> {
  const { status } = response;
  const retryAfterSeconds = retryAfter(response.headers.get('Retry-After'));
  const body = await response.json().catch(() => null);
  return isErrorBody(body) ? errorOf(body, { status, retryAfterSeconds }) : foreignError(status, retryAfterSeconds);
}

/** Sextant sends seconds; a proxy may send a date. */
function retryAfter(header: string | null): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

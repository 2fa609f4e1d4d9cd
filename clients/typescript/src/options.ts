export interface SextantOptions {
  /** Where the service is: `http://127.0.0.1:8180`. */
  url: string;
  /** An API key. Don't put one into a web page that others can open: give them a key of their own, bound to their tenant. */
  key: string;
  /** The API version, the first segment of every path. */
  version?: string;
  /** Sent with every request: `{ 'X-Query-Log': 'off' }` keeps searches out of the query log. */
  headers?: Record<string, string>;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch;
  /**
   * How long an attempt may take, in milliseconds; for streams, how long nothing may arrive. Default: two minutes, and
   * almost five for imports, uploads and where a language model may write.
   */
  timeout?: number;
  /** How often a failed request is sent again, if that may help. Default: 3. */
  retries?: number;
}

/** What can be said about a single call. */
export interface CallOptions {
  /** Ends the call; it then rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** Instead of those of the client. */
  timeout?: number;
  retries?: number;
}

/** For calls that write. */
export interface WriteOptions extends CallOptions {
  /** Calls with the same key write once. By default every call has a new one, which its retries share. */
  idempotencyKey?: string;
}

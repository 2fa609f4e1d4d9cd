import { type Config, loadConfig } from '../config.js';
import { CommandError, type Terminal, UsageError } from './command.js';

/** A running service, and a key for it. */
export interface ServiceTarget {
  /** Without a slash at its end. */
  url: string;
  key: string;
}

/** Statuses of temporary failures: a retry may succeed. */
export const TEMPORARY_STATUSES = [408, 429, 502, 503, 504];

/** From the command line, or else from the environment. */
export function serviceTarget(values: { url?: string; key?: string }, terminal: Terminal): ServiceTarget {
  const config = loadConfig(terminal.environment);
  const key = values.key ?? config.apiKey;
  if (key === null) {
    throw new CommandError(
      'An API key is required: use --key KEY or SEXTANT_API_KEY. Create one with `sextant keys create --name import`.',
    );
  }
  // Anything else cannot be sent in a header.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('--key contains characters that are not allowed in an API key.');
  return { url: values.url === undefined ? defaultUrl(config) : checkUrl(values.url), key };
}

/** Fails early if there is no service or it rejects the key. */
export async function checkTarget(target: ServiceTarget): Promise<void> {
  const response = await fetch(`${target.url}/versions`, { headers: { 'X-API-Key': target.key } }).catch((error) => {
    throw new CommandError(
      `There is no service at ${target.url} (${reasonOf(error)}). Start it with \`sextant serve\`, or use --url for another address.`,
    );
  });
  const text = await response.text();
  if (response.status === 401) throw new CommandError(`The service at ${target.url} rejects this key.`);
  // A key for writing need not have the read scope: 403 means that the key is valid, which is enough here.
  if (!response.ok && response.status !== 403 && !TEMPORARY_STATUSES.includes(response.status))
    throw refusal(response.status, text);
}

/** What the service said when it refused. */
export function refusal(status: number, text: string): CommandError {
  try {
    const { error }: { error: { message: string } } = JSON.parse(text);
    return new CommandError(`The service refused the request (${status}): ${error.message}`);
  } catch {
    return new CommandError(`The service answered with status ${status}. Is this a Sextant service?`);
  }
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error.cause;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}

function defaultUrl({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function checkUrl(written: string): string {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`--url must be a URL such as http://127.0.0.1:8180, not "${written}".`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

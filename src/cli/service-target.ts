import { type Config, loadConfig } from '../config.js';
import { CommandError, type Terminal, UsageError } from './command.js';

/** A running service, and a key for it. */
export interface ServiceTarget {
  /** Without a slash at its end. */
  url: string;
  key: string;
}

/** The options of a command that talks to a service. */
export interface ServiceOptions {
  url?: string;
  key?: string;
}

/** Statuses of temporary failures: a retry may succeed. */
export const TEMPORARY_STATUSES = [408, 429, 502, 503, 504];

/** From the command line, or else from the environment. */
export function serviceTarget(values: ServiceOptions, terminal: Terminal): ServiceTarget {
  const config = loadConfig(terminal.environment);
  const { url = defaultUrl(config), key = config.apiKey } = checkOptions(namedService(values, config));
  if (key === null) {
    throw new CommandError(
      'An API key is required: use --key KEY or SEXTANT_API_KEY. Create one with `sextant keys create --name NAME`.',
    );
  }
  return { url, key };
}

/** The service that the command line names, or else SEXTANT_URL, which the Python client reads as well. */
export function namedService({ url, key }: ServiceOptions, config: Config): ServiceOptions {
  return { url: url ?? config.url ?? undefined, key };
}

/** Refuses options that can't be right whatever runs, and brings the URL into the form of a target's. */
export function checkOptions({ url, key }: ServiceOptions): ServiceOptions {
  // Anything else cannot be sent in a header.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('--key contains characters that are not allowed in an API key.');
  return { url: url === undefined ? undefined : checkUrl(url), key };
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

/** Sends a request to the API and returns the body of the response. Anything but a success is an error that says why. */
export async function askService<Body>(target: ServiceTarget, path: string, request: RequestInit = {}): Promise<Body> {
  const response = await sendRequest(target, path, request);
  return JSON.parse(await response.text());
}

export async function sendRequest(target: ServiceTarget, path: string, request: RequestInit = {}): Promise<Response> {
  const headers = { 'X-API-Key': target.key, ...request.headers };
  const response = await fetch(`${target.url}/v20241104${path}`, { ...request, headers }).catch((error) => {
    throw new CommandError(`The connection to the service failed (${reasonOf(error)}).`);
  });
  if (!response.ok) throw refusal(response.status, await response.text());
  return response;
}

/** What the service said when it refused. */
export function refusal(status: number, text: string): CommandError {
  try {
    const { error }: { error: { message: string; errors?: { message: string }[] } } = JSON.parse(text);
    const { errors = [], message } = error;
    const reasons = errors.length > 1 ? errors.map((each) => `\n  - ${each.message}`).join('') : ` ${message}`;
    return new CommandError(`The service refused the request (${status}):${reasons}`);
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

/** Where a service with these settings listens. */
export function defaultUrl({ host, port }: Config): string {
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

import { CommandError } from '../command.js';

export interface OpenedUrl {
  response: Response;
  /** What a server on the way said about the file. */
  stated: StatedFile;
}

interface StatedFile {
  sha256: string | null;
  bytes: number | null;
}

const MOST_REDIRECTS = 10;

/**
 * Requests a file and follows redirects itself, because model hubs state the checksum in the response that redirects to
 * where the file is stored.
 */
export async function openUrl(address: URL, headers: Record<string, string>, signal: AbortSignal): Promise<OpenedUrl> {
  const stated: StatedFile = { sha256: null, bytes: null };
  let url = address;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    // A compressed response could be neither resumed nor measured.
    const response = await fetch(url, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal,
    });
    stated.sha256 ??= statedSha256(response.headers);
    stated.bytes ??= statedBytes(response.headers);
    const next = redirectOf(response, url);
    if (next === null) return { response, stated };
    await response.body?.cancel();
    url = next;
  }
  throw new CommandError(`${address.host} redirects more than ${MOST_REDIRECTS} times.`);
}

function redirectOf({ status, headers }: Response, from: URL): URL | null {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null;
  if (!URL.canParse(location, from.href)) throw new CommandError(`${from.host} redirects to an invalid address.`);
  const url = new URL(location, from);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && from.protocol === 'http:');
  if (isSafe) return url;
  throw new CommandError(`${from.host} redirects from a safe address to an unsafe one (${url.protocol}//${url.host}).`);
}

/** From the headers of the Hugging Face hub, or from the standard one (RFC 9530). */
function statedSha256(headers: Headers): string | null {
  const [, linked] = /^"?([0-9a-f]{64})"?$/i.exec(headers.get('x-linked-etag') ?? '') ?? [];
  if (linked !== undefined) return linked.toLowerCase();
  const [, digest] = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers.get('repr-digest') ?? '') ?? [];
  return digest === undefined ? null : Buffer.from(digest, 'base64').toString('hex');
}

function statedBytes(headers: Headers): number | null {
  const linked = headers.get('x-linked-size') ?? '';
  return /^\d{1,15}$/.test(linked) ? Number(linked) : null;
}

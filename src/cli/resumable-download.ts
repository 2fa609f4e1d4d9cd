import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { CommandError } from './command.js';

/** `total` is null if the server does not send the length. */
export type DownloadProgress = (done: number, total: number | null) => void;

export interface Download {
  url: URL;
  /** The final name, once the file is complete and verified. Until then it is `FILE.part`. */
  file: string;
  /** The expected checksum in hexadecimal; null if it is unknown. */
  sha256: string | null;
  /** Called with the complete file before it gets its final name; throws if it is the wrong kind of file. */
  inspect: (file: string) => Promise<void>;
}

/** Give up on a server that sends nothing for this long. */
const SILENCE_MILLISECONDS = 60_000;

/**
 * Downloads a file, resuming an earlier attempt. The ETag is stored beside the partial file, so that two versions of the
 * file are never mixed. Returns the checksum.
 */
export async function download(wanted: Download, progress: DownloadProgress): Promise<string> {
  const part = `${wanted.file}.part`;
  await fetchRest(wanted.url, part, progress);
  const sha256 = await checksum(part);
  try {
    if (wanted.sha256 !== null && wanted.sha256 !== sha256) {
      throw new CommandError(`The file has the checksum ${sha256}, not ${wanted.sha256}, and was removed.`);
    }
    await wanted.inspect(part);
  } catch (error) {
    await removePart(part);
    throw error;
  }
  await rename(part, wanted.file);
  await removePart(part);
  return sha256;
}

async function fetchRest(url: URL, part: string, progress: DownloadProgress): Promise<void> {
  const have = await startedPart(part);
  const silence = new Silence();
  try {
    const response = await fetch(url, { headers: rangeHeaders(have), signal: silence.signal });
    // The range is empty: the partial file is complete already.
    if (response.status === 416 && have.bytes > 0) return;
    if (!response.ok || response.body === null)
      throw new CommandError(`${url} answered with status ${response.status}.`);
    const start = response.status === 206 ? have.bytes : 0;
    await writeFile(markOf(part), response.headers.get('etag') ?? '');
    await pipeline(
      watched(response.body, { start, total: totalOf(response, start), silence, progress }),
      createWriteStream(part, { flags: start > 0 ? 'a' : 'w' }),
    );
  } catch (error) {
    throw error instanceof CommandError ? error : brokenOff(url, error);
  } finally {
    silence.end();
  }
}

async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  {
    start,
    total,
    silence,
    progress,
  }: { start: number; total: number | null; silence: Silence; progress: DownloadProgress },
): AsyncGenerator<Uint8Array> {
  let done = start;
  for await (const chunk of chunks) {
    silence.isBroken();
    done += chunk.length;
    progress(done, total);
    yield chunk;
  }
  if (total !== null && done !== total) throw new Error(`${done} of ${total} bytes arrived`);
}

interface StartedPart {
  bytes: number;
  etag: string;
}

async function startedPart(part: string): Promise<StartedPart> {
  if (!existsSync(part) || !existsSync(markOf(part))) return { bytes: 0, etag: '' };
  return { bytes: (await stat(part)).size, etag: await readFile(markOf(part), 'utf8') };
}

/** A weak ETag does not guarantee equal bytes, so such a download starts over. */
function rangeHeaders({ bytes, etag }: StartedPart): Record<string, string> {
  const resumable = bytes > 0 && etag !== '' && !etag.startsWith('W/');
  return resumable ? { range: `bytes=${bytes}-`, 'if-range': etag } : {};
}

function totalOf(response: Response, start: number): number | null {
  const length = response.headers.get('content-length');
  // With a content encoding, the length is not that of the file.
  return length === null || response.headers.has('content-encoding') ? null : start + Number(length);
}

function markOf(part: string): string {
  return `${part}.etag`;
}

async function removePart(part: string): Promise<void> {
  await Promise.all([rm(part, { force: true }), rm(markOf(part), { force: true })]);
}

async function checksum(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

function brokenOff(url: URL, error: unknown): CommandError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new CommandError(`The download of ${url} broke off: ${cause}. Run the same command again to resume it.`);
}

/** Aborts a download when nothing has arrived for a while. */
class Silence {
  readonly #controller = new AbortController();
  readonly #timer = setTimeout(
    () => this.#controller.abort(new Error('the server stopped sending')),
    SILENCE_MILLISECONDS,
  );

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  isBroken(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

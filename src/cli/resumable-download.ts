import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { CommandError } from './command.js';

/** `total` is null where the server does not tell. */
export type DownloadProgress = (done: number, total: number | null) => void;

export interface Download {
  url: URL;
  /** Where it goes once it is whole and right. Until then it is in `FILE.part`. */
  file: string;
  /** In hexadecimal; null if whoever asked does not know. */
  sha256: string | null;
  /** Told of the finished file before it gets its name: throws if it is not what was wanted. */
  inspect: (file: string) => Promise<void>;
}

/** A server that says nothing for so long says nothing any more. */
const SILENCE_MILLISECONDS = 60_000;

/**
 * Fetches a file, going on where an earlier attempt ended. The server's mark of the version (ETag) is kept beside the
 * part, so two versions are never mixed. Returns the checksum.
 */
export async function download(wanted: Download, progress: DownloadProgress): Promise<string> {
  const part = `${wanted.file}.part`;
  await fetchRest(wanted.url, part, progress);
  const sha256 = await checksum(part);
  try {
    if (wanted.sha256 !== null && wanted.sha256 !== sha256) {
      throw new CommandError(`The file has the checksum ${sha256}, not ${wanted.sha256}. It was removed.`);
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
    // Nothing is left to send: the part is whole already.
    if (response.status === 416 && have.bytes > 0) return;
    if (!response.ok || response.body === null) throw new CommandError(`${url} answered with ${response.status}.`);
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

/** A weak mark does not speak for every byte, so such a part is fetched anew. */
function rangeHeaders({ bytes, etag }: StartedPart): Record<string, string> {
  const resumable = bytes > 0 && etag !== '' && !etag.startsWith('W/');
  return resumable ? { range: `bytes=${bytes}-`, 'if-range': etag } : {};
}

function totalOf(response: Response, start: number): number | null {
  const length = response.headers.get('content-length');
  // What is compressed on the way has another length than the file.
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
  return new CommandError(`${url} could not be fetched whole: ${cause}. The same command goes on from here.`);
}

/** Gives up when nothing has come for a while. */
class Silence {
  readonly #controller = new AbortController();
  readonly #timer = setTimeout(() => this.#controller.abort(new Error('the server fell silent')), SILENCE_MILLISECONDS);

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

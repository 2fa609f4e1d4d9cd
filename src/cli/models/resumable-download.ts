import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { syncFolder } from '../../storage/data-folder.js';
import { CommandError } from '../command.js';
import { formatBytes } from '../progress-bar.js';
import { type OpenedUrl, openUrl } from './open-url.js';

/** `total` is null if the server does not send the length. */
export type DownloadProgress = (done: number, total: number | null) => void;

export interface Download {
  url: URL;
  /** The final name, once the file is complete and verified. Until then it is `FILE.part`. */
  file: string;
  /** In hexadecimal. Null if only the server can tell it; a file that nobody vouches for is refused. */
  sha256: string | null;
  bytes: number | null;
  /** Called with the complete file before it gets its final name; throws if it is the wrong kind of file. */
  inspect?: (file: string) => Promise<void>;
  /** The pause before a second try. Each further one in vain doubles it. */
  pauseMilliseconds?: number;
}

export interface Downloaded {
  sha256: string;
  bytes: number;
}

/** Give up on a server that sends nothing for this long. */
const SILENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 500;
/** So many tries in a row that bring nothing end a download. */
const TRIES = 5;
/** Left free on the disk, since the service needs some too. */
const SPARE_BYTES = 200_000_000;

/**
 * Downloads a file, resuming an earlier attempt. The ETag is stored beside the partial file, so that two versions of the
 * file are never mixed. What is on disk in the end is verified and synced before it gets its name.
 */
export async function download(wanted: Download, progress: DownloadProgress): Promise<Downloaded> {
  const part = `${wanted.file}.part`;
  const expected = await fetchPatiently(wanted, part, progress);
  const sha256 = await checksum(part);
  try {
    if (sha256 !== expected) {
      throw new CommandError(`The file has the checksum ${sha256}, not ${expected}, and was removed.`);
    }
    await wanted.inspect?.(part);
  } catch (error) {
    await removePart(part);
    throw error;
  }
  const bytes = await syncFile(part);
  await rename(part, wanted.file);
  await syncFolder(dirname(wanted.file));
  await removePart(part);
  return { sha256, bytes };
}

/** Throws unless there is room for so many more bytes in a folder. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + SPARE_BYTES) return;
  throw new CommandError(
    `There is not enough space: ${formatBytes(bytes)} more are needed in ${folder}, beside ${formatBytes(SPARE_BYTES)} ` +
      `to spare, but only ${formatBytes(free)} are free. Nothing was downloaded.`,
  );
}

/** A failure that another try may mend. */
class BrokenOff extends Error {}

/** Returns the checksum that the file must have. */
async function fetchPatiently(wanted: Download, part: string, progress: DownloadProgress): Promise<string> {
  for (let inVain = 0; ; ) {
    const before = await sizeOf(part);
    try {
      return await fetchRest(wanted, part, progress);
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error;
      inVain = (await sizeOf(part)) > before ? 1 : inVain + 1;
      if (inVain === TRIES) {
        const { origin, pathname } = wanted.url;
        throw new CommandError(
          `The download of ${origin}${pathname} broke off: ${error.message}. Run the same command again to resume it.`,
        );
      }
      await sleep((wanted.pauseMilliseconds ?? PAUSE_MILLISECONDS) * 2 ** (inVain - 1));
    }
  }
}

async function fetchRest(wanted: Download, part: string, progress: DownloadProgress): Promise<string> {
  const have = await startedPart(part);
  const silence = new Silence();
  try {
    const opened = await openUrl(wanted.url, rangeHeaders(have), silence.signal);
    const { start, total } = await placeOf(opened, have, part);
    const expected = checkedAgainst(wanted, opened, total);
    if (start === total) return expected;
    await requireSpace(dirname(part), (total ?? wanted.bytes ?? 0) - start);
    await writeFile(markOf(part), opened.response.headers.get('etag') ?? '');
    const body = opened.response.body ?? [];
    await pipeline(
      watched(body, { start, total, silence, progress }),
      createWriteStream(part, { flags: start > 0 ? 'a' : 'w' }),
    );
    return expected;
  } catch (error) {
    throw error instanceof CommandError || error instanceof BrokenOff ? error : brokenOff(error);
  } finally {
    silence.end();
  }
}

interface Place {
  /** How many bytes of the file are on disk already. */
  start: number;
  total: number | null;
}

/** What part of the file a response holds. Throws if it holds none. */
async function placeOf({ response }: OpenedUrl, have: StartedPart, part: string): Promise<Place> {
  const { status, headers } = response;
  const [, first, whole] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  const total = whole === undefined || whole === '*' ? null : Number(whole);
  if (status === 206 && Number(first) === have.bytes) return { start: have.bytes, total };
  // Nothing is left to send: the partial file is complete.
  if (status === 416 && total === have.bytes) return { start: total, total };
  if (status === 206 || status === 416) {
    await removePart(part);
    throw new BrokenOff(`the server sent another part than was asked for (${headers.get('content-range')})`);
  }
  if (status === 429 || status >= 500) throw new BrokenOff(`the server answered with status ${status}`);
  if (!response.ok) throw new CommandError(refusalOf(response));
  const length = headers.get('content-length');
  // With a content encoding, the length is not that of the file.
  return { start: 0, total: length === null || headers.has('content-encoding') ? null : Number(length) };
}

function refusalOf({ status, url }: Response): string {
  const { host } = new URL(url);
  if (status !== 401 && status !== 403) return `${host} answered with status ${status}. Is the address right?`;
  return (
    `${host} answered with status ${status}: it wants you to sign in or to accept a licence. Download the file with ` +
    'your browser and set SEXTANT_LLM_FILE to it.'
  );
}

/** The checksum that the file must have. Throws where what the server says does not fit. */
function checkedAgainst(wanted: Download, { stated }: OpenedUrl, total: number | null): string {
  const bytes = wanted.bytes ?? stated.bytes;
  if (bytes !== null && total !== null && bytes !== total) {
    throw new CommandError(`The server has another file by now: it has ${total} bytes, not ${bytes}.`);
  }
  if (wanted.sha256 !== null && stated.sha256 !== null && wanted.sha256 !== stated.sha256) {
    throw new CommandError(
      `The server has another file by now: it has the checksum ${stated.sha256}, not ${wanted.sha256}.`,
    );
  }
  const sha256 = wanted.sha256 ?? stated.sha256;
  if (sha256 !== null) return sha256;
  throw new CommandError('The server does not state a checksum for this file. Give it with --sha256 CHECKSUM.');
}

async function* watched(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { start, total, silence, progress }: Place & { silence: Silence; progress: DownloadProgress },
): AsyncGenerator<Uint8Array> {
  let done = start;
  for await (const chunk of chunks) {
    silence.isBroken();
    done += chunk.length;
    progress(done, total);
    yield chunk;
  }
  if (total !== null && done !== total) throw new BrokenOff(`${done} of ${total} bytes arrived`);
}

interface StartedPart {
  bytes: number;
  etag: string;
}

async function startedPart(part: string): Promise<StartedPart> {
  const etag = await readFile(markOf(part), 'utf8').catch(() => null);
  return etag === null ? { bytes: 0, etag: '' } : { bytes: await sizeOf(part), etag };
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

/** A weak ETag does not guarantee equal bytes, so such a download starts over. */
function rangeHeaders({ bytes, etag }: StartedPart): Record<string, string> {
  const resumable = bytes > 0 && etag !== '' && !etag.startsWith('W/');
  return resumable ? { range: `bytes=${bytes}-`, 'if-range': etag } : {};
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

/** Returns its size. */
async function syncFile(file: string): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

function brokenOff(error: unknown): Error {
  // A full disk, or no permission: no server can help.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'write') return error;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return new BrokenOff(cause instanceof Error ? cause.message : String(cause));
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

  /** Also lets go of a response that was not read to its end. */
  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}

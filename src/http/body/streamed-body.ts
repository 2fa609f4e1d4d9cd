import { createHash, type Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { failure } from '../../domain/errors/error.js';
import { writeAll } from '../../files/transfer-all.js';
import { onDisk } from '../../storage/on-disk.js';

/** A body as it arrives. It may take any time in all, but no pause may be longer than `silenceMilliseconds`. */
export async function* bodyChunks(
  body: IncomingMessage,
  { silenceMilliseconds, hash }: { silenceMilliseconds: number; hash: Hash | null },
): AsyncGenerator<Buffer> {
  // Destroying the body would close the connection before the error response could be sent.
  const chunks = body.iterator({ destroyOnReturn: false });
  for (;;) {
    const { done, value } = await notLaterThan(chunks.next(), silenceMilliseconds);
    if (done) return;
    hash?.update(value);
    yield value;
  }
}

async function notLaterThan<Value>(value: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const refusal = failure('request_timeout', `Nothing arrived for ${milliseconds / 1000} seconds.`);
    timer = setTimeout(() => reject(refusal), milliseconds);
  });
  try {
    return await Promise.race([value, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A body that is too large is read this much further and discarded. If the connection were closed while the client still
 * writes, the client would see a reset instead of the response.
 */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * A body of a file that is slower on the whole keeps a place from others for nothing: pauses alone do not tell, when a byte comes
 * now and then.
 */
const LEAST_BYTES_PER_SECOND = 4096;

interface ReceivingLimits {
  /** The most bytes the body may have. */
  limit: number;
  /** What to do about a body that is too large. */
  advice: string;
  silenceMilliseconds: number;
}

const BODY = 'The body of a request';

/** Writes a body to a new file as it arrives. Returns the SHA-256 of the body in hexadecimal. */
export async function receiveFile(
  body: IncomingMessage,
  path: string,
  { limit, advice, silenceMilliseconds }: ReceivingLimits,
): Promise<string> {
  const hash = createHash('sha256');
  const file = await onDisk(BODY, open(path, 'wx', 0o600));
  const begun = performance.now();
  let bytes = 0;
  try {
    for await (const chunk of bodyChunks(body, { silenceMilliseconds, hash })) {
      bytes += chunk.length;
      if (isTooSlow(bytes, performance.now() - begun, silenceMilliseconds)) throw tooSlow();
      if (bytes <= limit) await onDisk(BODY, writeAll(file, chunk));
      else if (bytes > limit + DISCARDED_BYTES) throw tooLarge(limit, advice);
    }
  } catch (error) {
    throw body.readableAborted ? brokenOff() : error;
  } finally {
    await onDisk(BODY, file.close());
  }
  if (bytes > limit) throw tooLarge(limit, advice);
  return hash.digest('hex');
}

function isTooSlow(bytes: number, milliseconds: number, patience: number): boolean {
  return milliseconds > patience && bytes < (milliseconds / 1000) * LEAST_BYTES_PER_SECOND;
}

function tooSlow(): Error {
  return failure('request_timeout', `The body came with less than ${LEAST_BYTES_PER_SECOND} bytes per second.`);
}

const UNITS = [
  { bytes: 1024 * 1024, name: 'MiB' },
  { bytes: 1024, name: 'KiB' },
];

function tooLarge(limit: number, advice: string): Error {
  // In a unit that limits are thought of in, where one is: 100 MiB instead of 104857600 bytes.
  const { bytes, name } = UNITS.find((unit) => limit % unit.bytes === 0) ?? { bytes: 1, name: 'bytes' };
  return failure('body_too_large', `The body is larger than the limit of ${limit / bytes} ${name}. ${advice}`);
}

function brokenOff(): Error {
  return failure('request_timeout', 'The connection closed before the body was complete.');
}

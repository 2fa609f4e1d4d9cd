import { createHash, type Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { failure } from '../../domain/errors/error.js';

/** The body of an import as it arrives. It may take as long as it likes, but not fall silent for longer than this. */
export async function* bodyChunks(
  body: IncomingMessage,
  { silenceMilliseconds, hash }: { silenceMilliseconds: number; hash: Hash | null },
): AsyncGenerator<Buffer> {
  // Destroying the body would close the connection, and with it the way to say what went wrong.
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

export interface ReceivedFile {
  /** SHA-256, hex. */
  fingerprint: string;
}

/**
 * Writes a body to a new file as it arrives. One that is too large is read up to a little more than is taken, so that the
 * client sees the answer and not a connection that breaks while it writes.
 */
export async function receiveFile(
  body: IncomingMessage,
  path: string,
  { limit, silenceMilliseconds }: { limit: number; silenceMilliseconds: number },
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of bodyChunks(body, { silenceMilliseconds, hash })) {
      bytes += chunk.length;
      if (bytes <= limit) await file.write(chunk);
      else if (bytes > limit + DISCARDED) throw tooLarge(limit);
    }
  } catch (error) {
    throw body.readableAborted ? brokenOff() : error;
  } finally {
    await file.close();
  }
  if (bytes > limit) throw tooLarge(limit);
  return { fingerprint: hash.digest('hex') };
}

const DISCARDED = 64 * 1024 * 1024;

function tooLarge(limit: number): Error {
  const advice = 'Send fewer examples, or send them as application/x-ndjson or text/csv, which may be larger.';
  return failure('body_too_large', `The body is larger than the ${limit} bytes that are taken here. ${advice}`);
}

function brokenOff(): Error {
  return failure('request_timeout', 'The connection closed before the body was complete.');
}

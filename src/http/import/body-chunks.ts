import type { Hash } from 'node:crypto';
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

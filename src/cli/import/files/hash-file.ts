import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { looksBinary } from '../../../extraction/decode-text.js';
import { ExtractionError } from '../../../extraction/extracted.js';

export interface HashedFile {
  hash: string;
  /** Whether its first bytes are not those of a text. */
  isBinary: boolean;
}

const CHUNK_BYTES = 2 ** 20;

/** Hashes a file of at most `maxBytes` together with `salt`. */
export async function hashFile(path: string, salt: string, maxBytes: number): Promise<HashedFile> {
  // Opened without waiting: a pipe that took the place of the file would never begin.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw new ExtractionError('It is not a regular file.');
    const hash = createHash('sha256').update(salt);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let isBinary = false;
    for (let length = 0; length <= maxBytes; ) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, length);
      if (bytesRead === 0) break;
      const bytes = chunk.subarray(0, bytesRead);
      if (length === 0) isBinary = looksBinary(bytes);
      hash.update(bytes);
      length += bytesRead;
    }
    return { hash: hash.digest('hex').slice(0, 32), isBinary };
  } finally {
    await handle.close();
  }
}

import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

// The system may read and write less than it is asked to, without an error: on a disk that is nearly full, or if a signal comes.

/** Writes all bytes, at the position or, without one, where the last write ended. */
export async function writeAll(
  file: Pick<FileHandle, 'write'>,
  bytes: Uint8Array,
  position: number | null = null,
): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const place = position === null ? null : position + written;
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, place);
    written += bytesWritten;
  }
}

/** The same where the last write ended, for threads that may wait. */
export function writeAllSync(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

/** Fills `bytes` from a position in the file. Returns how many were read: fewer only where the file ends. */
export async function readAll(file: Pick<FileHandle, 'read'>, bytes: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

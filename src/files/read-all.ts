import type { FileHandle } from 'node:fs/promises';

/** Fills `bytes` from a position in the file, however little the system reads at a time. Returns how many there are, fewer only at the end. */
export async function readAll(file: Pick<FileHandle, 'read'>, bytes: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

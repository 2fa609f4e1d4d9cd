import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

const HEADER_BYTES = 32;

/**
 * The vectors of the texts of one training, in their order, appended as they are computed: a header of 32 bytes, the hash of
 * encoder and texts, then each vector as 32-bit floats. An interrupted training continues after the last complete vector.
 */
export class VectorFile {
  readonly #handle: FileHandle;
  readonly #dimensions: number;

  private constructor(handle: FileHandle, dimensions: number) {
    this.#handle = handle;
    this.#dimensions = dimensions;
  }

  /** Discards vectors of another encoder or of other texts. */
  static async open(path: string, { of, dimensions }: { of: string; dimensions: number }): Promise<VectorFile> {
    const handle = await open(path, 'a+', 0o600);
    const header = createHash('sha256').update(of).digest();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || !buffer.equals(header)) {
      await handle.truncate(0);
      await handle.write(header);
    }
    return new VectorFile(handle, dimensions);
  }

  /** Reads the vectors of the file into `rows` and returns how many there are. Truncates a partial one at the end. */
  async readInto(rows: Float32Array): Promise<number> {
    const size = this.#dimensions * rows.BYTES_PER_ELEMENT;
    const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await this.#handle.read(bytes, filled, bytes.length - filled, HEADER_BYTES + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const count = Math.floor(filled / size);
    await this.#handle.truncate(HEADER_BYTES + count * size);
    rows.fill(0, count * this.#dimensions);
    return count;
  }

  async append(rows: Float32Array): Promise<void> {
    await this.#handle.write(Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength));
    await this.#handle.datasync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

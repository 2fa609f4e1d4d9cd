import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

const HEADER_BYTES = 32;

/**
 * Vectors of the texts of one training, in their order, as they are made: 32 bytes that name the encoder and the texts, then each
 * vector as 32-bit floats. A training that a restart cut short goes on after the last whole one.
 */
export class VectorFile {
  private constructor(
    private readonly handle: FileHandle,
    private readonly dimensions: number,
  ) {}

  /** What another encoder, or of other texts, was written under this path is forgotten. */
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

  /** Fills `rows` with the vectors that are there and says how many. A torn one at the end is cut off. */
  async readInto(rows: Float32Array): Promise<number> {
    const size = this.dimensions * rows.BYTES_PER_ELEMENT;
    const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await this.handle.read(bytes, filled, bytes.length - filled, HEADER_BYTES + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const count = Math.floor(filled / size);
    await this.handle.truncate(HEADER_BYTES + count * size);
    rows.fill(0, count * this.dimensions);
    return count;
  }

  async append(rows: Float32Array): Promise<void> {
    await this.handle.write(Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength));
    await this.handle.datasync();
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

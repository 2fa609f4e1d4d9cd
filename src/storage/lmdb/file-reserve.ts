import { open, stat } from 'node:fs/promises';
import type { RootDatabase } from 'lmdb';
import { writeAll } from '../../files/transfer-all.js';

/** What is written ahead beyond the need of a commit, so that few commits write ahead. */
const AHEAD_BYTES = 1024 * 1024;

/**
 * Space at the end of the store's file that is on disk already, for pages that LMDB will write.
 *
 * LMDB must not find out itself that the disk is full: when one of its writes fails, the library builds the message in a buffer
 * that is too small for it. That damages the memory of the process, which then ends at some later time. So the file is extended
 * before each commit that could need it; if that fails, the commit is not begun.
 */
export class FileReserve {
  readonly #file: string;
  readonly #root: RootDatabase<string, string>;
  /** The file had at least this size: it never shrinks. */
  #size = 0;

  constructor(file: string, root: RootDatabase<string, string>) {
    this.#file = file;
    this.#root = root;
  }

  /** Whether nothing was written yet but the two pages with which every file begins. */
  get isNewStore(): boolean {
    return usedPages(this.#root).lastPageNumber <= 1;
  }

  has(bytes: number): boolean {
    const { lastPageNumber, pageSize } = usedPages(this.#root);
    return this.#size - (lastPageNumber + 1) * pageSize >= bytes;
  }

  /** Fails if there is no space for `bytes` on the disk. */
  async extendTo(bytes: number): Promise<void> {
    await this.#measure();
    if (this.has(bytes)) return;
    try {
      await appendZeros(this.#file, bytes + AHEAD_BYTES);
    } catch (error) {
      // What could be written may still be enough.
      await this.#measure();
      if (!this.has(bytes)) throw error;
    }
    await this.#measure();
  }

  async #measure(): Promise<void> {
    this.#size = (await stat(this.#file)).size;
  }
}

/** Appends, because another process, such as `sextant keys`, may extend the file meanwhile: its pages must not be overwritten. */
async function appendZeros(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'a');
  try {
    const zeros = Buffer.alloc(Math.min(bytes, AHEAD_BYTES));
    for (let left = bytes; left > 0; left -= zeros.length) await writeAll(handle, zeros.subarray(0, left));
  } finally {
    await handle.close();
  }
}

/** The library does not say which type its statistics have. */
function usedPages(root: RootDatabase<string, string>): { lastPageNumber: number; pageSize: number } {
  return root.getStats() as { lastPageNumber: number; pageSize: number };
}

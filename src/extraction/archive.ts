import { unzipSync } from 'fflate';
import { ExtractionError } from './extracted.js';
import { EXTRACTION_LIMITS } from './limits.js';

export type Archive = Readonly<Record<string, Uint8Array>>;

const ZIP_SIGNATURE = [0x50, 0x4b];
/** Encrypted Office files, and those of Word before 2007, are compound files. */
const COMPOUND_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];
const MAX_ENTRIES = 20_000;

/**
 * Unpacks the entries of a ZIP archive that `isNeeded` names. The size that an entry declares is the size of the buffer that it
 * is inflated into, so the sum of the declared sizes bounds what a malicious archive can expand to.
 */
export function unpackArchive(bytes: Uint8Array, isNeeded: (name: string) => boolean): Archive {
  if (startsWith(bytes, COMPOUND_SIGNATURE)) {
    throw new ExtractionError('The file is password-protected, or written by a version of Word before 2007.');
  }
  if (!startsWith(bytes, ZIP_SIGNATURE)) throw new ExtractionError('The file is damaged: it is not a ZIP archive.');
  const bound = new ArchiveBound();
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        bound.countEntry();
        if (!isNeeded(name)) return false;
        bound.countBytes(originalSize);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    throw new ExtractionError(`The file is damaged: its ZIP archive can't be read (${messageOf(error)}).`);
  }
}

/** Counts what an archive contains and refuses it as soon as it has too much. */
class ArchiveBound {
  #entries = 0;
  #bytes = 0;

  countEntry(): void {
    if (++this.#entries > MAX_ENTRIES) throw new ExtractionError(`Its archive has more than ${MAX_ENTRIES} entries.`);
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= EXTRACTION_LIMITS.inflatedBytes) return;
    const most = EXTRACTION_LIMITS.inflatedBytes / 2 ** 20;
    throw new ExtractionError(`Its archive unpacks to more than ${most} MiB.`);
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

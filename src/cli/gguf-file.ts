import { open } from 'node:fs/promises';

/** The four letters that such a file begins with. */
const MAGIC = 'GGUF';

/** Whether a file looks like a language model in the format GGUF. Rejects if it can't be read. */
export async function isGgufFile(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1') === MAGIC;
  } finally {
    await handle.close();
  }
}

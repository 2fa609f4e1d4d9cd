import { open } from 'node:fs/promises';
import type { ModelStorage, VersionKey } from '../../storage/storage.js';

/** One commit each: small enough that neither other writes nor, when it is read, other requests wait for it. */
const PIECE_BYTES = 1024 * 1024;

/** Copies a trained model from its file into the store, and says in how many pieces. */
export async function keepWeights(file: string, key: VersionKey, models: ModelStorage): Promise<number> {
  const handle = await open(file, 'r');
  try {
    for (let piece = 0; ; piece++) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, piece * PIECE_BYTES);
      if (bytesRead === 0) return piece;
      await models.putWeights(key, piece, buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

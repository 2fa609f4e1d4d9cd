import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ModelVersion } from '../../domain/model/model.js';
import type { ModelStorage, VersionKey } from '../../storage/storage.js';

// A trained model is stored in pieces, each written in one commit: small enough that neither other writes nor, on reading,
// other requests have to wait for it.

const PIECE_BYTES = 1024 * 1024;

/** Copies a model file into the store and returns the number of pieces. */
export async function storeWeights(file: string, key: VersionKey, models: ModelStorage): Promise<number> {
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

/** Reads a model file from the store. Yields to other requests between pieces. Only the last piece may be shorter. */
export async function readWeights(version: ModelVersion, models: ModelStorage): Promise<Uint8Array> {
  const pieceBytes = (await pieceOf(version, 0, models)).length;
  const whole = new Uint8Array(version.weightPieces * pieceBytes);
  let end = 0;
  for (let piece = 0; piece < version.weightPieces; piece++) {
    const bytes = await pieceOf(version, piece, models);
    whole.set(bytes, piece * pieceBytes);
    end = piece * pieceBytes + bytes.length;
    await nextTurn();
  }
  return whole.subarray(0, end);
}

async function pieceOf(version: ModelVersion, piece: number, models: ModelStorage): Promise<Uint8Array> {
  const bytes = await models.weights(version, piece);
  if (bytes === null) throw new Error(`The store has lost a piece of ${version.modelId}/${version.version}.`);
  return bytes;
}

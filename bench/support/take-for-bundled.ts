import { openStorage } from '../../src/app/create-app.js';
import { loadConfig } from '../../src/config.js';
import { BUNDLED_SPACE } from '../../src/inference/onnx/bundled-models.js';
import { knownEncoder } from '../../src/inference/open-embedder.js';

/** Has the next start on a data folder take its vectors for the bundled encoder's, so that it embeds nothing anew. */
export async function takeForBundled(dataDir: string): Promise<void> {
  const config = loadConfig({ SEXTANT_DATA_DIR: dataDir });
  const storage = await openStorage(config);
  const served = knownEncoder(config, BUNDLED_SPACE);
  await storage.vectorSpaces.put({ served, next: null, complete: true, leaving: [] });
  await storage.close();
}

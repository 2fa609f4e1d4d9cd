import { openStorage } from '../app/create-app.js';
import type { Config } from '../config.js';
import type { Storage } from '../storage/storage.js';

/** Opens the store for as long as `work` takes. A service may run on the same folder meanwhile. */
export async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T> | T): Promise<T> {
  const storage = await openStorage(config);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

import { openStorage } from '../app/create-app.js';
import type { Config } from '../config.js';
import type { LocalStorage } from '../storage/storage.js';

/** Opens the store for as long as `work` takes. A service may run on the same folder meanwhile. */
export async function withStorage<T>(config: Config, work: (storage: LocalStorage) => Promise<T> | T): Promise<T> {
  const storage = await openStorage(config);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

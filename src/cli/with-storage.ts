import { existsSync } from 'node:fs';
import { openLocalStorage } from '../app/backend/embedded-backend.js';
import { clusterBackend } from '../app/backend/open-backend.js';
import type { Config } from '../config.js';
import { explainedFolderFailure } from '../start-failure.js';
import { storeFile } from '../storage/data-folder.js';
import type { LocalStorage, Storage } from '../storage/storage.js';

/** Opens the store that the settings name, for as long as `work` takes. Services may use it meanwhile. */
export function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T> | T): Promise<T> {
  return during(config.engine === 'opensearch' ? openClusterStorage(config) : openDataFolder(config), work);
}

function openDataFolder(config: Config): Promise<LocalStorage> {
  return openLocalStorage(config).catch((error) => {
    throw explainedFolderFailure(error, config.dataDir);
  });
}

async function openClusterStorage(config: Config): Promise<Storage> {
  return (await clusterBackend()).openClusterStorage(config);
}

/** For who must change nothing: null if there is no store yet, since opening it would create it. */
export async function withExistingStorage<T>(
  config: Config,
  work: (storage: Storage) => Promise<T> | T,
): Promise<T | null> {
  if (config.engine === 'embedded')
    return existsSync(storeFile(config.dataDir)) ? withLocalStorage(config, work) : null;
  const { openExistingClusterStorage } = await clusterBackend();
  const storage = await openExistingClusterStorage(config);
  return storage === null ? null : during(storage, work);
}

/** Opens the store in the data folder. */
export function withLocalStorage<T>(
  config: Pick<Config, 'dataDir'>,
  work: (storage: LocalStorage) => Promise<T> | T,
): Promise<T> {
  return during(openLocalStorage(config), work);
}

async function during<Opened extends Storage, T>(
  opening: Opened | Promise<Opened>,
  work: (storage: Opened) => Promise<T> | T,
): Promise<T> {
  const storage = await opening;
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

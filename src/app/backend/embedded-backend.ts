import { join, resolve } from 'node:path';
import type { Config } from '../../config.js';
import type { Mode } from '../../domain/document/document.js';
import { openEmbeddedEngine } from '../../engine/embedded/embedded-engine.js';
import { EngineThreads } from '../../engine/embedded/engine-threads.js';
import { examineSavedIndex } from '../../engine/embedded/index/saved-index.js';
import type { Engine } from '../../engine/engine.js';
import { indexFolder } from '../../storage/data-folder.js';
import { openLmdbStorage } from '../../storage/lmdb/open.js';
import type { LocalStorage } from '../../storage/storage.js';
import type { Backend, BackendReports } from './backend.js';

/** Everything in the data folder. */
export async function openEmbeddedBackend(config: Config, { log, onFatal }: BackendReports): Promise<Backend> {
  const storage = await openLocalStorage(config);
  const threads = new EngineThreads({
    queryThreads: config.queryWorkers,
    onCrash: (error, thread, pause) => {
      log.error({ err: error, thread, restart_in_ms: pause }, 'a thread of the engine has crashed');
      if (thread !== 'query') onFatal(error);
    },
  });
  const engines: Engine[] = [];
  return {
    storage,
    async openEngine(mode) {
      const documents = storage.documents(mode);
      const engine = await openEmbeddedEngine({
        index: mode,
        folder: modeFolder(config, mode),
        source: documents,
        threads,
        log,
      });
      documents.onCommit((changes) => engine.apply(changes));
      engines.push(engine);
      return engine;
    },
    trouble: () => threads.trouble,
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
      await threads.close();
      await storage.close();
    },
  };
}

export function openLocalStorage({ dataDir }: Pick<Config, 'dataDir'>): Promise<LocalStorage> {
  return openLmdbStorage({ folder: resolve(dataDir) });
}

/** What is wrong with the saved index of a mode; null if there is none yet. */
export function examineIndex(config: Pick<Config, 'dataDir'>, mode: Mode): string[] | null {
  return examineSavedIndex(modeFolder(config, mode));
}

function modeFolder({ dataDir }: Pick<Config, 'dataDir'>, mode: Mode): string {
  return join(indexFolder(resolve(dataDir)), mode);
}

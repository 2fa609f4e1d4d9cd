import { join, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import { MODES, type Mode } from '../domain/document/document.js';
import { openEmbeddedEngine } from '../engine/embedded/embedded-engine.js';
import { EngineThreads } from '../engine/embedded/engine-threads.js';
import { examineSavedIndex } from '../engine/embedded/index/saved-index.js';
import type { Collection } from '../operations/context.js';
import { indexFolder } from '../storage/data-folder.js';
import type { LocalStorage } from '../storage/storage.js';
import { KeyedMutex } from '../threads/locks.js';

interface CollectionReports {
  log: FastifyBaseLogger;
  /** Called when a thread is lost without which no document can be written. */
  onFatal: (error: Error) => void;
}

/** The documents of both modes, each with an engine that is kept in step with the store. */
export class Collections {
  readonly #config: Config;
  readonly #storage: LocalStorage;
  readonly #reports: CollectionReports;
  readonly #collections = new Map<Mode, Collection>();
  readonly #threads: EngineThreads;
  #loading: Promise<void> | null = null;

  constructor(config: Config, storage: LocalStorage, reports: CollectionReports) {
    this.#config = config;
    this.#storage = storage;
    this.#reports = reports;
    this.#threads = new EngineThreads({
      queryThreads: config.queryWorkers,
      onCrash: (error, thread) => this.#reportCrash(error, thread),
    });
  }

  load(): Promise<void> {
    this.#loading ??= this.#loadAll();
    return this.#loading;
  }

  all(): Collection[] {
    return MODES.map((mode) => this.of(mode));
  }

  of(mode: Mode): Collection {
    const collection = this.#collections.get(mode);
    if (collection === undefined) throw new Error('The index was asked for before it was loaded.');
    return collection;
  }

  async close(): Promise<void> {
    await this.#loading?.catch(() => undefined);
    await Promise.all([...this.#collections.values()].map(({ engine }) => engine.close()));
    await this.#threads.close();
  }

  async #loadAll(): Promise<void> {
    for (const mode of MODES) this.#collections.set(mode, await this.#open(mode));
  }

  async #open(mode: Mode): Promise<Collection> {
    const documents = this.#storage.documents(mode);
    const engine = await openEmbeddedEngine({
      index: mode,
      folder: modeFolder(this.#config, mode),
      source: documents,
      threads: this.#threads,
      log: this.#reports.log,
    });
    documents.onCommit((changes) => engine.apply(changes));
    return { documents, engine, textUpdates: new KeyedMutex() };
  }

  #reportCrash(error: Error, thread: 'query' | 'indexer' | 'merger'): void {
    this.#reports.log.error({ err: error, thread }, 'a thread of the engine has crashed');
    if (thread !== 'query') this.#reports.onFatal(error);
  }
}

/** What is wrong with the saved index of a mode; null if there is none yet. */
export function examineIndex(config: Pick<Config, 'dataDir'>, mode: Mode): string[] | null {
  return examineSavedIndex(modeFolder(config, mode));
}

function modeFolder({ dataDir }: Pick<Config, 'dataDir'>, mode: Mode): string {
  return join(indexFolder(resolve(dataDir)), mode);
}

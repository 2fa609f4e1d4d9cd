import type { Mode } from '../../domain/document/document.js';
import type { OnDemandThread } from '../../threads/on-demand-thread.js';
import type { Collection } from '../context.js';
import { gatherDocuments } from './gather-documents.js';
import type { MapMethods } from './map-thread.js';
import { walkDocuments } from './walk-documents.js';

export interface DocumentMapOptions {
  mode: Mode;
  file: string;
  /** More documents than these are not shown: an even sample is. 0 if there is to be no map. */
  mostDocuments: number;
  thread: OnDemandThread<MapMethods>;
  log: { error(details: object, message: string): void };
}

/** What part of the time gathering the documents takes. */
const GATHERING = 0.4;
/** Nobody waits for a page of documents, so it may take longer than a request. */
const PAGE_MILLISECONDS = 60_000;
/** After a failure, the next request makes the map again, but not at once: it may fail again. */
const PAUSE_MILLISECONDS = 30_000;

/** Makes a map of all documents in the background, one at a time. */
export class MapMaking {
  readonly #options: DocumentMapOptions;
  readonly #stopping = new AbortController();
  /** How far the layout is, in thousandths; its thread writes it. */
  readonly #laidOut = new Int32Array(new SharedArrayBuffer(4));
  #gathered = 0;
  #running: Promise<void> | null = null;
  #startedAt: number | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: DocumentMapOptions) {
    this.#options = options;
  }

  /** When the map that is being made was begun; null while none is. */
  get startedAt(): number | null {
    return this.#startedAt;
  }

  /** How long it is until a map that could not be made is tried again; 0 if the last one could. */
  get pauseMilliseconds(): number {
    return this.#running === null ? Math.max(0, this.#failedAt + PAUSE_MILLISECONDS - performance.now()) : 0;
  }

  /** 0 to 1; null while none is being made. */
  get progress(): number | null {
    if (this.#running === null) return null;
    return GATHERING * Math.min(1, this.#gathered) + ((1 - GATHERING) * Atomics.load(this.#laidOut, 0)) / 1000;
  }

  /** Resolves when the map is made, or could not be. */
  begin(collection: Collection, space: string): Promise<void> {
    if (this.pauseMilliseconds > 0) return Promise.resolve();
    this.#running ??= this.#run(collection, space).finally(() => {
      this.#running = null;
      this.#startedAt = null;
    });
    return this.#running;
  }

  /** Resolves when it has ended: before the next documents are read, or, if it is laying out, when the thread is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(collection: Collection, space: string): Promise<void> {
    const { mode, thread, log } = this.#options;
    this.#gathered = 0;
    this.#startedAt = Date.now();
    Atomics.store(this.#laidOut, 0, 0);
    try {
      await this.#gather(collection, space);
      await thread.call('layOut', { mode, progress: this.#laidOut });
    } catch (error) {
      this.#failedAt = performance.now();
      if (!this.#stopping.signal.aborted) log.error({ err: error, mode }, 'the map of the documents could not be made');
    }
  }

  async #gather({ engine, documents }: Collection, space: string): Promise<void> {
    const { mode, thread, mostDocuments } = this.#options;
    const { signal } = this.#stopping;
    const count = await documents.count();
    const share = Math.min(1, mostDocuments / Math.max(1, count));
    await thread.call('begin', { mode, space, share });
    const everything = { scope: [], filter: null, fields: [], timeLimit: PAGE_MILLISECONDS, signal };
    for await (const hits of walkDocuments(engine, everything)) {
      const ids = hits.map(({ id }) => id).filter((id) => isOnMap(id, share));
      for await (const part of gatherDocuments(ids, { documents, space })) {
        signal.throwIfAborted();
        await thread.call('gather', { mode, documents: part });
        this.#gathered += part.length / (share * count);
      }
    }
  }
}

/**
 * Whether a document is on a map that shows `share` (0 to 1) of all documents. Which these are depends on their ids alone, so that the
 * same are shown as long as the share is the same.
 */
export function isOnMap(id: string, share: number): boolean {
  return share >= 1 || hashOf(id) / 2 ** 32 < share;
}

/** FNV-1a, and a last step that spreads ids which differ only at their end. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

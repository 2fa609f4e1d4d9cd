import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from '../../domain/document/document.js';
import type { DocumentVectors } from '../../domain/document/vectors.js';
import { ServiceError } from '../../domain/errors/error.js';
import type { Embedder } from '../../inference/embedder.js';
import type { ScannedDocuments } from '../../storage/storage.js';
import type { Collection, OperationServices } from '../context.js';
import { divideDocuments, embedInSpace, hasSameText } from '../documents/embed-documents.js';
import type { ReembeddingProgress } from './reembedding-progress.js';

export interface MissingVectors {
  collections: readonly Collection[];
  /** Makes the missing vectors. */
  embedder: Embedder;
  /** Vectors of this space are kept beside the new ones; null to keep none. */
  servedSpace: string | null;
  split: OperationServices['split'];
  progress: ReembeddingProgress;
  /** Documents that the encoder refuses, by collection and id: they are added here and then skipped. */
  givenUp: Set<string>;
  log: { warn(details: object, message: string): void };
  stop: AbortSignal;
  /** The pause after a failure. It doubles with each further failure. */
  pauseMilliseconds: number;
}

/** Documents checked in one turn of the event loop, in less than 10 milliseconds. */
const LOOK_AT = 100;
const EMBED_AT_ONCE = 8;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** A document is given up after this many refusals, if the encoder accepts other texts. */
const ATTEMPTS = 3;

/**
 * Gives every document vectors of the embedder's space. There is no progress to store: documents with vectors are done, so
 * a killed process continues where it was. Requests may write documents without these vectors meanwhile, so passes are
 * repeated until one finds nothing to do.
 */
export async function embedMissing(work: MissingVectors): Promise<void> {
  while ((await new Pass(work).run()) > 0);
}

/** The document was deleted, or changed by a request, which has embedded it. */
class HasChanged extends Error {}

class Pass {
  readonly #work: MissingVectors;
  #embedded = 0;

  constructor(work: MissingVectors) {
    this.#work = work;
  }

  /** Returns how many documents had no vectors. */
  async run(): Promise<number> {
    const { collections, progress } = this.#work;
    const counts = await Promise.all(collections.map(({ documents }) => documents.count()));
    progress.beginPass(counts.reduce((sum, count) => sum + count, 0));
    for (const [index, collection] of collections.entries()) await this.#all(collection, String(index));
    return this.#embedded;
  }

  async #all(collection: Collection, name: string): Promise<void> {
    const { embedder, progress, stop } = this.#work;
    let after: string | null = null;
    do {
      const looked: ScannedDocuments = await collection.documents.withoutVectors(embedder.space, {
        after,
        atMost: LOOK_AT,
      });
      const ids = looked.ids.filter((id) => !this.#work.givenUp.has(`${name}/${id}`));
      progress.found(looked.count - ids.length);
      for (let start = 0; start < ids.length; start += EMBED_AT_ONCE) {
        await this.#embedAll(ids.slice(start, start + EMBED_AT_ONCE), collection, name);
      }
      after = looked.last;
      await new Promise(setImmediate);
      stop.throwIfAborted();
    } while (after !== null);
  }

  /** If a group fails, its documents are tried one by one. */
  async #embedAll(ids: readonly string[], collection: Collection, name: string): Promise<void> {
    try {
      await this.#embed(ids, collection);
    } catch {
      for (const id of ids) await this.#embedOne(id, collection, name);
    }
    this.#embedded += ids.length;
    this.#work.progress.embedded(ids.length);
  }

  async #embedOne(id: string, collection: Collection, name: string): Promise<void> {
    const { pauseMilliseconds, stop, log, progress } = this.#work;
    for (let attempt = 1; ; attempt++) {
      stop.throwIfAborted();
      try {
        return await this.#embed([id], collection);
      } catch (error) {
        stop.throwIfAborted();
        if (attempt >= ATTEMPTS && isRefusal(error) && (await this.#encoderWorks())) {
          this.#work.givenUp.add(`${name}/${id}`);
          progress.gaveUp();
          log.warn({ err: error }, 'a document could not be embedded: it is found by words only');
          return;
        }
        const pause = Math.min(pauseMilliseconds * 2 ** (attempt - 1), LONGEST_PAUSE_MILLISECONDS);
        log.warn({ err: error, milliseconds: pause }, 'a document could not be embedded: trying again');
        await sleep(pause, undefined, { signal: stop });
      }
    }
  }

  async #embed(ids: readonly string[], collection: Collection): Promise<void> {
    const { embedder, split } = this.#work;
    const found = await collection.documents.getMany(ids, ['document']);
    const documents = found.flatMap((stored) => stored?.document ?? []);
    const divided = await divideDocuments(documents, { collection, split });
    const embedded = await embedInSpace(divided, embedder);
    const writes = divided.map(({ document, passages, vectors }, index) => ({
      id: document.id,
      decide: (current: Document | null) => unchanged(current, document),
      embedding: { passages, vectors: [...this.#kept(vectors), embedded[index].vectors] },
    }));
    for (const result of await collection.documents.write(writes)) {
      if (result.status === 'rejected' && !(result.reason instanceof HasChanged)) throw result.reason;
    }
  }

  /** Still valid, because the write is refused if the document has changed. */
  #kept(vectors: readonly DocumentVectors[]): DocumentVectors[] {
    return vectors.filter(({ space }) => space === this.#work.servedSpace);
  }

  async #encoderWorks(): Promise<boolean> {
    try {
      await this.#work.embedder.embed([{ text: 'Does it work for others?', language: 'en', kind: 'passage' }]);
      return true;
    } catch {
      return false;
    }
  }
}

function unchanged(current: Document | null, seen: Document): Document {
  if (current === null || !hasSameText(current, seen)) throw new HasChanged();
  return current;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'model_failed';
}

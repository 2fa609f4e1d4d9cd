import type { FastifyBaseLogger } from 'fastify';
import type { Mode } from '../../domain/document/document.js';
import type { ServiceError } from '../../domain/errors/error.js';
import type { Engine } from '../../engine/engine.js';
import type { Storage } from '../../storage/storage.js';

/** Where documents are kept, and what finds them. */
export interface Backend {
  storage: Storage;
  /** An engine that sees every write to the documents of the mode. */
  openEngine(mode: Mode): Promise<Engine>;
  /** What keeps it from serving requests at the moment; null if nothing does. */
  trouble(): ServiceError | null;
  /** Closes engines and storage. */
  close(): Promise<void>;
}

export interface BackendReports {
  log: FastifyBaseLogger;
  /** Called when a thread is lost without which no document can be written. */
  onFatal: (error: Error) => void;
}

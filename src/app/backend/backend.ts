import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.js';
import type { Mode } from '../../domain/document/document.js';
import type { Engine } from '../../engine/engine.js';
import type { Storage } from '../../storage/storage.js';
import { openEmbeddedBackend } from './embedded-backend.js';
import { openClusterBackend } from './opensearch-backend.js';

/** Where documents are kept, and what finds them. */
export interface Backend {
  storage: Storage;
  /** An engine that sees every write to the documents of the mode. */
  openEngine(mode: Mode): Promise<Engine>;
  /** What keeps it from serving requests at the moment; null if nothing does. */
  trouble(): string | null;
  /** Closes engines and storage. */
  close(): Promise<void>;
}

export interface BackendReports {
  log: FastifyBaseLogger;
  /** Called when a thread is lost without which no document can be written. */
  onFatal: (error: Error) => void;
}

/** What the settings ask for. Waits for a cluster that is away. */
export function openBackend(config: Config, reports: BackendReports): Promise<Backend> {
  return config.engine === 'opensearch' ? openClusterBackend(config, reports) : openEmbeddedBackend(config, reports);
}

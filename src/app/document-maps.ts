import { join, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import { MODES, type Mode } from '../domain/document/document.js';
import { DocumentMap, openMapThread } from '../operations/map/document-map.js';
import { mapFolder } from '../storage/data-folder.js';

/** The maps of both modes. */
export class DocumentMaps {
  readonly #thread = openMapThread();
  readonly #maps: Record<Mode, DocumentMap>;

  constructor({ dataDir, map, mapDocuments }: Config, log: FastifyBaseLogger) {
    const ofMode = (mode: Mode) =>
      new DocumentMap({
        mode,
        file: join(mapFolder(resolve(dataDir)), `${mode}.map`),
        mostDocuments: map === 'on' ? mapDocuments : 0,
        thread: this.#thread,
        log,
      });
    this.#maps = { live: ofMode('live'), test: ofMode('test') };
  }

  of(mode: Mode): DocumentMap {
    return this.#maps[mode];
  }

  async close(): Promise<void> {
    const stopped = MODES.map((mode) => this.#maps[mode].stop());
    await this.#thread.close();
    await Promise.all(stopped);
  }
}

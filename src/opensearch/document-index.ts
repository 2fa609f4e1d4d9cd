import type { DocumentWithVectors, Mode } from '../domain/document/document.js';

/**
 * How documents are made searchable in a cluster. The engine says it and the storage writes it, in one piece with the
 * document itself: so a document and what finds it can't differ. The composition root hands it over.
 */
export interface DocumentIndexing {
  /** Goes up with every change of settings, mappings or fields that old documents would have to be indexed again for. */
  version: number;
  /** Of the index, such as its analysers; without the numbers of shards and replicas. */
  settings(): object;
  /** The properties of the search fields. */
  mappings(): object;
  /** The properties that vectors of a space need. */
  spaceMapping(space: string, dimensions: number): object;
  /**
   * The search fields of each document, in one JSON object for each, in their order. They are all but `id`, which the
   * storage adds. Analysing texts takes long, so it must not be done on the event loop.
   */
  fields(documents: readonly DocumentWithVectors[]): Promise<string[]>;
}

/** The name of the index of a mode's documents, as `ensureIndex` takes it. */
export function documentIndexName(mode: Mode): string {
  return `documents-${mode}`;
}

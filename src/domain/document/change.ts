import type { Document } from './document.js';
import type { DocumentVectors } from './vectors.js';

/** A document as an index takes it: with the vectors of its passages. */
export interface DocumentWithVectors {
  document: Document;
  vectors: readonly DocumentVectors[];
}

/** A change that has been made durable. `sequence` counts the changes of one mode from 1, without gaps. */
export type Change =
  | ({ sequence: number; kind: 'put' } & DocumentWithVectors)
  | { sequence: number; kind: 'delete'; id: string };

import type { Caller } from '../domain/caller.js';
import type { ContentType } from '../domain/document.js';
import type { Engine } from '../engine/engine.js';
import type { DocumentStorage, IdempotencyStorage } from '../storage/storage.js';

/** The documents of one mode: where they are kept and what finds them. */
export interface Collection {
  documents: DocumentStorage;
  engine: Engine;
}

/** Makes plain text of what a caller sent. */
export type ConvertContent = (content: string, type: ContentType) => Promise<string>;

/** What an operation works with: who asks, on which documents. */
export interface OperationContext {
  caller: Caller;
  collection: Collection;
  convert: ConvertContent;
  now: () => number;
}

/** A request that may be sent again: the name its answer is kept under, and what makes it the same request. */
export interface IdempotentRequest {
  storage: IdempotencyStorage;
  /** Names the mode, the API key and the key the caller chose. */
  key: string;
  fingerprint: string;
}

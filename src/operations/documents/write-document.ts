import type { Document } from '../../domain/document.js';
import { estimateTokens } from '../../domain/token-estimate.js';
import type { Decision, DocumentStorage } from '../../storage/storage.js';
import type { RecordResult } from '../idempotent-write.js';

/** What adding or updating a document gives: plain JSON, since it may be kept and given again. */
export interface WrittenDocument {
  document: Document;
  semanticTokens: number;
}

function written(document: Document): WrittenDocument {
  return { document, semanticTokens: estimateTokens(document.title) + estimateTokens(document.content ?? '') };
}

/** Writes one document, with the record of its answer in the same commit where one is asked for. */
export async function writeDocument(
  documents: DocumentStorage,
  write: { id: string; decide: Decision },
  record?: RecordResult<WrittenDocument>,
): Promise<WrittenDocument> {
  const idempotency =
    record === undefined ? undefined : (outcome: Document | 'delete') => record(written(storedDocument(outcome)));
  const [settled] = await documents.write([{ ...write, idempotency }]);
  if (settled.status === 'rejected') throw settled.reason;
  const { change } = settled.value;
  return written(storedDocument(change.kind === 'put' ? change.document : 'delete'));
}

function storedDocument(outcome: Document | 'delete'): Document {
  if (outcome === 'delete') throw new Error('A write that stores a document has deleted it.');
  return outcome;
}

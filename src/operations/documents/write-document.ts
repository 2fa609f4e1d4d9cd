import type { Document } from '../../domain/document/document.js';
import type { DocumentStorage, DocumentWrite } from '../../storage/storage.js';
import type { RecordResult } from '../idempotent-write.js';

/** What adding or updating a document gives: plain JSON, since it may be kept and given again. */
export interface WrittenDocument {
  document: Document;
  semanticTokens: number;
}

/** Writes one document, with the record of its answer in the same commit where one is asked for. */
export async function writeDocument(
  documents: DocumentStorage,
  { semanticTokens, ...write }: Omit<DocumentWrite, 'idempotency'> & { semanticTokens: number },
  record?: RecordResult<WrittenDocument>,
): Promise<WrittenDocument> {
  const written = (outcome: Document | 'delete') => ({ document: storedDocument(outcome), semanticTokens });
  const idempotency = record && ((outcome: Document | 'delete') => record(written(outcome)));
  const [settled] = await documents.write([{ ...write, idempotency }]);
  if (settled.status === 'rejected') throw settled.reason;
  const { change } = settled.value;
  return written(change.kind === 'put' ? change.document : 'delete');
}

function storedDocument(outcome: Document | 'delete'): Document {
  if (outcome === 'delete') throw new Error('A write that stores a document has deleted it.');
  return outcome;
}

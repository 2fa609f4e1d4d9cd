import type { Transaction } from 'lmdb';
import type { Document, DocumentHead } from '../../domain/document/document.js';
import type { DocumentVectors } from '../../domain/document/vectors.js';
import type { DocumentTables } from './environment.js';
import { documentOf } from './record.js';
import { decodeVectors } from './vector-record.js';

/** A document as the index wants it, all of it from one state of the store. */
export function withContentAndVectors(
  { contents, vectors }: DocumentTables,
  head: DocumentHead,
  transaction: Transaction,
): { document: Document; vectors: DocumentVectors[] } {
  return {
    document: documentOf(head, contents.get(head.id, { transaction })),
    vectors: decodeVectors(vectors.get(head.id, { transaction })),
  };
}

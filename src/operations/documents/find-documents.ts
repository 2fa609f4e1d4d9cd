import type { Document } from '../../domain/document/document.js';
import { failure } from '../../domain/errors/error.js';
import type { OperationContext } from '../context.js';
import { visible } from '../tenancy.js';
import { isDocumentId } from './document-id.js';

/** The documents with these ids, in their order. Where some are missing the request is refused, and all of those are named. */
export function findDocuments(ids: readonly string[], { caller, collection }: OperationContext): Document[] {
  const found = ids.map((id) => (isDocumentId(id) ? visible(caller, collection.documents.get(id)) : null));
  const missing = [...new Set(ids.filter((_, index) => found[index] === null))];
  if (missing.length > 0) throw failure('document_not_found', missingMessage(missing), { param: 'document_id' });
  return found.filter((document) => document !== null);
}

function missingMessage(ids: readonly string[]): string {
  const quoted = ids.map((id) => JSON.stringify(id)).join(', ');
  return ids.length === 1 ? `There is no document ${quoted}.` : `There are no documents ${quoted}.`;
}

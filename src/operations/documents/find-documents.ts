import type { Document } from '../../domain/document/document.js';
import { failure } from '../../domain/errors/error.js';
import type { OperationContext } from '../context.js';
import { visible } from '../tenancy.js';
import { documentNotFound, isDocumentId } from './document-id.js';

type ReadContext = Pick<OperationContext, 'caller' | 'collection'>;

export async function getDocument(id: string, context: ReadContext): Promise<Document> {
  const [document] = await visibleDocuments([id], context);
  if (document === null) throw documentNotFound(id);
  return document;
}

/** The documents with these ids, in their order. Where some are missing the request is refused, and all of those are named. */
export async function findDocuments(ids: readonly string[], context: ReadContext): Promise<Document[]> {
  const found = await visibleDocuments(ids, context);
  const missing = [...new Set(ids.filter((_, index) => found[index] === null))];
  if (missing.length > 0) throw failure('document_not_found', missingMessage(missing), { param: 'document_id' });
  return found.filter((document) => document !== null);
}

/** In the order of the ids; null where there is no such document that the caller may see. */
export async function visibleDocuments(
  ids: readonly string[],
  { caller, collection }: ReadContext,
): Promise<(Document | null)[]> {
  const possible = ids.filter(isDocumentId);
  const read = await collection.documents.getMany(possible, ['document']);
  const byId = new Map(possible.map((id, index) => [id, read[index]?.document ?? null]));
  return ids.map((id) => visible(caller, byId.get(id) ?? null));
}

function missingMessage(ids: readonly string[]): string {
  const quoted = ids.map((id) => JSON.stringify(id)).join(', ');
  return ids.length === 1 ? `There is no document ${quoted}.` : `There are no documents ${quoted}.`;
}

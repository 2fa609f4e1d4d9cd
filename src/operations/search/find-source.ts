import type { Document } from '../../domain/document.js';
import type { OperationContext } from '../context.js';
import { documentNotFound, isDocumentId } from '../documents/document-id.js';
import { visible } from '../tenancy.js';

/** A document that others are compared with; `param` is where the request names it. */
export function findSource(id: string, param: string, { caller, collection }: OperationContext): Document {
  const document = isDocumentId(id) ? visible(caller, collection.documents.get(id)) : null;
  if (document === null) throw documentNotFound(id, param);
  return document;
}

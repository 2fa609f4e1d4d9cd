import type { Document } from '../../domain/document/document.js';
import type { OperationContext } from '../context.js';
import { visible } from '../tenancy.js';
import { documentNotFound, isDocumentId } from './document-id.js';

export function getDocument(id: string, { caller, collection }: OperationContext): Document {
  const document = isDocumentId(id) ? visible(caller, collection.documents.get(id)) : null;
  if (document === null) throw documentNotFound(id);
  return document;
}

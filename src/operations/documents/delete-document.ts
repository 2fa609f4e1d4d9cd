import type { Document } from '../../domain/document/document.js';
import type { OperationContext } from '../context.js';
import { visible } from '../tenancy.js';
import { documentNotFound, isDocumentId } from './document-id.js';

export async function deleteDocument(id: string, { caller, collection }: OperationContext): Promise<void> {
  if (!isDocumentId(id)) throw documentNotFound(id);
  const decide = (current: Document | null) => {
    if (visible(caller, current) === null) throw documentNotFound(id);
    return 'delete' as const;
  };
  const [settled] = await collection.documents.write([{ id, decide }]);
  if (settled.status === 'rejected') throw settled.reason;
}

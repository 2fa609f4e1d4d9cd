import type { IdempotentRequest, OperationContext } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { requireTenants } from '../tenancy.js';
import { documentExists } from './document-id.js';
import { type NewDocument, toDocument } from './new-document.js';
import { type WrittenDocument, writeDocument } from './write-document.js';

/** Adds a document. An id that is taken is refused, whoever's document holds it. */
export async function addDocument(
  sent: NewDocument,
  context: OperationContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<WrittenDocument>> {
  requireTenants(context.caller, [sent.tenant_id]);
  return performOnce(idempotent, async (record) => {
    const document = await toDocument(sent, context);
    const decide = (current: unknown) => {
      if (current !== null) throw documentExists(document.id);
      return document;
    };
    return writeDocument(context.collection.documents, { id: document.id, decide }, record);
  });
}

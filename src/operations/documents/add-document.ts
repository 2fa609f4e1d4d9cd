import type { DocumentStorage } from '../../storage/storage.js';
import type { IdempotentRequest, OperationContext } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { requireTenants } from '../tenancy.js';
import { documentExists } from './document-id.js';
import { embedDocuments } from './embed-documents.js';
import { type NewDocument, toDocument } from './new-document.js';
import { type WrittenDocument, writeDocument } from './write-document.js';

/** Adds a document. An id that is taken is refused, whoever's document holds it. */
export async function addDocument(
  sent: NewDocument,
  context: OperationContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<WrittenDocument>> {
  const { documents } = context.collection;
  requireTenants(context.caller, [sent.tenant_id]);
  return performOnce(idempotent, async (record) => {
    // Looked up before the work is done, and decided on when the write has its turn.
    if (sent.id !== undefined && (await isTaken(sent.id, documents))) throw documentExists(sent.id);
    const document = await toDocument(sent, context);
    const [{ embedding, tokens }] = await embedDocuments([document], context);
    const decide = (current: unknown) => {
      if (current !== null) throw documentExists(document.id);
      return document;
    };
    return writeDocument(documents, { id: document.id, decide, embedding, semanticTokens: tokens }, record);
  });
}

async function isTaken(id: string, documents: DocumentStorage): Promise<boolean> {
  const [found] = await documents.getMany([id], ['head']);
  return found !== null;
}

import type { ContentType, Document, Metadata } from '../../domain/document/document.js';
import { newId } from '../../domain/document/identifier.js';
import type { Language } from '../../domain/document/language.js';
import { mergeMetadata } from '../../domain/document/metadata.js';
import type { DocumentStorage, DocumentWrite } from '../../storage/storage.js';
import type { IdempotentRequest, OperationContext } from '../context.js';
import { type Answered, performOnce, type RecordResult } from '../idempotent-write.js';
import { requireTenants, visible } from '../tenancy.js';
import { embedDocuments } from './embed-documents.js';
import { documentExists, documentNotFound, isDocumentId } from './read-documents.js';

/** Adds a document. A taken id is refused, even if the caller can't see the document that has it. */
export async function addDocument(
  sent: NewDocument,
  context: OperationContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<WrittenDocument>> {
  const { documents } = context.collection;
  requireTenants(context.caller, [sent.tenant_id]);
  return writeOnce(idempotent, context, async (record) => {
    // Fails early, before the document is embedded. `decide` checks again, inside the commit.
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

/**
 * Writes a document once per idempotency key. Who gets the answer may search for the document at once, but the first time it
 * may have been stored while the engine failed.
 */
export function writeOnce(
  idempotent: IdempotentRequest | null,
  { collection }: OperationContext,
  write: (record: RecordResult<WrittenDocument> | undefined) => Promise<WrittenDocument>,
): Promise<Answered<WrittenDocument>> {
  return performOnce(idempotent, write, () => collection.engine.apply([]));
}

async function isTaken(id: string, documents: DocumentStorage): Promise<boolean> {
  const [found] = await documents.getMany([id], ['head']);
  return found !== null;
}

export async function deleteDocument(id: string, { caller, collection }: OperationContext): Promise<void> {
  if (!isDocumentId(id)) throw documentNotFound(id);
  const decide = (current: Document | null) => {
    if (visible(caller, current) === null) throw documentNotFound(id);
    return 'delete' as const;
  };
  const [settled] = await collection.documents.write([{ id, decide }]);
  if (settled.status === 'rejected') throw settled.reason;
}

/** A validated request: timestamps are milliseconds, the language code is canonical. */
export interface NewDocument {
  id?: string;
  title: string;
  tenant_id: string;
  content?: string | null;
  content_type: ContentType;
  created_at?: number;
  updated_at?: number;
  language: Language;
  metadata?: Metadata | null;
  source_uri?: string | null;
}

/** Fills in defaults and converts the content to plain text. */
export async function toDocument(sent: NewDocument, context: OperationContext): Promise<Document> {
  const time = context.now();
  return {
    id: sent.id ?? newId('doc'),
    title: sent.title,
    tenantId: sent.tenant_id,
    language: sent.language,
    metadata: mergeMetadata(null, sent.metadata ?? null),
    sourceUri: sent.source_uri ?? null,
    createdAt: sent.created_at ?? time,
    updatedAt: sent.updated_at ?? time,
    content: sent.content == null ? null : await context.convert(sent.content, sent.content_type, context),
  };
}

/** The result of adding or updating a document. Plain JSON, because it is stored to answer repeated requests. */
export interface WrittenDocument {
  document: Document;
  semanticTokens: number;
}

/** Writes one document. With `record`, the answer is stored in the same commit. */
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

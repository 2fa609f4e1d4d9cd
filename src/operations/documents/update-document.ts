import { type ContentType, DOCUMENT_LIMITS, type Document, type MetadataValue } from '../../domain/document.js';
import { invalidRequest } from '../../domain/error.js';
import type { Language } from '../../domain/language.js';
import { countMetadataKeys, mergeMetadata } from '../../domain/metadata.js';
import type { IdempotentRequest, OperationContext } from '../context.js';
import { type Answered, performOnce } from '../idempotent-write.js';
import { requireTenants, visible } from '../tenancy.js';
import { documentNotFound, isDocumentId } from './document-id.js';
import { type WrittenDocument, writeDocument } from './write-document.js';

export type MetadataPatch = Readonly<Record<string, MetadataValue | null>>;

/** What to change. A field that is left out stays as it is; null clears those that may be null. */
export interface DocumentChanges {
  title?: string;
  tenant_id?: string;
  content?: string | null;
  content_type: ContentType;
  created_at?: number;
  updated_at?: number;
  language?: Language;
  /** Merged by top-level key; null for a key removes it, null for all of it clears it. */
  metadata?: MetadataPatch | null;
  source_uri?: string | null;
}

export async function updateDocument(
  { id, changes }: { id: string; changes: DocumentChanges },
  context: OperationContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<WrittenDocument>> {
  const { caller, collection } = context;
  if (changes.tenant_id !== undefined) requireTenants(caller, [changes.tenant_id]);
  return performOnce(idempotent, async (record) => {
    // Looked up before the content is converted, so that work is not spent on a document that is not there.
    if (!isDocumentId(id) || visible(caller, collection.documents.getHead(id)) === null) throw documentNotFound(id);
    const content =
      changes.content == null ? changes.content : await context.convert(changes.content, changes.content_type);
    const decide = (current: Document | null) => {
      const document = visible(caller, current);
      if (document === null) throw documentNotFound(id);
      return changed(document, { ...changes, content, updated_at: changes.updated_at ?? context.now() });
    };
    return writeDocument(collection.documents, { id, decide }, record);
  });
}

function changed(document: Document, changes: DocumentChanges): Document {
  return {
    ...document,
    title: changes.title ?? document.title,
    tenantId: changes.tenant_id ?? document.tenantId,
    language: changes.language ?? document.language,
    createdAt: changes.created_at ?? document.createdAt,
    updatedAt: changes.updated_at ?? document.updatedAt,
    content: changes.content === undefined ? document.content : changes.content,
    sourceUri: changes.source_uri === undefined ? document.sourceUri : changes.source_uri,
    metadata: changes.metadata === undefined ? document.metadata : mergedMetadata(document, changes.metadata),
  };
}

function mergedMetadata(document: Document, changes: MetadataPatch | null): Document['metadata'] {
  if (changes === null) return null;
  const merged = mergeMetadata(document.metadata, changes);
  const keys = merged === null ? 0 : countMetadataKeys(merged);
  if (keys <= DOCUMENT_LIMITS.metadataKeys) return merged;
  const message = `metadata would have ${keys} keys after the merge; at most ${DOCUMENT_LIMITS.metadataKeys} are allowed.`;
  throw invalidRequest([{ param: 'metadata', code: 'too_many_items', message }]);
}

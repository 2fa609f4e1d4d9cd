import {
  type ContentType,
  DOCUMENT_LIMITS,
  type Document,
  type MetadataValue,
} from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import { countMetadataKeys, mergeMetadata } from '../../domain/document/metadata.js';
import { failure, invalidRequest } from '../../domain/errors/error.js';
import type { IdempotentRequest, OperationContext } from '../context.js';
import type { Answered, RecordResult } from '../idempotent-write.js';
import { requireTenants, visible } from '../tenancy.js';
import { countDocumentTokens, embedDocuments, hasSameText } from './embed-documents.js';
import { documentNotFound, getDocument } from './read-documents.js';
import { type WrittenDocument, writeDocument, writeOnce } from './write-document.js';

export type MetadataPatch = Readonly<Record<string, MetadataValue | null>>;

/** A validated request. Fields that are left out stay unchanged; null clears a field. */
export interface DocumentChanges {
  title?: string;
  tenant_id?: string;
  content?: string | null;
  content_type: ContentType;
  created_at?: number;
  updated_at?: number;
  language?: Language;
  /** Merged by top-level key. A key with null is removed; null for the whole clears it. */
  metadata?: MetadataPatch | null;
  source_uri?: string | null;
}

interface Update {
  id: string;
  changes: DocumentChanges;
}

/** Attempts to embed a text that others keep changing. Updates of a document wait for each other, so only imports do. */
const MOST_ATTEMPTS = 10;

export async function updateDocument(
  { id, changes }: Update,
  context: OperationContext,
  idempotent: IdempotentRequest | null,
): Promise<Answered<WrittenDocument>> {
  const { caller } = context;
  if (changes.tenant_id !== undefined) requireTenants(caller, [changes.tenant_id]);
  return writeOnce(idempotent, context, async (record) => {
    // Fails early, before the content is converted, if the document does not exist.
    await getDocument(id, context);
    const { content: sent, content_type } = changes;
    const content = sent == null ? sent : await context.convert(sent, content_type, context);
    const update = { id, changes: { ...changes, content } };
    if (!touchesText(changes)) return keepText(update, context, record);
    return context.collection.textUpdates.run(id, () => changeText(update, context, record));
  });
}

function touchesText({ title, content, language }: DocumentChanges): boolean {
  return title !== undefined || content !== undefined || language !== undefined;
}

type KeepAnswer = RecordResult<WrittenDocument> | undefined;

async function keepText(
  { id, changes }: Update,
  context: OperationContext,
  record: KeepAnswer,
): Promise<WrittenDocument> {
  const [semanticTokens] = await countDocumentTokens([await getDocument(id, context)], context);
  const decide = (current: Document | null) => changed(requireVisible(id, current, context), changes, context);
  return writeDocument(context.collection.documents, { id, decide, semanticTokens }, record);
}

/** Vectors depend on the whole text: if another request has changed it since, they are made again. */
async function changeText(
  { id, changes }: Update,
  context: OperationContext,
  record: KeepAnswer,
): Promise<WrittenDocument> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const seen = await getDocument(id, context);
    const [{ embedding, tokens }] = await embedDocuments([changed(seen, changes, context)], context);
    const decide = (current: Document | null) => {
      const document = requireVisible(id, current, context);
      if (!hasSameText(document, seen)) throw new TextHasChanged();
      return changed(document, changes, context);
    };
    try {
      return await writeDocument(
        context.collection.documents,
        { id, decide, embedding, semanticTokens: tokens },
        record,
      );
    } catch (error) {
      if (!(error instanceof TextHasChanged)) throw error;
    }
  }
  const message = `The document "${id}" keeps being changed by other requests. Try again in a moment.`;
  throw failure('overloaded', message, { retryAfterSeconds: 1 });
}

class TextHasChanged extends Error {}

function requireVisible(id: string, current: Document | null, { caller }: OperationContext): Document {
  const document = visible(caller, current);
  if (document === null) throw documentNotFound(id);
  return document;
}

function changed(document: Document, changes: DocumentChanges, { now }: OperationContext): Document {
  return {
    ...document,
    title: changes.title ?? document.title,
    tenantId: changes.tenant_id ?? document.tenantId,
    language: changes.language ?? document.language,
    createdAt: changes.created_at ?? document.createdAt,
    updatedAt: changes.updated_at ?? now(),
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

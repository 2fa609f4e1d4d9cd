import type { ContentType, Document, Metadata } from '../../domain/document/document.js';
import { newId } from '../../domain/document/identifier.js';
import type { Language } from '../../domain/document/language.js';
import { mergeMetadata } from '../../domain/document/metadata.js';
import type { OperationContext } from '../context.js';

/** A document as a caller sends it, checked: timestamps are instants, the language is canonical. */
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

/** Fills in what was left out and turns the content into plain text. */
export async function toDocument(sent: NewDocument, { convert, now }: OperationContext): Promise<Document> {
  const time = now();
  return {
    id: sent.id ?? newId('doc'),
    title: sent.title,
    tenantId: sent.tenant_id,
    language: sent.language,
    metadata: mergeMetadata(null, sent.metadata ?? null),
    sourceUri: sent.source_uri ?? null,
    createdAt: sent.created_at ?? time,
    updatedAt: sent.updated_at ?? time,
    content: sent.content == null ? null : await convert(sent.content, sent.content_type),
  };
}

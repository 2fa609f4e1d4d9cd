import { IMPORT_MARK, type Metadata } from '../../domain/document/document.js';

interface ShownDocument {
  id: string;
  title: string;
  source_uri: string | null;
  tenant_id: string;
  language: string;
  updated_at: string;
  metadata?: Metadata | null;
  confidence_level?: string;
}

/** The title of a document, and below it what tells it from others, for a model to read. */
export function describeDocument(document: ShownDocument): string {
  const facts = [
    `id: ${document.id}`,
    ...(document.confidence_level === undefined ? [] : [`confidence: ${document.confidence_level}`]),
    ...(document.source_uri === null ? [] : [`source: ${document.source_uri}`]),
    `tenant: ${document.tenant_id}`,
    `language: ${document.language}`,
    `updated: ${document.updated_at.slice(0, 'YYYY-MM-DD'.length)}`,
    ...metadataFact(document.metadata ?? {}),
  ];
  return `${document.title}\n${facts.join(' | ')}`;
}

function metadataFact(metadata: Metadata): string[] {
  return Object.keys(metadata).length === 0 ? [] : [`metadata: ${JSON.stringify(metadata)}`];
}

/** Without what imports of files note for themselves, such as paths: a model has no use for it, and passes on what it reads. */
export function withoutImportMark<Document extends { metadata: Metadata | null }>(document: Document): Document {
  if (document.metadata === null || !(IMPORT_MARK in document.metadata)) return document;
  const { [IMPORT_MARK]: _, ...metadata } = document.metadata;
  return { ...document, metadata };
}

export function excerptOf({ excerpt }: { excerpt: string | null }): string {
  return excerpt === null ? '' : `\n${excerpt}`;
}

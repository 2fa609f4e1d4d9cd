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

/** Without what imports of files note for themselves, which is long and tells a model nothing. */
function metadataFact({ [IMPORT_MARK]: _, ...metadata }: Metadata): string[] {
  return Object.keys(metadata).length === 0 ? [] : [`metadata: ${JSON.stringify(metadata)}`];
}

export function excerptOf({ excerpt }: { excerpt: string | null }): string {
  return excerpt === null ? '' : `\n${excerpt}`;
}

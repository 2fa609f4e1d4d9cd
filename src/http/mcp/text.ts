import type { Metadata } from '../../domain/document/document.js';

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
    ...(document.metadata ? [`metadata: ${JSON.stringify(document.metadata)}`] : []),
  ];
  return `${document.title}\n${facts.join(' | ')}`;
}

export function excerptOf({ excerpt }: { excerpt: string | null }): string {
  return excerpt === null ? '' : `\n${excerpt}`;
}

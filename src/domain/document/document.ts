import type { Language } from './language.js';
import type { DocumentVectors, Passage } from './vectors.js';

export type MetadataScalar = string | number | boolean;
export type MetadataValue = MetadataScalar | MetadataScalar[] | { [key: string]: MetadataValue };
export type Metadata = { [key: string]: MetadataValue };

/** A document without its content, as lists show it. Timestamps are milliseconds since 1970 in UTC. */
export interface DocumentHead {
  id: string;
  title: string;
  tenantId: string;
  language: Language;
  metadata: Metadata | null;
  sourceUri: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A stored document. `content` has been converted to plain text. */
export interface Document extends DocumentHead {
  content: string | null;
}

export const CONTENT_TYPES = ['plaintext', 'html', 'markdown'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** Endpoints under /documents: a document with such an id could not be addressed. */
export const RESERVED_DOCUMENT_IDS: readonly string[] = ['browse', 'import', 'metadata-schema'];

/** What an import of files notes in each document, to know them again. Nobody who looks at documents has a use for it. */
export const IMPORT_MARK = 'import';
/** Every mark has these. */
export const IMPORT_MARK_FIELDS = ['file', 'hash', 'tenant'].map(markField);
export const OPTIONAL_IMPORT_MARK_FIELDS = ['id', 'documents'].map(markField);

function markField(name: string): string {
  return `metadata.${IMPORT_MARK}.${name}`;
}

export const DOCUMENT_LIMITS = {
  idLength: 128,
  titleLength: 250,
  tenantIdLength: 250,
  sourceUriLength: 1000,
  /** 100 KB of UTF-8, before conversion to plain text. */
  contentBytes: 102_400,
  metadataKeys: 100,
  metadataKeyLength: 50,
  metadataValueLength: 500,
} as const;

/** How the values of a field are compared. Each metadata value has its own type. */
export type FieldKind = 'keyword' | 'date' | 'metadata';

const DOCUMENT_FIELDS: Record<string, FieldKind> = {
  id: 'keyword',
  title: 'keyword',
  tenant_id: 'keyword',
  language: 'keyword',
  source_uri: 'keyword',
  created_at: 'date',
  updated_at: 'date',
};

export const DOCUMENT_FIELD_NAMES: readonly string[] = Object.keys(DOCUMENT_FIELDS);

export const METADATA_PREFIX = 'metadata.';

/** The kind of a field that filters, sorts and facets can use; null if there is no such field. */
export function fieldKind(field: string): FieldKind | null {
  if (field.startsWith(METADATA_PREFIX) && field.length > METADATA_PREFIX.length) return 'metadata';
  return Object.hasOwn(DOCUMENT_FIELDS, field) ? DOCUMENT_FIELDS[field] : null;
}

/** A document as it is indexed: with the vectors of its passages. */
export interface DocumentWithVectors {
  document: Document;
  vectors: readonly DocumentVectors[];
  /** Where its passages are; missing if it has no more than one. */
  passages?: readonly Passage[];
}

/**
 * A durable change. `sequence` counts the changes of one mode from 1, without gaps: all that were ever made if the storage
 * records them, otherwise those that were made through this process.
 */
export type Change =
  | ({ sequence: number; kind: 'put' } & DocumentWithVectors)
  | { sequence: number; kind: 'delete'; id: string };

/** Live and test data never mix: each mode has its own documents and its own index. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

import type { Language } from './language.js';

export type MetadataScalar = string | number | boolean;
export type MetadataValue = MetadataScalar | MetadataScalar[] | { [key: string]: MetadataValue };
export type Metadata = { [key: string]: MetadataValue };

/** Everything a list of documents shows. Timestamps are milliseconds since 1970 in UTC. */
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

/** A stored document. `content` is plain text, whatever format it was sent in. */
export interface Document extends DocumentHead {
  content: string | null;
}

export const CONTENT_TYPES = ['plaintext', 'html', 'markdown'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** These are paths under /documents, so no document can have them as its id. */
export const RESERVED_DOCUMENT_IDS: readonly string[] = ['browse', 'import', 'metadata-schema'];

export const DOCUMENT_LIMITS = {
  idLength: 128,
  titleLength: 250,
  tenantIdLength: 250,
  sourceUriLength: 1000,
  /** 100 KB of UTF-8, counted in `content` as it was sent. */
  contentBytes: 102_400,
  metadataKeys: 100,
  metadataKeyLength: 50,
  metadataValueLength: 500,
} as const;

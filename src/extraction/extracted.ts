import type { Metadata } from '../domain/document/document.js';

/** A document as it was found in a file. Titles and metadata are not yet cut to the limits of the service. */
export interface ExtractedDocument {
  /**
   * Names the document within its file, and should stay the same when other parts of the file change. Empty if the file is one
   * document.
   */
  key: string;
  /** Empty if the file does not say. */
  title: string;
  /** Follows the title, which may come from the name of the file: ` (pages 1–40)`. */
  suffix: string;
  /** Plain text. */
  content: string;
  /** As the file declares it, such as `en-US`; null if it does not. */
  language: string | null;
  /** ISO 8601, or null if the file does not say. */
  createdAt: string | null;
  updatedAt: string | null;
  metadata: Metadata;
  /** Only records, such as rows of a table, have fields of their own for these. */
  id?: string;
  tenantId?: string;
  sourceUri?: string;
}

/** A part of a file that could not be read, such as one message of a mailbox, while the rest could. */
export interface ExtractionProblem {
  /** `row 12` */
  place: string;
  reason: string;
}

export type Extracted = { document: ExtractedDocument } | { problem: ExtractionProblem };

/** The file can't be read. The message says why, for whoever imports it. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
}

export function newDocument(found: Partial<ExtractedDocument> & { content: string }): ExtractedDocument {
  return { key: '', title: '', suffix: '', language: null, createdAt: null, updatedAt: null, metadata: {}, ...found };
}

import type { Document, DocumentHead, DocumentWithVectors } from '../../domain/document/document.js';
import type { DocumentVectors, EmbeddedPassages, Passage } from '../../domain/document/vectors.js';
import type { DocumentParts } from '../storage.js';

/**
 * What of a document the storage needs back. The cluster does not look into it, and keeps nothing else of what is sent: the
 * search fields are made again from these whenever the document is written.
 *
 * - head: JSON in a string, which comes back exactly as it went, halves of surrogate pairs included
 * - content: the text; missing for a document without content
 * - passages_at: start and end of each passage
 * - vectors: the codes of all passages, one after the other
 * - writes: tokens of the last writes, newest last. By these a write whose answer was lost finds out that it was made
 * - idempotency: the records that belong to this state (see idempotency-ledger.ts)
 */
export const STORED_FIELDS = {
  head: { type: 'object', enabled: false },
  content: { type: 'object', enabled: false },
  passages_at: { type: 'object', enabled: false },
  vectors: { type: 'object', enabled: false },
  writes: { type: 'object', enabled: false },
  idempotency: { type: 'object', enabled: false },
} as const;

/** By which the storage itself looks for documents. */
export const LOOKUP_FIELDS = {
  id: { type: 'keyword' },
  /** The spaces that the document has vectors of. */
  spaces: { type: 'keyword' },
} as const;

export interface StoredSource {
  head: string;
  /** A text with half a surrogate pair, which UTF-8 can't encode, is stored as JSON, in which it is escaped. */
  content?: string | { json: string };
  passages_at?: [start: number, end: number][];
  vectors?: StoredVectors[];
  writes?: string[];
  idempotency?: IdempotencyMark[];
}

interface StoredVectors {
  space: string;
  dimensions: number;
  /** Base64 of one byte per dimension, passage after passage. */
  codes: string;
}

/** Says that a document is in the state to which an idempotency record belongs. */
export interface IdempotencyMark {
  /** The name of the record. */
  record: string;
  token: string;
}

/** A document as it is decided on and written. */
export interface DocumentState extends EmbeddedPassages {
  document: Document;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

export function encodeState({ document, passages, vectors }: DocumentState): Omit<StoredSource, 'writes'> {
  const { content, ...head } = document;
  return {
    head: JSON.stringify(head),
    ...(content !== null && { content: LONE_SURROGATE.test(content) ? { json: JSON.stringify(content) } : content }),
    ...(passages.length > 0 && { passages_at: passages.map(({ start, end }) => [start, end]) }),
    ...(vectors.length > 0 && { vectors: vectors.map(encodeVectors) }),
  };
}

/** Which fields to read for each part. */
export const FIELDS_OF_PARTS: Readonly<Record<keyof DocumentParts, readonly (keyof StoredSource)[]>> = {
  document: ['head', 'content'],
  head: ['head'],
  content: ['content'],
  passages: ['passages_at'],
  vectors: ['vectors'],
};

export function decodePart<Part extends keyof DocumentParts>(part: Part, source: StoredSource): DocumentParts[Part] {
  return PART_DECODERS[part](source);
}

const PART_DECODERS: { [Part in keyof DocumentParts]: (source: StoredSource) => DocumentParts[Part] } = {
  document: decodeDocument,
  head: decodeHead,
  content: decodeContent,
  passages: decodePassages,
  vectors: ({ vectors = [] }) => vectors.map(decodeVectors),
};

function decodeDocument(source: StoredSource): Document {
  return { ...decodeHead(source), content: decodeContent(source) };
}

export function decodeState(source: StoredSource): DocumentState {
  return {
    document: decodeDocument(source),
    passages: decodePassages(source),
    vectors: (source.vectors ?? []).map(decodeVectors),
  };
}

/** A document as it is indexed. */
export function toIndex({ document, passages, vectors }: DocumentState): DocumentWithVectors {
  return passages.length > 1 ? { document, passages, vectors } : { document, vectors };
}

export function headOf({ content: _, ...head }: Document): DocumentHead {
  return head;
}

function decodeHead({ head }: StoredSource): DocumentHead {
  return JSON.parse(head);
}

function decodeContent({ content }: StoredSource): string | null {
  return typeof content === 'object' ? JSON.parse(content.json) : (content ?? null);
}

function decodePassages({ passages_at = [] }: StoredSource): Passage[] {
  return passages_at.map(([start, end]) => ({ start, end }));
}

function encodeVectors({ space, codes }: DocumentVectors): StoredVectors {
  const dimensions = codes.length === 0 ? 0 : codes[0].length;
  const all = Buffer.alloc(codes.length * dimensions);
  for (const [index, vector] of codes.entries()) {
    all.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length), index * dimensions);
  }
  return { space, dimensions, codes: all.toString('base64') };
}

function decodeVectors({ space, dimensions, codes }: StoredVectors): DocumentVectors {
  const all = Int8Array.from(new Int8Array(Buffer.from(codes, 'base64')));
  const count = dimensions === 0 ? 0 : all.length / dimensions;
  return {
    space,
    codes: Array.from({ length: count }, (_, index) => all.subarray(index * dimensions, (index + 1) * dimensions)),
  };
}

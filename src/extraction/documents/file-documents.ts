import { createHash } from 'node:crypto';
import { clip, wellFormed } from '../../domain/document/code-points.js';
import { DOCUMENT_LIMITS, type Metadata, type MetadataValue } from '../../domain/document/document.js';
import { formatTime } from '../dates.js';
import type { ExtractedDocument } from '../extracted.js';
import type { FileType } from '../file-types.js';
import type { ReadingOptions } from '../reader.js';
import type { ImportMark } from './import-mark.js';

/** A file on its way into the index. */
export interface FileToImport {
  /** What names the file in the index: a file with the same location takes its place. */
  location: string;
  /** Relative to the folder that is imported, with slashes. */
  relative: string;
  type: FileType;
  /** Where it can be opened; null if nobody knows. */
  address: string | null;
  /** In milliseconds since 1970; null if nobody knows. They count where the file itself says nothing. */
  created: number | null;
  modified: number | null;
  /** Of its bytes and of all options that shape its documents. */
  hash: string;
}

/** What whoever imports says about the documents. */
export interface DocumentOptions {
  tenant: string;
  /** Added to the metadata of every document. */
  metadata: Readonly<Record<string, string>>;
  /** Null to detect the language of each document. */
  language: string | null;
}

/** A line of the import request. */
export type WireDocument = Readonly<Record<string, unknown>> & { id: string };

/** Increase when files give other documents than before: they are then imported again. */
const EXTRACTION_VERSION = 6;
const { metadataKeys, metadataKeyLength, metadataValueLength, sourceUriLength } = DOCUMENT_LIMITS;
/** Keys that are added to those of the file: path, folder, file_type, and import with its five. */
const OWN_KEYS = 9;
const LONGEST_ARRAY = 100;

/** Changes with every option that changes documents, so that an unchanged file is imported again with new options. */
export function optionsFingerprint({
  metadata,
  language,
  reading,
}: Pick<DocumentOptions, 'metadata' | 'language'> & { reading: ReadingOptions }): string {
  return JSON.stringify([EXTRACTION_VERSION, metadata, language, reading]);
}

export function wireDocument(document: ExtractedDocument, file: FileToImport, options: DocumentOptions): WireDocument {
  const id = document.id ?? documentId(file, document.key, options.tenant);
  const uri = document.sourceUri ?? (file.address === null ? null : withFragment(file.address, document.key));
  return {
    id,
    title: document.title,
    content: document.content,
    tenant_id: wellFormed(document.tenantId ?? options.tenant),
    language: options.language ?? document.language,
    created_at: document.createdAt ?? document.updatedAt ?? timeOf(file.created),
    updated_at: document.updatedAt ?? timeOf(file.modified),
    source_uri: uri !== null && uri.length <= sourceUriLength ? wellFormed(uri) : undefined,
    metadata: metadataOf(document, { id, file }, options),
  };
}

/** The document that says how many the file has. It is sent when all others are stored. */
export function asLast(document: WireDocument, count: number): WireDocument {
  const metadata = document.metadata as Metadata & { import: Metadata };
  return { ...document, metadata: { ...metadata, import: { ...metadata.import, documents: count } } };
}

/** Begins with the name of the file, for people, and ends with a hash, which makes it unique. */
function documentId({ location, relative }: FileToImport, key: string, tenant: string): string {
  const name = relative.slice(relative.lastIndexOf('/') + 1);
  const readable = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  const hash = createHash('sha256')
    .update(JSON.stringify([tenant, location, key]))
    .digest('hex')
    .slice(0, 20);
  return readable === '' ? `file-${hash}` : `${readable}-${hash}`;
}

function timeOf(time: number | null): string | undefined {
  return time === null ? undefined : (formatTime(time) ?? undefined);
}

function withFragment(address: string, key: string): string {
  return key === '' ? address : `${address}#${encodeURIComponent(key)}`;
}

function metadataOf(
  document: ExtractedDocument,
  { id, file }: { id: string; file: FileToImport },
  options: DocumentOptions,
): Metadata {
  const slash = file.relative.lastIndexOf('/');
  const mark: ImportMark = { file: file.location, hash: file.hash, tenant: options.tenant, id };
  const own: Metadata = { path: file.relative, file_type: file.type };
  if (slash > 0) own.folder = file.relative.slice(0, slash);
  const budget = { keys: metadataKeys - OWN_KEYS - Object.keys(options.metadata).length };
  const fitted = fitMetadata({ ...own, ...document.metadata }, budget, 'import');
  return { ...fitted, ...options.metadata, import: { ...mark } };
}

/** Cuts metadata to what the service accepts; keys beyond the limit are dropped, and so is the reserved one. */
function fitMetadata(metadata: Metadata, budget: { keys: number }, reserved: string | null = null): Metadata {
  const fitted = new Map<string, MetadataValue>();
  for (const [name, value] of Object.entries(metadata)) {
    const key = clipPoints(wellFormed(name).replaceAll('.', '_').trim(), metadataKeyLength);
    if (key === '' || key === '__proto__' || key === reserved || fitted.has(key) || budget.keys <= 0) continue;
    budget.keys--;
    fitted.set(key, fitValue(value, budget));
  }
  return Object.fromEntries(fitted);
}

function fitValue(value: MetadataValue, budget: { keys: number }): MetadataValue {
  if (typeof value === 'string') return clipPoints(wellFormed(value), metadataValueLength);
  if (Array.isArray(value)) {
    return value
      .slice(0, LONGEST_ARRAY)
      .map((item) => (typeof item === 'string' ? clipPoints(wellFormed(item), metadataValueLength) : item));
  }
  return typeof value === 'object' ? fitMetadata(value, budget) : value;
}

/** UTF-16 units are at least as many as code points, so the result is never too long. */
function clipPoints(text: string, most: number): string {
  return text.length <= most ? text : clip(text, most - 1);
}

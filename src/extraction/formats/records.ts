import { createHash } from 'node:crypto';
import { countCodePoints } from '../../domain/document/code-points.js';
import {
  DOCUMENT_LIMITS,
  type Metadata,
  type MetadataScalar,
  type MetadataValue,
} from '../../domain/document/document.js';
import { toPlainText } from '../../text/conversion/convert-content.js';
import { readDate } from '../dates.js';
import { type ExtractedDocument, newDocument } from '../extracted.js';
import type { ReadingOptions } from '../reader.js';

/** A row of a table or an object of a JSON file. */
export type SourceRecord = Readonly<Record<string, unknown>>;

const TITLE_NAMES = [
  'title',
  'name',
  'subject',
  'headline',
  'heading',
  'label',
  'question',
  'titel',
  'bezeichnung',
  'frage',
  'titre',
  'nom',
  'título',
  'nombre',
  'titolo',
  'nome',
  'タイトル',
  '名前',
  '質問',
];
const CONTENT_NAMES = [
  'content',
  'text',
  'body',
  'description',
  'answer',
  'abstract',
  'message',
  'summary',
  'inhalt',
  'beschreibung',
  'antwort',
  'contenu',
  'texte',
  'réponse',
  'contenido',
  'texto',
  'descripción',
  'respuesta',
  'contenuto',
  'testo',
  'descrizione',
  '内容',
  '本文',
  '説明',
  '回答',
];
const VALID_ID = /^[A-Za-z0-9_-]{1,128}$/;
const DEEPEST = 8;

/**
 * Maps the fields of a record: those that are named like fields of a document are these; title and content are guessed by their
 * names; everything else becomes metadata. Values that are too long for metadata, and all values if no field holds the
 * content, are added to the content as `name: value`, so that they can be found.
 */
export function recordDocument(record: SourceRecord, index: number, options: ReadingOptions): ExtractedDocument {
  const fields = new Map(Object.entries(record).filter(([, value]) => value !== null && value !== ''));
  const titleField = options.titleColumn ?? findField(fields, TITLE_NAMES) ?? firstText(fields);
  const contentField = options.contentColumn ?? findField(fields, CONTENT_NAMES);
  const take = (name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() || null : null;
  };
  const title = titleField === null ? null : take(titleField);
  const content = contentField === null ? null : take(contentField);
  const contentType = take('content_type');
  const id = take('id');
  const document = newDocument({
    key: id ?? `${index}`,
    title: title ?? `Record ${index}`,
    content:
      contentType === 'html' || contentType === 'markdown' ? toPlainText(content ?? '', contentType) : (content ?? ''),
    language: take('language'),
    createdAt: readDate(take('created_at')),
    updatedAt: readDate(take('updated_at')),
    tenantId: take('tenant_id') ?? undefined,
    sourceUri: take('source_uri') ?? undefined,
  });
  if (id !== null && VALID_ID.test(id)) document.id = id;
  else if (id !== null) document.key = createHash('sha256').update(id).digest('hex').slice(0, 24);
  addRest(document, fields, content === null);
  return document;
}

function addRest(document: ExtractedDocument, fields: Map<string, unknown>, describeAll: boolean): void {
  const nested = fields.get('metadata');
  if (isRecord(nested)) {
    fields.delete('metadata');
    for (const [name, value] of Object.entries(nested))
      if (value !== null && !fields.has(name)) fields.set(name, value);
  }
  const lines: string[] = [];
  for (const [name, value] of fields) {
    const isLong = typeof value === 'string' && countCodePoints(value) > DOCUMENT_LIMITS.metadataValueLength;
    if (name === '__proto__') continue;
    if (!isLong) document.metadata[name] = metadataValue(value, 1);
    if (isLong || describeAll) lines.push(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  }
  if (lines.length > 0) document.content = [document.content, ...lines].filter((text) => text !== '').join('\n');
}

/** What metadata can't hold, such as a list of objects, is kept as JSON. */
function metadataValue(value: unknown, depth: number): MetadataValue {
  if (isScalar(value)) return value;
  if (Array.isArray(value) && value.every(isScalar)) return value;
  if (!isRecord(value) || depth > DEEPEST) return JSON.stringify(value) ?? '';
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([name, inner]) => [name, metadataValue(inner, depth + 1)])) satisfies Metadata;
}

function isScalar(value: unknown): value is MetadataScalar {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

export function isRecord(value: unknown): value is SourceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findField(fields: ReadonlyMap<string, unknown>, names: readonly string[]): string | null {
  const written = [...fields.keys()];
  for (const name of names) {
    const found = written.find((field) => field.trim().normalize('NFC').toLowerCase() === name);
    if (found !== undefined) return found;
  }
  return null;
}

/** The first field with words in it. */
function firstText(fields: ReadonlyMap<string, unknown>): string | null {
  for (const [name, value] of fields) {
    if (name !== 'id' && typeof value === 'string' && /\p{L}{2}/u.test(value)) return name;
  }
  return null;
}

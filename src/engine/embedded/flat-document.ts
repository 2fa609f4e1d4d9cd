import type { Document, Metadata, MetadataScalar } from '../../domain/document.js';
import { METADATA_PREFIX } from '../../domain/field.js';
import { parseTimestamp } from '../../domain/timestamp.js';
import { wordsOf } from '../../text/words.js';
import type { ColumnType } from './column.js';

/** A document as columns take it: values by type and dotted path, and the distinct words of its texts. */
export interface FlatDocument {
  id: string;
  values: { type: Exclude<ColumnType, 'text'>; field: string; value: string | number }[];
  words: { field: 'title' | 'content'; words: Set<string> }[];
}

export function flattenDocument(document: Document): FlatDocument {
  const flat: FlatDocument = { id: document.id, values: [], words: [] };
  const keywords: [string, string | null][] = [
    ['id', document.id],
    ['title', document.title],
    ['tenant_id', document.tenantId],
    ['language', document.language],
    ['source_uri', document.sourceUri],
  ];
  for (const [field, value] of keywords) {
    if (value !== null) flat.values.push({ type: 'keyword', field, value });
  }
  flat.values.push({ type: 'date', field: 'created_at', value: document.createdAt });
  flat.values.push({ type: 'date', field: 'updated_at', value: document.updatedAt });
  if (document.metadata !== null) flattenMetadata(document.metadata, METADATA_PREFIX, flat);
  flat.words.push({ field: 'title', words: new Set(wordsOf(document.title)) });
  if (document.content !== null) flat.words.push({ field: 'content', words: new Set(wordsOf(document.content)) });
  return flat;
}

function flattenMetadata(metadata: Metadata, prefix: string, flat: FlatDocument): void {
  for (const [key, value] of Object.entries(metadata)) {
    const field = prefix + key;
    if (Array.isArray(value)) {
      if (value.length > 0) flat.values.push({ type: 'array', field, value: 1 });
      for (const item of new Set(value)) addScalar(item, field, flat);
    } else if (typeof value === 'object') {
      flattenMetadata(value, `${field}.`, flat);
    } else {
      addScalar(value, field, flat);
    }
  }
}

/** A string that is an ISO date is a date as well, so that ranges and histograms compare instants, not spellings. */
function addScalar(value: MetadataScalar, field: string, flat: FlatDocument): void {
  if (typeof value === 'number') flat.values.push({ type: 'number', field, value });
  else if (typeof value === 'boolean') flat.values.push({ type: 'boolean', field, value: value ? 1 : 0 });
  else {
    flat.values.push({ type: 'keyword', field, value });
    const date = parseTimestamp(value);
    if (date !== null) flat.values.push({ type: 'date', field, value: date.time });
  }
}

import {
  type DocumentWithVectors,
  METADATA_PREFIX,
  type Metadata,
  type MetadataScalar,
} from '../../domain/document/document.js';
import { parseTimestamp } from '../../domain/document/timestamp.js';
import type { DocumentVectors, Passage } from '../../domain/document/vectors.js';
import { documentSignature } from '../../text/minhash.js';
import { type AnalysedText, analyseText, type LexicalField } from './analysed-text.js';

/** `array` marks a metadata field that was sent as an array. */
export type EntryType = 'keyword' | 'number' | 'boolean' | 'date' | 'array';

/** A document in the form that it is indexed in: values by type and dotted path, and analysed texts. */
export interface FlatDocument {
  id: string;
  language: string;
  values: { type: EntryType; field: string; value: string | number }[];
  texts: Record<LexicalField, AnalysedText>;
  vectors: readonly DocumentVectors[];
  /** For each passage but the first, the position of its first word in the content. */
  passageWords: readonly number[];
  /** MinHash signature. */
  signature: Uint8Array;
}

export function flattenDocument({ document, vectors, passages = [] }: DocumentWithVectors): FlatDocument {
  const { id, language } = document;
  const { firstWords, ...content } = analyseText(document.content ?? '', language, laterStarts(passages));
  const flat: FlatDocument = {
    id,
    language,
    values: [],
    texts: { title: analyseText(document.title, language), content },
    vectors,
    passageWords: firstWords,
    signature: documentSignature(document),
  };
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
  return flat;
}

function laterStarts(passages: readonly Passage[]): number[] {
  return passages.slice(1).map(({ start }) => start);
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

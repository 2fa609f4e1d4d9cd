import {
  type DocumentWithVectors,
  METADATA_PREFIX,
  type Metadata,
  type MetadataScalar,
} from '../../../domain/document/document.js';
import { parseTimestamp } from '../../../domain/document/timestamp.js';
import type { DocumentVectors, Passage } from '../../../domain/document/vectors.js';
import { analyze } from '../../../text/analysis/analyze.js';
import { documentSignature } from '../../../text/minhash.js';
import type { AnalysedText } from '../lexical/build-lexical.js';
import type { LexicalField } from '../lexical/lexical-column.js';
import type { ColumnType } from './column.js';

/** The types of columns that hold entries. */
export type EntryType = Exclude<ColumnType, 'length' | 'vocabulary' | 'lexical' | 'division'>;

/** A document in the form that columns are built from: values by type and dotted path, and analysed texts. */
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

/** Positions have 16 bits; words after that are not indexed. The 100 KB allowed for a content rarely have as many words. */
const LAST_POSITION = 0xffff;

/** `starts` are places in the text, ascending; `firstWords` has the position of the first word from each place on. */
export function analyseText(
  text: string,
  language: string,
  starts: readonly number[] = [],
): AnalysedText & { firstWords: number[] } {
  const firstWords: number[] = [];
  const positions = new Map<string, number[]>();
  const stems = new Map<string, string>();
  const disordered = new Set<string>();
  let length = 0;
  for (const { term, stem, start, position, kind } of analyze(text, language)) {
    if (position > LAST_POSITION) continue;
    if (kind === 'word') while (start >= starts[firstWords.length]) firstWords.push(position);
    const known = positions.get(term);
    if (known === undefined) {
      positions.set(term, [position]);
      stems.set(term, stem);
    } else if (known[known.length - 1] !== position) {
      if (known[known.length - 1] > position) disordered.add(term);
      known.push(position);
    }
    if (kind === 'word') length = position + 1;
  }
  for (const term of disordered) positions.set(term, inOrder(positions.get(term)!));
  while (firstWords.length < starts.length) firstWords.push(LAST_POSITION);
  return { positions, stems, length, firstWords };
}

function laterStarts(passages: readonly Passage[]): number[] {
  return passages.slice(1).map(({ start }) => start);
}

/**
 * Compounds and bigrams come after the words that they overlap. A term that is a bigram in one place and a word in another,
 * such as 大学 in 大学生在大学, can therefore be met with descending positions.
 */
function inOrder(positions: readonly number[]): number[] {
  return [...new Set(positions)].sort((a, b) => a - b);
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

import { SIGNATURE_BYTES } from '../../../text/minhash.js';
import type { LexicalField } from '../../document/analysed-text.js';
import { mergeLexical } from '../lexical/merge-lexical.js';
import { isDense, toDivision } from './build-segment.js';
import type { ColumnType, EntryColumn, KeywordColumn, NumberColumnType } from './column.js';
import { mergeDictionaries } from './merge-dictionaries.js';
import { mergePassages } from './merge-passages.js';
import { GONE, type MergeInput, type Renumbering, renumber } from './renumbering.js';
import { type ColumnEntry, type SegmentData, writeSegment } from './segment-format.js';

/**
 * Merges segments into one, without deleted documents. At most one input may have a live document of an id. Only vectors of
 * `spaces` are kept; null keeps all.
 */
export function mergeSegments(inputs: readonly MergeInput[], spaces: readonly string[] | null = null): SegmentData {
  const renumbering = renumber(inputs);
  const columns: ColumnEntry[] = [];
  for (const { type, field } of distinctColumns(inputs)) {
    columns.push(...mergeColumn(inputs, renumbering, { type, field }));
  }
  const passages = mergePassages(inputs, renumbering, spaces);
  columns.push(...passages.map(({ column }) => column));
  return {
    bytes: writeSegment(renumbering.documents, columns),
    vectors: passages.map(({ block }) => block.shared),
  };
}

function distinctColumns(inputs: readonly MergeInput[]): Iterable<{ type: ColumnType; field: string }> {
  const columns = new Map<string, { type: ColumnType; field: string }>();
  for (const { segment } of inputs) {
    for (const { type, field } of segment.columns()) columns.set(`${type}:${field}`, { type, field });
  }
  return columns.values();
}

function mergeColumn(
  inputs: readonly MergeInput[],
  renumbering: Renumbering,
  { type, field }: { type: ColumnType; field: string },
): ColumnEntry[] {
  switch (type) {
    // Passages are merged with their vectors, postings with the vocabulary.
    case 'passage':
    case 'lexical':
      return [];
    case 'vocabulary':
      return mergeLanguage(inputs, renumbering, field);
    case 'division':
      return mergeDivisions(inputs, renumbering);
    case 'sketch':
      return [mergeSignatures(inputs, renumbering)];
    case 'length':
      return [mergeLengths(inputs, renumbering, field)];
    case 'array':
      return mergeArrays(inputs, renumbering, field);
    case 'keyword':
      return mergeKeywords(inputs, renumbering, field);
    default:
      return mergeNumbers(inputs, renumbering, { type, field });
  }
}

function mergeKeywords(inputs: readonly MergeInput[], renumbering: Renumbering, field: string): ColumnEntry[] {
  const columns = inputs.map(({ segment }) => segment.keywords(field));
  const present = columns.flatMap((column, i) => (column === null ? [] : [{ column, map: renumbering.maps[i] }]));
  const merged = mergeDictionaries(
    present.map(({ column, map }) => ({ dictionary: column.dictionary, used: usedOrdinals(column, map) })),
  );
  if (merged.dictionary.size === 0) return [];
  const { places, docs } = placeEntries(columns, renumbering);
  const ordinals = new Uint32Array(docs.length);
  present.forEach(({ column, map }, i) => {
    const ordinalMap = merged.ordinalMaps[i];
    for (let entry = 0; entry < column.count; entry++) {
      const document = map[documentOf(column, entry)];
      if (document !== GONE) ordinals[places[document]++] = ordinalMap[column.ordinals[entry]];
    }
  });
  const { offsets, bytes } = merged.dictionary;
  return [{ type: 'keyword', field, docs: sparse(docs, renumbering), arrays: [ordinals, offsets, bytes] }];
}

function mergeNumbers(
  inputs: readonly MergeInput[],
  renumbering: Renumbering,
  { type, field }: { type: NumberColumnType; field: string },
): ColumnEntry[] {
  const columns = inputs.map(({ segment }) => segment.numbers(type, field));
  const { places, docs } = placeEntries(columns, renumbering);
  if (docs.length === 0) return [];
  const values = new Float64Array(docs.length);
  columns.forEach((column, i) => {
    if (column === null) return;
    for (let entry = 0; entry < column.count; entry++) {
      const document = renumbering.maps[i][documentOf(column, entry)];
      if (document !== GONE) values[places[document]++] = column.values[entry];
    }
  });
  return [{ type, field, docs: sparse(docs, renumbering), arrays: [values] }];
}

function mergeDivisions(inputs: readonly MergeInput[], renumbering: Renumbering): ColumnEntry[] {
  const columns = inputs.map(({ segment }) => segment.divisions());
  const { places, docs } = placeEntries(columns, renumbering);
  const firstWords = new Uint16Array(docs.length);
  columns.forEach((column, i) => {
    if (column === null) return;
    for (let entry = 0; entry < column.count; entry++) {
      const document = renumbering.maps[i][documentOf(column, entry)];
      if (document !== GONE) firstWords[places[document]++] = column.firstWords[entry];
    }
  });
  return toDivision(docs, firstWords);
}

function mergeArrays(inputs: readonly MergeInput[], renumbering: Renumbering, field: string): ColumnEntry[] {
  const docs = inputs.flatMap(({ segment }, i) =>
    Array.from(segment.arrays(field) ?? [], (document) => renumbering.maps[i][document]),
  );
  const kept = Uint32Array.from(docs.filter((document) => document !== GONE)).sort();
  return kept.length === 0 ? [] : [{ type: 'array', field, docs: null, arrays: [kept] }];
}

function mergeSignatures(inputs: readonly MergeInput[], { documents, maps }: Renumbering): ColumnEntry {
  const signatures = new Uint8Array(documents * SIGNATURE_BYTES);
  inputs.forEach(({ segment }, i) => {
    for (let document = 0; document < segment.documents; document++) {
      if (maps[i][document] === GONE) continue;
      const signature = segment.signatures.subarray(document * SIGNATURE_BYTES, (document + 1) * SIGNATURE_BYTES);
      signatures.set(signature, maps[i][document] * SIGNATURE_BYTES);
    }
  });
  return { type: 'sketch', field: 'content', docs: null, arrays: [signatures] };
}

function mergeLengths(inputs: readonly MergeInput[], { documents, maps }: Renumbering, field: string): ColumnEntry {
  const lengths = new Uint16Array(documents);
  inputs.forEach(({ segment }, i) => {
    segment.lengths(field as LexicalField)?.forEach((length, document) => {
      if (maps[i][document] !== GONE) lengths[maps[i][document]] = length;
    });
  });
  return { type: 'length', field, docs: null, arrays: [lengths] };
}

function mergeLanguage(inputs: readonly MergeInput[], { maps }: Renumbering, language: string): ColumnEntry[] {
  const present = inputs.flatMap(({ segment }, i) => {
    const vocabulary = segment.vocabulary(language);
    if (vocabulary === null) return [];
    const columns = { title: segment.lexical('title', language)!, content: segment.lexical('content', language)! };
    return [{ vocabulary, columns, map: maps[i], gone: GONE }];
  });
  return mergeLexical(language, present);
}

function usedOrdinals(column: KeywordColumn, map: Uint32Array): Uint8Array {
  const used = new Uint8Array(column.dictionary.size);
  for (let entry = 0; entry < column.count; entry++) {
    if (map[documentOf(column, entry)] !== GONE) used[column.ordinals[entry]] = 1;
  }
  return used;
}

/**
 * Where the merged entries go: `places[d]` is the place of document `d`'s first entry, which the caller increments as it
 * writes, and `docs` has the document of every place.
 */
function placeEntries(columns: readonly (EntryColumn | null)[], { documents, maps }: Renumbering) {
  const places = new Uint32Array(documents + 1);
  columns.forEach((column, i) => {
    if (column === null) return;
    for (let entry = 0; entry < column.count; entry++) {
      const document = maps[i][documentOf(column, entry)];
      if (document !== GONE) places[document + 1]++;
    }
  });
  for (let document = 0; document < documents; document++) places[document + 1] += places[document];
  const docs = new Uint32Array(places[documents]);
  for (let document = 0; document < documents; document++) {
    docs.fill(document, places[document], places[document + 1]);
  }
  return { places, docs };
}

function sparse(docs: Uint32Array, { documents }: Renumbering): Uint32Array | null {
  return isDense(docs, documents) ? null : docs;
}

function documentOf(column: { docs: Uint32Array | null }, entry: number): number {
  return column.docs === null ? entry : column.docs[entry];
}

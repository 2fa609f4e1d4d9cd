import { SIGNATURE_BYTES } from '../../../text/minhash.js';
import type { LexicalField } from '../../document/analysed-text.js';
import { mergeLexical } from '../lexical/merge-lexical.js';
import { toDivision } from './build-segment.js';
import { type ColumnType, isDense, type KeywordColumn, type NumberColumnType } from './column.js';
import { parseColumnName } from './directory.js';
import { divisionColumn, keywordColumn, numberColumn } from './entry-columns.js';
import { mergeDictionaries } from './merge-dictionaries.js';
import { orderEntries } from './merge-entries.js';
import { mergePassages } from './merge-passages.js';
import { GONE, type MergeInput, type Renumbering, renumber } from './renumbering.js';
import type { ColumnEntry, SegmentData } from './segment-format.js';
import { SegmentWriter } from './segment-writer.js';

/** A column of one input. */
interface ColumnPart {
  entry: ColumnEntry;
  map: Uint32Array;
}

/**
 * Merges segments into one, without deleted documents. At most one input may have a live document of an id. Only vectors of
 * `spaces` are kept; null keeps all.
 */
export function mergeSegments(inputs: readonly MergeInput[], spaces: readonly string[] | null = null): SegmentData {
  const renumbering = renumber(inputs);
  const writer = new SegmentWriter();
  for (const name of distinctColumns(inputs)) {
    for (const column of mergeColumn(inputs, renumbering, name)) writer.add(column);
  }
  const passages = mergePassages(inputs, renumbering, spaces);
  for (const { column } of passages) writer.add(column);
  return { bytes: writer.finish(renumbering.documents), vectors: passages.map(({ block }) => block.shared) };
}

interface DistinctColumn {
  type: ColumnType;
  field: string;
  /** Its number in each input that has it. */
  places: { input: number; column: number }[];
}

/** The columns of all inputs, in order of their names. */
function* distinctColumns(inputs: readonly MergeInput[]): Generator<DistinctColumn> {
  const names = inputs.map(({ segment }) => segment.directory.names);
  const merged = mergeDictionaries(
    names.map((dictionary) => ({ dictionary, used: new Uint8Array(dictionary.size).fill(1) })),
  );
  const next = inputs.map(() => 0);
  for (let name = 0; name < merged.dictionary.size; name++) {
    const places: DistinctColumn['places'] = [];
    for (let input = 0; input < inputs.length; input++) {
      if (merged.ordinalMaps[input][next[input]] === name) places.push({ input, column: next[input]++ });
    }
    yield { ...parseColumnName(merged.dictionary.text(name)), places };
  }
}

function mergeColumn(
  inputs: readonly MergeInput[],
  renumbering: Renumbering,
  { type, field, places }: DistinctColumn,
): ColumnEntry[] {
  // Opened one at a time, and not by its segment, which would keep millions.
  const parts = () =>
    places.map(({ input, column }): ColumnPart => {
      const entry = inputs[input].segment.directory.column(column);
      return { entry, map: renumbering.maps[input] };
    });
  switch (type) {
    // Passages are merged with their vectors, postings with the vocabulary.
    case 'passage':
    case 'lexical':
      return [];
    case 'vocabulary':
      return mergeLanguage(inputs, renumbering, field);
    case 'sketch':
      return [mergeSignatures(inputs, renumbering)];
    case 'length':
      return [mergeLengths(inputs, renumbering, field)];
    case 'array':
      return mergeArrays(parts(), field);
    case 'division':
      return mergeDivisions(parts(), renumbering);
    default:
      return mergeValues(parts(), renumbering, { type, field });
  }
}

function mergeValues(
  parts: readonly ColumnPart[],
  renumbering: Renumbering,
  { type, field }: { type: 'keyword' | NumberColumnType; field: string },
): ColumnEntry[] {
  const moved = parts.length === 1 ? moveColumn(parts[0], renumbering) : null;
  if (moved !== null) return [moved];
  return type === 'keyword'
    ? mergeKeywords(parts, renumbering, field)
    : mergeNumbers(parts, renumbering, { type, field });
}

/**
 * A column that only one input has, with the new numbers of its documents; null if some of them are dropped. Most columns are
 * such where documents have fields of their own, and this takes a fraction of the time of a merge.
 */
function moveColumn({ entry, map }: ColumnPart, { documents }: Renumbering): ColumnEntry | null {
  const docs = entry.docs === null ? map.slice() : new Uint32Array(entry.docs.length);
  if (entry.docs !== null) for (let i = 0; i < docs.length; i++) docs[i] = map[entry.docs[i]];
  for (let i = 0; i < docs.length; i++) if (docs[i] === GONE) return null;
  return { ...entry, docs: isDense(docs, documents) ? null : docs };
}

function mergeKeywords(parts: readonly ColumnPart[], { documents }: Renumbering, field: string): ColumnEntry[] {
  const columns = parts.map(({ entry, map }) => ({ ...keywordColumn(entry, documents), map }));
  const order = orderEntries(columns, documents);
  if (order.count === 0) return [];
  const merged = mergeDictionaries(
    columns.map((column, i) => ({ dictionary: column.dictionary, used: usedOrdinals(column, order.places[i]) })),
  );
  const ordinals = new Uint32Array(order.count);
  columns.forEach((column, i) => {
    const places = order.places[i];
    for (let entry = 0; entry < column.count; entry++) {
      if (places[entry] !== GONE) ordinals[places[entry]] = merged.ordinalMaps[i][column.ordinals[entry]];
    }
  });
  const { offsets, bytes } = merged.dictionary;
  return [{ type: 'keyword', field, docs: order.docs, arrays: [ordinals, offsets, bytes] }];
}

function mergeNumbers(
  parts: readonly ColumnPart[],
  { documents }: Renumbering,
  { type, field }: { type: NumberColumnType; field: string },
): ColumnEntry[] {
  const columns = parts.map(({ entry, map }) => ({ ...numberColumn(entry, documents), map }));
  const order = orderEntries(columns, documents);
  if (order.count === 0) return [];
  const values = new Float64Array(order.count);
  columns.forEach((column, i) => {
    const places = order.places[i];
    for (let entry = 0; entry < column.count; entry++) {
      if (places[entry] !== GONE) values[places[entry]] = column.values[entry];
    }
  });
  return [{ type, field, docs: order.docs, arrays: [values] }];
}

function mergeDivisions(parts: readonly ColumnPart[], { documents }: Renumbering): ColumnEntry[] {
  const columns = parts.map(({ entry, map }) => ({ ...divisionColumn(entry, documents), map }));
  const order = orderEntries(columns, documents);
  const firstWords = new Uint16Array(order.count);
  columns.forEach((column, i) => {
    const places = order.places[i];
    for (let entry = 0; entry < column.count; entry++) {
      if (places[entry] !== GONE) firstWords[places[entry]] = column.firstWords[entry];
    }
  });
  return toDivision(order.docs ?? Uint32Array.from(firstWords.keys()), firstWords);
}

function mergeArrays(parts: readonly ColumnPart[], field: string): ColumnEntry[] {
  const kept = parts.flatMap(({ entry, map }) =>
    Array.from(entry.arrays[0], (document) => map[document]).filter((document) => document !== GONE),
  );
  return kept.length === 0 ? [] : [{ type: 'array', field, docs: null, arrays: [Uint32Array.from(kept).sort()] }];
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

function usedOrdinals({ ordinals, count, dictionary }: KeywordColumn, places: Uint32Array): Uint8Array {
  const used = new Uint8Array(dictionary.size);
  for (let entry = 0; entry < count; entry++) if (places[entry] !== GONE) used[ordinals[entry]] = 1;
  return used;
}

import { type FeatureRows, featureRows, type SparseRow } from '../linear/linear-model.js';
import { type GramVocabulary, learnVocabulary, tfIdfRow } from '../ngram-features.js';
import type { BinnedColumn, BinnedTable } from '../trees/histogram.js';
import {
  binCountOf,
  type FeatureColumn,
  type NumberColumn,
  numberBin,
  RowTokens,
  readCategory,
  readNumber,
} from './feature-columns.js';
import { fieldOf, hasText, type InputField, type InputRow } from './fields.js';
import { learnFeatureColumns } from './learn-feature-columns.js';

/** How a row is turned into features. */
export interface Encoding {
  fields: InputField[];
  columns: FeatureColumn[];
  /** The n-grams of all text fields together, features of the linear model only. */
  grams: GramVocabulary;
}

/** The linear model has a weight for each n-gram and output. Both limits bound a model to tens of megabytes. */
const MAX_GRAMS = 50_000;
const MAX_GRAM_WEIGHTS = 8_000_000;
/** A linear model sees each number itself and, one-hot, which of these ranges it is in: effects need not be linear. */
const RANGES = 12;
const MAX_DEVIATIONS = 5;
/** N-gram and embedding values are small next to one-hot columns, and the L2 penalty shrinks small features most. */
const GRAM_WEIGHT = 2;
const EMBEDDING_WEIGHT = 3;

export function learnEncoding(
  rows: readonly InputRow[],
  fields: InputField[],
  { use, outputs }: { use: Uint32Array; outputs: number },
): Encoding {
  const maxGrams = Math.min(MAX_GRAMS, Math.floor(MAX_GRAM_WEIGHTS / outputs));
  const texts = hasText(fields) ? wordLists(rows, fields, use) : [];
  return {
    fields,
    columns: learnFeatureColumns(rows, fields, { use, outputs }),
    grams: learnVocabulary(texts, maxGrams),
  };
}

function* wordLists(rows: readonly InputRow[], fields: readonly InputField[], use: Uint32Array): Generator<string[]> {
  for (const row of use) yield wordsOfTexts(fields, rows[row], new RowTokens());
}

function wordsOfTexts(fields: readonly InputField[], row: InputRow, tokens: RowTokens): string[] {
  return fields.filter(({ type }) => type === 'text').flatMap(({ name }) => tokens.of(fieldOf(row, name)));
}

/** Where each feature column starts among the sparse columns of the linear model; last, where the n-grams start. */
export function linearOffsets({ columns }: Encoding): number[] {
  const offsets = [0];
  for (const column of columns) offsets.push(offsets.at(-1)! + linearWidth(column));
  return offsets;
}

/** A category is one-hot over its bins; a number is its standardised value, one-hot ranges and a flag for missing. */
function linearWidth(column: FeatureColumn): number {
  return column.kind === 'category' ? binCountOf(column) : RANGES + 2;
}

/** The features of one row. */
export interface EncodedRow {
  /** The bin of each feature column, for the trees. */
  bins: Uint8Array;
  /** For the linear model. */
  sparse: SparseRow;
}

export class RowEncoder {
  readonly encoding: Encoding;
  /** The number of sparse columns of the linear model. */
  readonly linearWidth: number;
  /** The bin of each value of a category column; null for a number column. */
  readonly #categoryBins: (ReadonlyMap<string, number> | null)[];
  readonly #offsets: number[];

  constructor(encoding: Encoding) {
    this.encoding = encoding;
    this.#categoryBins = encoding.columns.map((column) =>
      column.kind === 'category' ? new Map(column.values.map((value, i) => [value, i + 1])) : null,
    );
    this.#offsets = linearOffsets(encoding);
    this.linearWidth = this.#offsets.at(-1)! + encoding.grams.hashes.length;
  }

  encode(row: InputRow): EncodedRow {
    const { fields, columns } = this.encoding;
    const bins = new Uint8Array(columns.length);
    const sparse: SparseRow = { columns: [], values: [] };
    const tokens = new RowTokens();
    columns.forEach((column, i) => {
      const value = fieldOf(row, fields[column.field].name);
      if (column.kind === 'category') {
        bins[i] = this.#categoryBins[i]!.get(readCategory(fields[column.field], value) ?? '') ?? 0;
        push(sparse, this.#offsets[i] + bins[i], 1);
      } else {
        const number = readNumber(column.aspect, value, tokens);
        bins[i] = numberBin(column, number);
        pushNumber(sparse, this.#offsets[i], { column, number, bin: bins[i] });
      }
    });
    this.#pushGrams(row, sparse, tokens);
    return { bins, sparse };
  }

  #pushGrams(row: InputRow, sparse: SparseRow, tokens: RowTokens): void {
    const { fields, grams } = this.encoding;
    if (grams.hashes.length === 0) return;
    const { columns, values } = tfIdfRow(grams, wordsOfTexts(fields, row, tokens));
    columns.forEach((column, i) => {
      push(sparse, this.#offsets.at(-1)! + column, GRAM_WEIGHT * values[i]);
    });
  }
}

function pushNumber(
  sparse: SparseRow,
  offset: number,
  { column, number, bin }: { column: NumberColumn; number: number; bin: number },
): void {
  if (bin > 0) {
    const standardised = (number - column.mean) / column.deviation;
    push(sparse, offset, Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, standardised)));
  }
  const range = bin === 0 ? 0 : 1 + Math.floor(((bin - 1) * RANGES) / (column.borders.length + 1));
  push(sparse, offset + 1 + range, 1);
}

function push(row: SparseRow, column: number, value: number): void {
  row.columns.push(column);
  row.values.push(value);
}

export interface EncodedTable {
  table: BinnedTable;
  linear: FeatureRows;
}

/** The embedding of each row's texts: `values[row * width + dimension]`, of length 1, or zeros for a row without text. */
export interface RowEmbeddings {
  values: Float32Array;
  width: number;
}

export const NO_EMBEDDINGS: RowEmbeddings = { values: new Float32Array(0), width: 0 };

export function encodeTable(encoder: RowEncoder, rows: readonly InputRow[], embeddings: RowEmbeddings): EncodedTable {
  const columns = encoder.encoding.columns.map((column) => ({
    bins: new Uint8Array(rows.length),
    binCount: binCountOf(column),
    ordered: column.kind === 'number',
  }));
  const linear = featureRows(encodeInto(columns, encoder, rows), weightEmbeddings(embeddings), encoder.linearWidth);
  return { table: { count: rows.length, columns }, linear };
}

export function weightEmbeddings({ values, width }: RowEmbeddings): RowEmbeddings {
  return { values: values.map((value) => value * EMBEDDING_WEIGHT), width };
}

/** Writes the bins into `columns` and yields the sparse rows, so that each row is encoded once and not kept. */
function* encodeInto(
  columns: readonly BinnedColumn[],
  encoder: RowEncoder,
  rows: readonly InputRow[],
): Generator<SparseRow> {
  for (let row = 0; row < rows.length; row++) {
    const { bins, sparse } = encoder.encode(rows[row]);
    for (let i = 0; i < columns.length; i++) columns[i].bins[row] = bins[i];
    yield sparse;
  }
}

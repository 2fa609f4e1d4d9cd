import { type FeatureRows, featureRows, type SparseRow } from '../linear/feature-rows.js';
import { type GramVocabulary, gramRow, learnVocabulary } from '../text-features/gram-vocabulary.js';
import type { BinnedColumn, BinnedTable } from '../trees/binned-table.js';
import { fieldOf, type InputRow } from './field-value.js';
import type { InputField } from './infer-fields.js';
import { learnParts } from './learn-parts.js';
import { binCountOf, numberBin, type Part, readCategory, readNumber, TextWords } from './parts.js';
import { hasText } from './row-text.js';

/** How a row becomes what the models look at. */
export interface Encoding {
  fields: InputField[];
  parts: Part[];
  /** Words and their pieces of all text fields together, for the linear model. */
  grams: GramVocabulary;
}

/** Words of which the linear model has a weight for each label; together they bound a model to tens of megabytes. */
const MAX_GRAMS = 50_000;
const GRAM_WEIGHTS = 8_000_000;
/** A linear model sees which of so many ranges a number is in, next to the number: effects need not be straight. */
const RANGES = 12;
const FARTHEST = 5;

export function learnEncoding(
  rows: readonly InputRow[],
  fields: InputField[],
  { use, outputs }: { use: Uint32Array; outputs: number },
): Encoding {
  const maxGrams = Math.min(MAX_GRAMS, Math.floor(GRAM_WEIGHTS / outputs));
  const texts = hasText(fields) ? textsOf(rows, fields, use) : [];
  return { fields, parts: learnParts(rows, fields, { use, outputs }), grams: learnVocabulary(texts, maxGrams) };
}

function* textsOf(rows: readonly InputRow[], fields: readonly InputField[], use: Uint32Array): Generator<string[]> {
  for (const row of use) yield wordsOfTexts(fields, rows[row], new TextWords());
}

function wordsOfTexts(fields: readonly InputField[], row: InputRow, words: TextWords): string[] {
  return fields.filter(({ type }) => type === 'text').flatMap(({ name }) => words.of(fieldOf(row, name)));
}

/** A row as the trees and the linear model see it. */
export interface EncodedRow {
  /** By part. */
  bins: Uint8Array;
  sparse: SparseRow;
}

/** Where the columns of each part begin in the linear model; last, where the words begin. */
export function linearOffsets({ parts }: Encoding): number[] {
  const offsets = [0];
  for (const part of parts) offsets.push(offsets.at(-1)! + linearWidth(part));
  return offsets;
}

/** A category has a column for each bin, a number one for itself and one for each range and for missing. */
function linearWidth(part: Part): number {
  return part.kind === 'category' ? binCountOf(part) : RANGES + 2;
}

export class RowEncoder {
  private readonly categories: (ReadonlyMap<string, number> | null)[];
  private readonly offsets: number[];
  /** Without the meaning. */
  readonly linearWidth: number;

  constructor(readonly encoding: Encoding) {
    this.categories = encoding.parts.map((part) =>
      part.kind === 'category' ? new Map(part.values.map((value, i) => [value, i + 1])) : null,
    );
    this.offsets = linearOffsets(encoding);
    this.linearWidth = this.offsets.at(-1)! + encoding.grams.hashes.length;
  }

  encode(row: InputRow): EncodedRow {
    const { fields, parts } = this.encoding;
    const bins = new Uint8Array(parts.length);
    const sparse: SparseRow = { columns: [], values: [] };
    const words = new TextWords();
    parts.forEach((part, i) => {
      const value = fieldOf(row, fields[part.field].name);
      if (part.kind === 'category') {
        bins[i] = this.categories[i]!.get(readCategory(fields[part.field], value) ?? '') ?? 0;
        push(sparse, this.offsets[i] + bins[i], 1);
      } else bins[i] = this.encodeNumber(i, readNumber(part.aspect, value, words), sparse);
    });
    this.addGrams(row, sparse, words);
    return { bins, sparse };
  }

  private encodeNumber(place: number, value: number, sparse: SparseRow): number {
    const part = this.encoding.parts[place];
    if (part.kind !== 'number') throw new Error('not a number');
    const bin = numberBin(part, value);
    const at = this.offsets[place];
    if (bin > 0) {
      const standard = (value - part.mean) / part.deviation;
      push(sparse, at, Math.max(-FARTHEST, Math.min(FARTHEST, standard)));
    }
    const range = bin === 0 ? 0 : 1 + Math.floor(((bin - 1) * RANGES) / (part.borders.length + 1));
    push(sparse, at + 1 + range, 1);
    return bin;
  }

  private addGrams(row: InputRow, sparse: SparseRow, words: TextWords): void {
    const { fields, grams } = this.encoding;
    if (grams.hashes.length === 0) return;
    const { columns, values } = gramRow(grams, wordsOfTexts(fields, row, words));
    columns.forEach((column, i) => {
      push(sparse, this.offsets.at(-1)! + column, 2 * values[i]);
    });
  }
}

function push(row: SparseRow, column: number, value: number): void {
  row.columns.push(column);
  row.values.push(value);
}

export interface EncodedTable {
  table: BinnedTable;
  linear: FeatureRows;
}

/** What the texts of each row mean: `values[row * width + dimension]`, of length 1, or zeros where there are none. */
export interface RowMeanings {
  values: Float32Array;
  width: number;
}

export const NO_MEANINGS: RowMeanings = { values: new Float32Array(0), width: 0 };

export function encodeTable(encoder: RowEncoder, rows: readonly InputRow[], meanings: RowMeanings): EncodedTable {
  const { parts } = encoder.encoding;
  const columns = parts.map((part) => ({
    bins: new Uint8Array(rows.length),
    binCount: binCountOf(part),
    ordered: part.kind === 'number',
  }));
  const linear = featureRows(encodeRows(encoder, rows, columns), weighted(meanings), encoder.linearWidth);
  return { table: { count: rows.length, columns }, linear };
}

/** A meaning's numbers are small next to those of the other fields, and small numbers are held back most. */
const MEANING_WEIGHT = 3;

export function weighted({ values, width }: RowMeanings): RowMeanings {
  return { values: values.map((value) => value * MEANING_WEIGHT), width };
}

/** Fills the columns on the way. */
function* encodeRows(
  encoder: RowEncoder,
  rows: readonly InputRow[],
  columns: readonly BinnedColumn[],
): Generator<SparseRow> {
  for (let row = 0; row < rows.length; row++) {
    const { bins, sparse } = encoder.encode(rows[row]);
    for (let i = 0; i < columns.length; i++) columns[i].bins[row] = bins[i];
    yield sparse;
  }
}

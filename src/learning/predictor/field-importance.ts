import type { TellingFeatures } from '../../domain/model/model.js';
import { type FeatureRows, featureRows, type SparseRow } from '../linear/linear-model.js';
import { seededRandom, shuffle } from '../random.js';
import { progressStep, type TrainingControl, throwIfCanceled } from '../training-control.js';
import { scoreBoth } from './blended-models.js';
import { lossAsServed } from './calibrate.js';
import {
  type EncodedTable,
  type Encoding,
  encodeTable,
  linearOffsets,
  type RowEmbeddings,
  RowEncoder,
} from './encode.js';
import type { InputRow } from './fields.js';
import type { Blend, FittedModels, Predictor } from './model.js';
import { classesOf, type Target, targetOfRows, widthOf } from './prediction-problem.js';

export interface ImportanceSource {
  rows: readonly InputRow[];
  embeddings: RowEmbeddings;
  target: Target;
  heldOut: Uint32Array;
  /** Models that were not fitted to the held-out rows. */
  models: FittedModels;
  encoding: Encoding;
  blend: Blend;
  output: Predictor['output'];
}

/** Features looked at and scores computed for all fields together; this many take a few seconds. */
const MAX_WORK = 100_000_000;
const MIN_ROWS = 100;
const MAX_ROWS = 2_000;
/** Few rows are shuffled several times, because one order may be lucky. */
const SHUFFLED_ROWS = 1_000;
const MAX_SHUFFLES = 5;
const MAX_LISTED = 50;

/**
 * Permutation importance: how much the loss of held-out rows grows when a field has the value of another row. The loss is the
 * log loss of labels, and for numbers the fraction of the variance that is not explained.
 */
export function fieldImportance(source: ImportanceSource, control: TrainingControl): TellingFeatures {
  const { encoding } = source;
  const used = [...new Set(encoding.columns.map(({ field }) => field))];
  const affordable = affordableRows(source, used.length);
  const held = source.heldOut.slice(0, affordable);
  if (held.length < 2) return { kind: 'fields', fields: [] };
  const wanted = Math.floor(Math.min(SHUFFLED_ROWS, affordable) / held.length);
  const shuffles = Math.max(1, Math.min(MAX_SHUFFLES, wanted));
  const rows = encodeHeldOut(source, held);
  const undisturbed = lossOfRows(source, held, rows);
  const fields = used.map((field, i) => {
    throwIfCanceled(control);
    progressStep(control, i, used.length).onProgress(0);
    let sum = 0;
    for (let seed = 1; seed <= shuffles; seed++) {
      const donors = shuffle(
        Uint32Array.from(held, (_, position) => position),
        seededRandom(seed),
      );
      sum += lossOfRows(source, held, withShuffled(rows, encoding, { field, donors })) - undisturbed;
    }
    return { field: encoding.fields[field].name, importance: rounded(Math.max(0, sum / shuffles)) };
  });
  return { kind: 'fields', fields: fields.sort((a, b) => b.importance - a.importance).slice(0, MAX_LISTED) };
}

function affordableRows({ encoding, target, embeddings }: ImportanceSource, fieldCount: number): number {
  const features = 2 * encoding.columns.length + embeddings.width;
  const perRow = fieldCount * features * widthOf(target);
  return Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(MAX_WORK / Math.max(1, perRow))));
}

interface HeldOutRows extends EncodedTable {
  /** The field of each sparse column of the linear model; `GRAMS` for n-grams, which all text fields share. */
  owners: Int32Array;
}

const GRAMS = -1;

function encodeHeldOut({ rows, embeddings, encoding }: ImportanceSource, held: Uint32Array): HeldOutRows {
  const { values, width } = embeddings;
  const chosen = new Float32Array(held.length * width);
  held.forEach((row, i) => {
    chosen.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  const encoder = new RowEncoder(encoding);
  const encoded = encodeTable(
    encoder,
    Array.from(held, (row) => rows[row]),
    { values: chosen, width },
  );
  const owners = new Int32Array(encoder.linearWidth).fill(GRAMS);
  const offsets = linearOffsets(encoding);
  encoding.columns.forEach(({ field }, i) => {
    owners.fill(field, offsets[i], offsets[i + 1]);
  });
  return { ...encoded, owners };
}

interface Shuffled {
  field: number;
  /** For each row, the one whose value it gets. */
  donors: Uint32Array;
}

/** Exchanges features, not values: encoding all rows again for each of 500 fields would take minutes. */
function withShuffled(rows: HeldOutRows, encoding: Encoding, { field, donors }: Shuffled): EncodedTable {
  const { table, linear, owners } = rows;
  const isText = encoding.fields[field].type === 'text';
  const columns = table.columns.map((column, i) =>
    encoding.columns[i].field === field
      ? { ...column, bins: Uint8Array.from(donors, (row) => column.bins[row]) }
      : column,
  );
  const isShuffled = (column: number) => owners[column] === field || (isText && owners[column] === GRAMS);
  const dense = { values: isText ? shuffledDense(linear, donors) : linear.dense, width: linear.width };
  return {
    table: { ...table, columns },
    linear: featureRows(shuffledRows(linear, donors, isShuffled), dense, linear.sparseWidth),
  };
}

function* shuffledRows(
  linear: FeatureRows,
  donors: Uint32Array,
  isShuffled: (column: number) => boolean,
): Generator<SparseRow> {
  for (let row = 0; row < linear.count; row++) {
    const mixed: SparseRow = { columns: [], values: [] };
    pushWhere(mixed, linear, row, (column) => !isShuffled(column));
    pushWhere(mixed, linear, donors[row], isShuffled);
    yield mixed;
  }
}

function pushWhere(
  target: SparseRow,
  { offsets, columns, values }: FeatureRows,
  row: number,
  isWanted: (column: number) => boolean,
): void {
  for (let i = offsets[row]; i < offsets[row + 1]; i++) {
    if (!isWanted(columns[i])) continue;
    target.columns.push(columns[i]);
    target.values.push(values[i]);
  }
}

/** All text fields share one embedding, so it moves with each of them. */
function shuffledDense({ dense, width, count }: FeatureRows, donors: Uint32Array): Float32Array {
  const moved = new Float32Array(count * width);
  donors.forEach((donor, row) => {
    moved.set(dense.subarray(donor * width, (donor + 1) * width), row * width);
  });
  return moved;
}

function lossOfRows(source: ImportanceSource, held: Uint32Array, rows: EncodedTable): number {
  const { models, blend, output } = source;
  const target = targetOfRows(source.target, held);
  const use = Uint32Array.from(held, (_, position) => position);
  const problem = { ...rows, target, classes: classesOf(target, held.length), groups: use };
  return lossAsServed(target, scoreBoth(problem, models, { use, blend }), output);
}

function rounded(importance: number): number {
  return Math.round(importance * 10_000) / 10_000;
}

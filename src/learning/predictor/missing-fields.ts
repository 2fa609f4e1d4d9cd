import { seededRandom } from '../random.js';
import { progressStages, type TrainingControl } from '../training-control.js';
import type { BinnedTable } from '../trees/histogram.js';
import { fitBoth, type PredictorSettings, scoreBoth } from './blended-models.js';
import { calibrate, lossAsServed } from './calibrate.js';
import { type Encoding, encodeTable, type RowEmbeddings, RowEncoder } from './encode.js';
import { type InputField, type InputRow, textOfRow } from './fields.js';
import type { FittedModels, MissingFieldsModel, Predictor } from './model.js';
import { classesOf, type Label, type PredictionProblem, type Target, targetOfRows } from './prediction-problem.js';

/** Models with the encoding they were fitted with, and how their scores become answers. */
interface EncodedModels {
  models: FittedModels;
  encoding: Encoding;
  output: Predictor['output'];
}

export interface MissingFieldsSource {
  rows: readonly InputRow[];
  labels: readonly Label[];
  embeddings: RowEmbeddings;
  target: Target;
  encoding: Encoding;
  /** All rows, encoded. */
  table: BinnedTable;
  settings: PredictorSettings;
  all: Uint32Array;
  /** Those of `all` that were not used to choose the settings. */
  heldOut: Uint32Array;
  /** Models fitted to the others. */
  evaluated: EncodedModels;
}

/** If more rows than this lack a field, the models have learnt what its absence means. */
const OFTEN_MISSING = 0.02;
/** Enough to learn from; using all of a million rows would double the training time. */
const MAX_ROWS = 15_000;
const MIN_COPIES = 200;
/** Rows times fields on which the models are compared. */
const MAX_COMPARED = 20_000;
/** Fewer than for complete rows, because most requests are answered by the models for those. */
const MAX_BAGS = 2;
const STAGES = { fitToTraining: 40, compare: 10, fitToAll: 50 };

/**
 * Callers leave out fields that every example had and send categories that none had. Models fitted to complete rows have
 * never seen that and answer arbitrarily, so such rows are answered by models fitted to rows with fields removed at random,
 * if those have a lower loss. They are calibrated on held-out rows with fields removed.
 */
export function trainForMissingFields(
  source: MissingFieldsSource,
  control: TrainingControl,
): MissingFieldsModel | null {
  const stage = progressStages(control, STAGES);
  const { rows, labels, encoding, settings, all, heldOut } = source;
  const usual = usualFields(encoding, source.table, all);
  if (usual.length === 0) return null;
  const masked = maskRows(rows, all, encoding.fields);
  const { training, validation } = splitMasked(masked, heldOut, rows.length);
  if (training.length === 0 || validation.length === 0) return null;

  const problem = encodeRows(source, masked, encoding);
  const evaluated = fitBoth(problem, { use: training, settings, maxBags: MAX_BAGS }, stage.fitToTraining);
  const outOfSample = scoreBoth(problem, evaluated, { use: validation, blend: settings.blend });
  const output = calibrate(problem.target, outOfSample, labels);
  const fields = fieldsThatGain(usual, source, { models: evaluated, encoding, output });
  if (fields.length === 0) return null;
  return {
    fields,
    output,
    ...fitBoth(problem, { use: everyIndex(masked.rows), settings, maxBags: MAX_BAGS }, stage.fitToAll),
  };
}

/** The indexes of the fields that nearly all of the rows `use` have, with a value that has a bin. */
function usualFields({ columns }: Encoding, table: BinnedTable, use: Uint32Array): number[] {
  const isUsual = table.columns.map(({ bins }) => {
    const missing = use.reduce((sum, row) => sum + Number(bins[row] === 0), 0);
    return missing <= OFTEN_MISSING * use.length;
  });
  const fields = [...new Set(columns.map(({ field }) => field))];
  return fields.filter((field) => columns.every((column, i) => column.field !== field || isUsual[i]));
}

/** Complete rows followed by copies without some of their fields. */
interface MaskedRows {
  rows: InputRow[];
  /** The index of each row, or of the row that it is a copy of, among the rows that were sent. */
  originals: Uint32Array;
  /** Where the copies start. */
  copiesFrom: number;
}

/** A sample of the rows `use` and copies of them with fields removed at random, more often few than many. */
function maskRows(rows: readonly InputRow[], use: Uint32Array, fields: readonly InputField[]): MaskedRows {
  const random = seededRandom(7);
  const step = Math.ceil(use.length / MAX_ROWS);
  const complete = use.filter((_, i) => i % step === 0);
  const count = Math.max(MIN_COPIES, complete.length);
  const copied = Uint32Array.from(
    { length: count },
    (_, i) => complete[Math.floor(((i + random()) * complete.length) / count)],
  );
  const originals = new Uint32Array(complete.length + count);
  originals.set(complete);
  originals.set(copied, complete.length);
  const copies = Array.from(copied, (row) => maskAtRandom(rows[row], fields, random));
  return { rows: [...Array.from(complete, (row) => rows[row]), ...copies], originals, copiesFrom: complete.length };
}

/** Text fields are kept or removed together, because only the embedding of all of them is known. */
function maskAtRandom(row: InputRow, fields: readonly InputField[], random: () => number): InputRow {
  const share = random() ** 2;
  const losesText = random() < share;
  return without(
    row,
    fields.filter(({ type }) => (type === 'text' ? losesText : random() < share)),
  );
}

function without(row: InputRow, fields: readonly InputField[]): InputRow {
  const copy: Record<string, InputRow[string]> = Object.assign(Object.create(null), row);
  for (const { name } of fields) copy[name] = null;
  return copy;
}

/** Validation rows are the copies of held-out rows; everything that is not held out is for training. */
function splitMasked({ originals, copiesFrom }: MaskedRows, heldOut: Uint32Array, count: number) {
  const isHeldOut = new Uint8Array(count);
  for (const row of heldOut) isHeldOut[row] = 1;
  const every = everyIndex(originals);
  return {
    training: every.filter((i) => isHeldOut[originals[i]] === 0),
    validation: every.filter((i) => i >= copiesFrom && isHeldOut[originals[i]] === 1),
  };
}

/** The fields without which held-out rows have a lower loss under the models for missing fields. */
function fieldsThatGain(usual: readonly number[], source: MissingFieldsSource, candidate: EncodedModels): number[] {
  const { rows, heldOut, encoding, settings, evaluated } = source;
  const originals = heldOut.slice(0, Math.ceil(MAX_COMPARED / usual.length));
  return usual.filter((field) => {
    const incomplete = Array.from(originals, (row) => without(rows[row], [encoding.fields[field]]));
    const [lossOfCandidate, lossOfComplete] = [candidate, evaluated].map((compared) => {
      const problem = encodeRows(source, { rows: incomplete, originals }, compared.encoding);
      const use = everyIndex(incomplete);
      const scores = scoreBoth(problem, compared.models, { use, blend: settings.blend });
      return lossAsServed(problem.target, scores, compared.output);
    });
    return lossOfCandidate < lossOfComplete;
  });
}

function encodeRows(
  source: MissingFieldsSource,
  { rows, originals }: Pick<MaskedRows, 'rows' | 'originals'>,
  encoding: Encoding,
): PredictionProblem {
  const target = targetOfRows(source.target, originals);
  return {
    ...encodeTable(new RowEncoder(encoding), rows, embeddingsOf(source, rows, originals)),
    target,
    groups: originals,
    classes: classesOf(target, rows.length),
  };
}

/** Zeros for rows without text. */
function embeddingsOf(
  { embeddings: { values, width }, encoding }: MissingFieldsSource,
  rows: readonly InputRow[],
  originals: Uint32Array,
): RowEmbeddings {
  const all = new Float32Array(rows.length * width);
  if (width === 0) return { values: all, width };
  rows.forEach((row, i) => {
    const from = originals[i] * width;
    if (textOfRow(encoding.fields, row) !== '') all.set(values.subarray(from, from + width), i * width);
  });
  return { values: all, width };
}

function everyIndex({ length }: { length: number }): Uint32Array {
  return Uint32Array.from({ length }, (_, i) => i);
}

import { partOf, type TrainingControl } from '../control.js';
import type { BinnedTable } from '../trees/binned-table.js';
import { calibrate } from './calibrate.js';
import { type Encoding, encodeTable, RowEncoder, type RowMeanings } from './encode.js';
import type { InputRow } from './field-value.js';
import { type FittedModels, fitBoth, type PredictorSettings, scoreBoth } from './fit-models.js';
import { type RowsWithGaps, rowsWithGaps, usualFields, without } from './gaps.js';
import type { GapModel } from './model.js';
import { lossOf, type PredictionProblem } from './problem.js';
import { textOfRow } from './row-text.js';
import type { Label, Target } from './target.js';

/** Models with the encoding they were fitted with. */
interface EncodedModels {
  models: FittedModels;
  encoding: Encoding;
}

export interface GapSource {
  rows: readonly InputRow[];
  labels: readonly Label[];
  meanings: RowMeanings;
  target: Target;
  encoding: Encoding;
  /** All rows, encoded. */
  table: BinnedTable;
  settings: PredictorSettings;
  all: Uint32Array;
  /** Of these, the rows that were held out of the choice of settings, and models that were fitted to the others. */
  heldOut: Uint32Array;
  judged: EncodedModels;
}

/** Values that are looked at to compare the models, of all rows and fields together. */
const MOST_COMPARED = 20_000;
/** Fits of which the mean is taken: fewer than elsewhere, since most requests are answered by the other models. */
const BAGS = 2;

/**
 * Callers leave out fields that every example had, and send categories that none had. A model that was fitted to whole rows has
 * never seen that and would answer by chance, so those rows are answered by models that were fitted to rows with gaps,
 * where these do better. How sure they are is measured on rows that were held out, with gaps as well.
 */
export function trainForGaps(source: GapSource, control: TrainingControl): GapModel | null {
  const { rows, labels, encoding, settings, all, heldOut } = source;
  const usual = usualFields(encoding, source.table, all);
  if (usual.length === 0) return null;
  const gapped = rowsWithGaps(rows, all, encoding.fields);
  const { learnt, tested } = divide(gapped, heldOut, rows.length);
  if (learnt.length === 0 || tested.length === 0) return null;
  const problem = encodeRows(source, gapped, encoding);
  const judged = fitBoth(problem, { use: learnt, settings, mostBags: BAGS }, partOf(control, 0, 0.4));
  const fields = fieldsToMind(usual, source, { models: judged, encoding });
  if (fields.length === 0) return null;
  const unseen = scoreBoth(problem, judged, { use: tested, blend: settings.blend });
  return {
    fields,
    output: calibrate(problem.target, unseen, labels),
    ...fitBoth(problem, { use: everyPlace(gapped.rows), settings, mostBags: BAGS }, partOf(control, 0.5, 1)),
  };
}

/** Which of the rows may be learnt from while the copies of those that were held out are the test. */
function divide({ originals, copiesFrom }: RowsWithGaps, heldOut: Uint32Array, count: number) {
  const isHeldOut = new Uint8Array(count);
  for (const row of heldOut) isHeldOut[row] = 1;
  const every = everyPlace(originals);
  return {
    learnt: every.filter((i) => isHeldOut[originals[i]] === 0),
    tested: every.filter((i) => i >= copiesFrom && isHeldOut[originals[i]] === 1),
  };
}

/** The fields without which held-out rows are judged better by the models for gaps than by those for whole rows. */
function fieldsToMind(usual: readonly number[], source: GapSource, forGaps: EncodedModels): number[] {
  const { rows, heldOut, encoding, settings, judged } = source;
  const originals = heldOut.slice(0, Math.ceil(MOST_COMPARED / usual.length));
  return usual.filter((field) => {
    const lacking = Array.from(originals, (place) => without(rows[place], [encoding.fields[field]]));
    const [gaps, whole] = [forGaps, judged].map((compared) => {
      const problem = encodeRows(source, { rows: lacking, originals }, compared.encoding);
      const use = everyPlace(lacking);
      return lossOf(problem.target, scoreBoth(problem, compared.models, { use, blend: settings.blend }));
    });
    return gaps < whole;
  });
}

function encodeRows(
  source: GapSource,
  { rows, originals }: Pick<RowsWithGaps, 'rows' | 'originals'>,
  encoding: Encoding,
): PredictionProblem {
  const target = targetOf(source.target, originals);
  return {
    ...encodeTable(new RowEncoder(encoding), rows, meaningsOf(source, rows, originals)),
    ...{ target, groups: originals },
    classes: target.kind === 'labels' ? target.classes : new Uint32Array(rows.length),
  };
}

function targetOf(target: Target, originals: Uint32Array): Target {
  if (target.kind === 'labels') return { ...target, classes: originals.map((place) => target.classes[place]) };
  return { ...target, values: Float64Array.from(originals, (place) => target.values[place]) };
}

/** Zeros for rows that have lost their text. */
function meaningsOf(
  { meanings: { values, width }, encoding }: GapSource,
  rows: readonly InputRow[],
  originals: Uint32Array,
): RowMeanings {
  const all = new Float32Array(rows.length * width);
  if (width === 0) return { values: all, width };
  rows.forEach((row, i) => {
    const from = originals[i] * width;
    if (textOfRow(encoding.fields, row) !== '') all.set(values.subarray(from, from + width), i * width);
  });
  return { values: all, width };
}

function everyPlace({ length }: { length: number }): Uint32Array {
  return Uint32Array.from({ length }, (_, i) => i);
}

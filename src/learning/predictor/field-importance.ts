import type { TellingFeatures } from '../../domain/model/model.js';
import { logLoss } from '../class-probabilities.js';
import { seededRandom, shuffle } from '../random.js';
import { progressStep, type TrainingControl, throwIfCanceled } from '../training-control.js';
import { scoreBoth } from './blended-models.js';
import { calibrationOf } from './calibrate.js';
import { type Encoding, encodeTable, type RowEmbeddings, RowEncoder } from './encode.js';
import { fieldOf, type InputField, type InputRow } from './fields.js';
import type { Blend, FittedModels, Predictor } from './model.js';
import {
  classesOf,
  lossOf,
  type RowScores,
  scoredExamples,
  type Target,
  targetOfRows,
  widthOf,
} from './prediction-problem.js';

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

/** Values read and scores computed for all fields together; this many take a few seconds. */
const MAX_WORK = 10_000_000;
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
  const { encoding, target } = source;
  const used = new Set(encoding.columns.map(({ field }) => field));
  const fields = encoding.fields.filter((_, i) => used.has(i));
  const affordable = MAX_WORK / (fields.length * (encoding.fields.length + widthOf(target)));
  const count = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(affordable)));
  const held = source.heldOut.slice(0, count);
  if (held.length < 2) return { kind: 'fields', fields: [] };
  const shuffles = Math.max(1, Math.min(MAX_SHUFFLES, Math.floor(SHUFFLED_ROWS / held.length)));
  const encoder = new RowEncoder(encoding);
  const undisturbed = lossOfRows(source, encoder, { held, donors: held, field: null });
  const importances = fields.map((field, i) => {
    throwIfCanceled(control);
    progressStep(control, i, fields.length).onProgress(0);
    let sum = 0;
    for (let seed = 1; seed <= shuffles; seed++) {
      const donors = Uint32Array.from(shuffle([...held], seededRandom(seed)));
      sum += lossOfRows(source, encoder, { held, donors, field }) - undisturbed;
    }
    return { field: field.name, importance: rounded(Math.max(0, sum / shuffles)) };
  });
  return { kind: 'fields', fields: importances.sort((a, b) => b.importance - a.importance).slice(0, MAX_LISTED) };
}

interface Shuffled {
  held: Uint32Array;
  /** For each held-out row, the row that gives it the value of the field. */
  donors: Uint32Array;
  field: InputField | null;
}

function lossOfRows(source: ImportanceSource, encoder: RowEncoder, { held, donors, field }: Shuffled): number {
  const { rows, embeddings, models, blend, output } = source;
  const changed = Array.from(held, (row, i) =>
    field === null ? rows[row] : withValue(rows[row], field.name, fieldOf(rows[donors[i]], field.name)),
  );
  // All text fields share one embedding, so it changes with each of them.
  const embedded = embeddingsOf(embeddings, field?.type === 'text' ? donors : held);
  const target = targetOfRows(source.target, held);
  const classes = classesOf(target, changed.length);
  const use = Uint32Array.from(changed, (_, i) => i);
  const problem = { ...encodeTable(encoder, changed, embedded), target, classes, groups: use };
  return lossWithoutRefit(target, scoreBoth(problem, models, { use, blend }), output);
}

/** With the temperature of the model: a new one for each field would hide a part of what is lost. */
function lossWithoutRefit(target: Target, scores: RowScores, output: Predictor['output']): number {
  if (target.kind === 'number') return lossOf(target, scores);
  return logLoss(scoredExamples(target, scores), calibrationOf(output).temperature);
}

function withValue(row: InputRow, name: string, value: InputRow[string]): InputRow {
  return Object.assign(Object.create(null), row, { [name]: value });
}

function embeddingsOf({ values, width }: RowEmbeddings, use: Uint32Array): RowEmbeddings {
  const chosen = new Float32Array(use.length * width);
  use.forEach((row, i) => {
    chosen.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  return { values: chosen, width };
}

function rounded(importance: number): number {
  return Math.round(importance * 10_000) / 10_000;
}

import { seededRandom } from '../random.js';
import { fieldOf, type InputRow, textOf } from './field-value.js';
import type { InputField } from './infer-fields.js';
import type { Target } from './target.js';

/** A row that is learnt from once more, without some of its fields. */
export interface GappedCopy {
  /** The place of the row it is a copy of. */
  original: number;
  row: InputRow;
  /** Whether it has kept the row's free text. */
  keepsText: boolean;
}

/**
 * So many copies, as a part of the rows, teach what a gap means and leave what whole rows teach as it is. Of numbers fewer:
 * what can't be known without the field counts by its square there.
 */
const SHARE = { labels: 0.15, number: 0.05 };
const LEAST_COPIES = 30;
const MOST_COPIES = 20_000;
/** A field that more rows lack has taught what its absence means, which chance would blur. */
const OFTEN_MISSING = 0.02;
const LOOKED_AT = 20_000;

/**
 * Callers leave out fields that every example had, and send categories that none had. What to make of that is learnt like
 * everything else: from some rows whose values chance has taken away, all but a few or only a few of them.
 */
export function copiesWithGaps(
  rows: readonly InputRow[],
  fields: readonly InputField[],
  { kind }: Pick<Target, 'kind'>,
): GappedCopy[] {
  const removable = fields.filter((field) => isUsuallyThere(rows, field));
  if (removable.length === 0) return [];
  const random = seededRandom(7);
  const count = Math.min(MOST_COPIES, Math.max(LEAST_COPIES, Math.ceil(rows.length * SHARE[kind])), rows.length);
  return Array.from({ length: count }, (_, i) => {
    const original = Math.floor(((i + random()) * rows.length) / count);
    return withGaps(rows[original], { original, removable, random });
  });
}

function isUsuallyThere(rows: readonly InputRow[], { name, type }: InputField): boolean {
  if (type === 'identifier') return false;
  const step = Math.ceil(rows.length / LOOKED_AT);
  let missing = 0;
  let looked = 0;
  for (let i = 0; i < rows.length; i += step, looked++) if (textOf(fieldOf(rows[i], name)) === null) missing++;
  return missing <= OFTEN_MISSING * looked;
}

/** Free text is kept or lost as a whole: that is how its meaning is known. */
function withGaps(
  row: InputRow,
  { original, removable, random }: { original: number; removable: readonly InputField[]; random: () => number },
): GappedCopy {
  const share = random();
  const keepsText = random() >= share;
  const gaps = removable.filter(({ type }) => (type === 'text' ? !keepsText : random() < share));
  const copy: Record<string, InputRow[string]> = Object.assign(Object.create(null), row);
  for (const { name } of gaps) copy[name] = null;
  return { original, row: copy, keepsText };
}

/** The target of all rows and, after them, of their copies. */
export function targetWithCopies(target: Target, copies: readonly GappedCopy[]): Target {
  if (target.kind === 'number') {
    const { values } = target;
    return { ...target, values: fill(new Float64Array(values.length + copies.length), values, copies) };
  }
  const { classes } = target;
  return { ...target, classes: fill(new Uint32Array(classes.length + copies.length), classes, copies) };
}

function fill<T extends Uint32Array | Float64Array>(all: T, ofRows: T, copies: readonly GappedCopy[]): T {
  all.set(ofRows);
  copies.forEach(({ original }, i) => {
    all[ofRows.length + i] = ofRows[original];
  });
  return all;
}

/** The rows `use` and their copies, which follow all `count` rows. */
export function withCopiesOf(use: Uint32Array, copies: readonly GappedCopy[], count: number): Uint32Array {
  const isUsed = new Uint8Array(count);
  for (const row of use) isUsed[row] = 1;
  const places = Uint32Array.from(copies, (_, i) => count + i).filter(
    (place) => isUsed[copies[place - count].original],
  );
  const all = new Uint32Array(use.length + places.length);
  all.set(use);
  all.set(places, use.length);
  return all;
}

import { seededRandom } from '../random.js';
import type { BinnedTable } from '../trees/binned-table.js';
import type { Encoding } from './encode.js';
import type { InputRow } from './field-value.js';
import type { InputField } from './infer-fields.js';

/** Rows as they were sent, followed by copies of them without some of their fields. */
export interface RowsWithGaps {
  rows: InputRow[];
  /** Of each, the place of the row that it is or that it is a copy of. */
  originals: Uint32Array;
  /** Where the copies begin. */
  copiesFrom: number;
}

/** A field that more rows lack has taught what its absence means. */
const OFTEN_MISSING = 0.02;
/** Enough to learn from; all of a million rows would cost as much again as everything else. */
const MOST_ROWS = 15_000;
const LEAST_COPIES = 200;

/** The places of the fields that nearly every one of the rows `use` has, with a value that has a bin. */
export function usualFields({ parts }: Encoding, { columns }: BinnedTable, use: Uint32Array): number[] {
  const isUsual = columns.map(({ bins }) => {
    const missing = use.reduce((sum, row) => sum + Number(bins[row] === 0), 0);
    return missing <= OFTEN_MISSING * use.length;
  });
  const fields = [...new Set(parts.map(({ field }) => field))];
  return fields.filter((field) => parts.every((part, i) => part.field !== field || isUsual[i]));
}

/** Some of the rows `use`, and copies that chance has taken fields from: few of them more often than many. */
export function rowsWithGaps(rows: readonly InputRow[], use: Uint32Array, fields: readonly InputField[]): RowsWithGaps {
  const random = seededRandom(7);
  const step = Math.ceil(use.length / MOST_ROWS);
  const whole = use.filter((_, i) => i % step === 0);
  const count = Math.max(LEAST_COPIES, whole.length);
  const copied = Uint32Array.from(
    { length: count },
    (_, i) => whole[Math.floor(((i + random()) * whole.length) / count)],
  );
  const originals = new Uint32Array(whole.length + count);
  originals.set(whole);
  originals.set(copied, whole.length);
  const copies = Array.from(copied, (place) => withGaps(rows[place], fields, random));
  return { rows: [...Array.from(whole, (place) => rows[place]), ...copies], originals, copiesFrom: whole.length };
}

/** Free text is kept or lost as a whole: the meaning of a part of it is not known. */
function withGaps(row: InputRow, fields: readonly InputField[], random: () => number): InputRow {
  const share = random() ** 2;
  const losesText = random() < share;
  return without(
    row,
    fields.filter(({ type }) => (type === 'text' ? losesText : random() < share)),
  );
}

export function without(row: InputRow, fields: readonly InputField[]): InputRow {
  const copy: Record<string, InputRow[string]> = Object.assign(Object.create(null), row);
  for (const { name } of fields) copy[name] = null;
  return copy;
}

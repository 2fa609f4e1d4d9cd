/** One for each time; null where none is known. */
export type Values = readonly (number | null)[];

export interface TimeSeries {
  label: string;
  values: Values;
}

/** The latest one that is known. */
export function lastOf(values: Values): number | null {
  return values.findLast((value) => value !== null) ?? null;
}

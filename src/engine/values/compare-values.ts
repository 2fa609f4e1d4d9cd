import { compareText } from '../../domain/document/code-points.js';

/** Numbers before strings before booleans; within a type, by value. */
export function compareValues(a: number | string | boolean, b: number | string | boolean): number {
  const types = typeRank(a) - typeRank(b);
  if (types !== 0) return types;
  return typeof a === 'string' ? compareText(a, b as string) : Number(a) - Number(b);
}

function typeRank(value: number | string | boolean): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : 2;
}

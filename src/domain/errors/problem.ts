import { editDistance } from '../../algorithms/edit-distance.js';
import { clip } from '../document/code-points.js';

/** What can be wrong with one parameter of a request. */
export type ProblemCode =
  | 'json_malformed'
  | 'parameter_missing'
  | 'parameter_unknown'
  | 'parameter_type'
  | 'parameter_invalid'
  | 'parameter_too_small'
  | 'parameter_too_large'
  | 'parameter_too_short'
  | 'parameter_too_long'
  | 'too_few_items'
  | 'too_many_items'
  | 'filter_invalid'
  | 'sort_invalid'
  | 'facet_invalid'
  | 'window_too_deep';

export interface Problem {
  /** Where: `limit`, `categories[0].name`, `filter.must[2].range.created_at`; null for the body as a whole. */
  param: string | null;
  code: ProblemCode;
  /** What was sent, what is allowed and, where it can be guessed, what was meant. */
  message: string;
}

/** Caps the size of the response: a hostile body must not cause an error larger than itself. */
const MAX_PROBLEMS = 100;

/** Collects every problem of a request, so that the caller can fix them all at once. */
export class Problems {
  readonly list: Problem[] = [];

  add(param: string | null, code: ProblemCode, message: string): void {
    if (this.list.length < MAX_PROBLEMS) this.list.push({ param, code, message });
  }

  get any(): boolean {
    return this.list.length > 0;
  }

  /** True once no more problems are recorded, so that checks of large inputs can stop. */
  get full(): boolean {
    return this.list.length >= MAX_PROBLEMS;
  }
}

/** An object from a request body. The caller chooses its keys, so read only own properties. */
export type SentObject = Record<string, unknown>;

export function isObject(value: unknown): value is SentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON can contain 1e999, which parses as Infinity. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Describes a value that was sent, clipped to fit into a message. */
export function describeSent(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, 60));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (isObject(value)) return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  return value === undefined ? 'nothing' : String(value);
}

/** The path of a key below `path`. Long keys are clipped, so that the error stays smaller than the request. */
export function keyPath(path: string, key: string): string {
  return `${path}.${clip(key, 120)}`;
}

/** The candidate with the smallest edit distance, if that is small enough for a typo. */
export function nearest(written: string, candidates: readonly string[]): string | null {
  // Longer texts are not typos of a name or code.
  if (written.length > 64) return null;
  const typed = unitsOf(written);
  const allowed = written.length <= 4 ? 1 : written.length <= 8 ? 2 : 3;
  let best: string | null = null;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    const distance = editDistance(typed, unitsOf(candidate), bestDistance - 1);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
    if (distance === 0) break;
  }
  return best;
}

function unitsOf(name: string): Uint16Array {
  const lower = name.toLowerCase();
  return Uint16Array.from({ length: lower.length }, (_, i) => lower.charCodeAt(i));
}

/** ` Did you mean "x"?` with the candidate that looks like what was written, or nothing. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  return askIfMeant(nearest(written, candidates));
}

/** ` Did you mean "x"?`, or nothing. */
export function askIfMeant(guess: string | null): string {
  return guess === null ? '' : ` Did you mean "${guess}"?`;
}

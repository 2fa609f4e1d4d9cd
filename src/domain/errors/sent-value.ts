import { clip } from '../document/code-points.js';

/** What a request body can hold where an object is expected: keys are the caller's, so read own ones only. */
export type SentObject = Record<string, unknown>;

export function isObject(value: unknown): value is SentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON can write 1e999, which reads as Infinity: that is no number to compare with. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** What was sent, short enough for a message whatever its size. */
export function describeSent(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, 60));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (isObject(value)) return 'an object';
  return value === undefined ? 'nothing' : String(value);
}

/** The path of a key below `path`. Keys come from the caller: a long one is clipped, or errors would outgrow requests. */
export function keyPath(path: string, key: string): string {
  return `${path}.${clip(key, 120)}`;
}

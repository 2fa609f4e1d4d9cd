import {
  describeSent,
  isFiniteNumber,
  isObject,
  keyPath,
  type ProblemCode,
  type Problems,
  type SentObject,
} from '../errors/problem.js';
import { countCodePoints } from './code-points.js';
import { DOCUMENT_LIMITS, type Metadata, type MetadataValue } from './document.js';

export interface MetadataContext {
  path: string;
  problems: Problems;
  /** Whether null removes a top-level key, as in an update, or is refused. It is never a value. */
  nulls: 'remove_key' | 'refused';
}

const { metadataKeys, metadataKeyLength, metadataValueLength } = DOCUMENT_LIMITS;
const LONE_SURROGATE = /\p{Surrogate}/u;
const VALUES = 'a string, a number, a boolean, an array of those or an object';
const ARRAY_VALUES = 'a string, a number or a boolean inside an array';

/** Records every problem of metadata that was sent. Null is accepted: it means no metadata. */
export function checkMetadata(sent: unknown, context: MetadataContext): void {
  if (sent === null) return;
  if (!isObject(sent)) {
    context.problems.add(context.path, 'parameter_type', `Expected an object or null; found ${describeSent(sent)}.`);
    return;
  }
  const check = new MetadataCheck(context);
  check.object(sent, context);
  if (!check.tooManyKeys) return;
  const message = `Metadata may have at most ${metadataKeys} keys, counting all levels; this has more.`;
  context.problems.add(context.path, 'too_many_items', message);
}

/** Walks the metadata recursively. The limit on keys also bounds the depth. Keys that are to be removed don't count. */
class MetadataCheck {
  tooManyKeys = false;
  #keys = 0;
  readonly #context: MetadataContext;

  constructor(context: MetadataContext) {
    this.#context = context;
  }

  object(sent: SentObject, { path, nulls }: Pick<MetadataContext, 'path' | 'nulls'>): void {
    for (const key of Object.keys(sent)) {
      const isRemoved = sent[key] === null && nulls === 'remove_key';
      if (!isRemoved) this.#keys++;
      if (this.#keys > metadataKeys) this.tooManyKeys = true;
      if (this.tooManyKeys) return;
      const at = keyPath(path, key);
      this.#record(at, keyProblem(key));
      if (!isRemoved) this.#value(sent[key], at);
    }
  }

  #value(sent: unknown, path: string): void {
    if (Array.isArray(sent)) this.#array(sent, path);
    else if (isObject(sent)) this.object(sent, { path, nulls: 'refused' });
    else this.#record(path, scalarProblem(sent, VALUES));
  }

  #array(sent: unknown[], path: string): void {
    for (let i = 0; i < sent.length && !this.#context.problems.full; i++) {
      const problem = scalarProblem(sent[i], ARRAY_VALUES);
      if (problem !== null) this.#record(`${path}[${i}]`, problem);
    }
  }

  #record(path: string, problem: ValueProblem | null): void {
    if (problem !== null) this.#context.problems.add(path, problem.code, problem.message);
  }
}

interface ValueProblem {
  code: ProblemCode;
  message: string;
}

function scalarProblem(sent: unknown, expected: string): ValueProblem | null {
  if (typeof sent === 'boolean' || isFiniteNumber(sent)) return null;
  if (typeof sent === 'string') return textProblem(sent, { least: 0, most: metadataValueLength, what: 'string' });
  const hint = sent === null ? ' null is allowed only in an update, to remove a top-level key.' : '';
  return { code: 'parameter_type', message: `Expected ${expected}; found ${describeSent(sent)}.${hint}` };
}

function keyProblem(key: string): ValueProblem | null {
  const reserved = key === '__proto__' ? '"__proto__" cannot be a metadata key.' : null;
  const message = key.includes('.') ? 'A metadata key must not contain a dot. Use nested objects instead.' : reserved;
  if (message !== null) return { code: 'parameter_invalid', message };
  return textProblem(key, { least: 1, most: metadataKeyLength, what: 'key' });
}

function textProblem(
  text: string,
  { least, most, what }: { least: number; most: number; what: string },
): ValueProblem | null {
  const length = countCodePoints(text);
  if (length > most) {
    return {
      code: 'parameter_too_long',
      message: `A metadata ${what} may have at most ${most} characters; this one has ${length}.`,
    };
  }
  if (length < least) {
    return { code: 'parameter_too_short', message: `A metadata ${what} must have at least ${least} character.` };
  }
  // An unpaired surrogate has no UTF-8 form: it would be stored as U+FFFD.
  const half = LONE_SURROGATE.test(text);
  return half ? { code: 'parameter_invalid', message: 'The text contains an unpaired surrogate.' } : null;
}

/** Counts the keys of all levels. The metadata must have passed `checkMetadata`, which bounds its depth. */
export function countMetadataKeys(metadata: Metadata | null): number {
  let count = 0;
  for (const value of Object.values(metadata ?? {})) count += 1 + (isNested(value) ? countMetadataKeys(value) : 0);
  return count;
}

function isNested(value: MetadataValue): value is Metadata {
  return isObject(value);
}

/**
 * Metadata after an update: each top-level key of `patch` replaces the old value, null removes the key. A patch of null
 * removes everything. The result is null if no keys are left. The patch must have passed `checkMetadata`.
 */
export function mergeMetadata(
  current: Metadata | null,
  patch: Readonly<Record<string, unknown>> | null,
): Metadata | null {
  if (patch === null) return null;
  const merged = new Map(Object.entries(current ?? {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value as MetadataValue);
  }
  return merged.size === 0 ? null : Object.fromEntries(merged);
}

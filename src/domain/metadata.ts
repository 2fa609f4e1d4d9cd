import { countCodePoints } from './code-points.js';
import { DOCUMENT_LIMITS, type Metadata, type MetadataValue } from './document.js';
import type { ProblemCode, Problems } from './problem.js';
import { describeSent, isFiniteNumber, isObject, keyPath, type SentObject } from './sent-value.js';

export interface MetadataContext {
  path: string;
  problems: Problems;
  /** Whether null removes a key, as on update, or is refused. It is never a value. */
  nulls: 'remove_key' | 'refused';
}

const { metadataKeys, metadataKeyLength, metadataValueLength } = DOCUMENT_LIMITS;
const LONE_SURROGATE = /\p{Surrogate}/u;
const VALUES = 'a string, a number, a boolean, an array of those or an object';

/** Records what is wrong with metadata as sent. Null, which means none at all, is for the caller to interpret. */
export function checkMetadata(sent: unknown, context: MetadataContext): void {
  if (sent === null) return;
  if (!isObject(sent)) {
    context.problems.add(context.path, 'parameter_type', `Expected an object or null; found ${describeSent(sent)}.`);
    return;
  }
  const check = new MetadataCheck(context);
  check.object(sent, context);
  if (!check.tooManyKeys) return;
  const message = `Metadata has at most ${metadataKeys} keys, at all depths together; here are more.`;
  context.problems.add(context.path, 'too_many_items', message);
}

/** One walk over metadata as sent. It stops at the limit of keys, which also bounds how deep it can get. */
class MetadataCheck {
  tooManyKeys = false;
  private keys = 0;

  constructor(private readonly context: MetadataContext) {}

  object(sent: SentObject, { path, nulls }: Pick<MetadataContext, 'path' | 'nulls'>): void {
    for (const key of Object.keys(sent)) {
      this.keys++;
      if (this.keys > metadataKeys) this.tooManyKeys = true;
      if (this.tooManyKeys) return;
      const at = keyPath(path, key);
      this.key(key, at);
      if (sent[key] !== null || nulls === 'refused') this.value(sent[key], at);
    }
  }

  private key(key: string, path: string): void {
    const length = countCodePoints(key);
    if (length < 1) this.refuse(path, 'parameter_too_short', 'A metadata key has at least 1 character.');
    if (length > metadataKeyLength) {
      this.refuse(
        path,
        'parameter_too_long',
        `A metadata key has at most ${metadataKeyLength} characters, this one ${length}.`,
      );
    }
    if (key.includes('.')) this.refuse(path, 'parameter_invalid', 'A metadata key has no dots; nest objects instead.');
    if (key === '__proto__') this.refuse(path, 'parameter_invalid', '"__proto__" cannot be a metadata key.');
    this.unicode(key, path);
  }

  private value(sent: unknown, path: string): void {
    if (Array.isArray(sent)) this.array(sent, path);
    else if (isObject(sent)) this.object(sent, { path, nulls: 'refused' });
    else this.scalar(sent, path, VALUES);
  }

  private array(sent: unknown[], path: string): void {
    for (let i = 0; i < sent.length && !this.context.problems.full; i++) {
      this.scalar(sent[i], `${path}[${i}]`, 'a string, a number or a boolean inside an array');
    }
  }

  private scalar(sent: unknown, path: string, expected: string): void {
    if (typeof sent === 'string') this.text(sent, path);
    else if (typeof sent !== 'boolean' && !isFiniteNumber(sent)) {
      this.refuse(path, 'parameter_type', `Expected ${expected}; found ${describeSent(sent)}.${nullHint(sent)}`);
    }
  }

  private text(sent: string, path: string): void {
    const length = countCodePoints(sent);
    if (length > metadataValueLength) {
      const message = `A metadata string has at most ${metadataValueLength} characters, this one ${length}.`;
      this.refuse(path, 'parameter_too_long', message);
    }
    this.unicode(sent, path);
  }

  /** Half a character cannot be written as UTF-8: it would come back as another one. */
  private unicode(text: string, path: string): void {
    if (LONE_SURROGATE.test(text)) this.refuse(path, 'parameter_invalid', 'The text holds half of a surrogate pair.');
  }

  private refuse(path: string, code: ProblemCode, message: string): void {
    this.context.problems.add(path, code, message);
  }
}

function nullHint(sent: unknown): string {
  return sent === null ? ' Null only removes a top-level key, on update.' : '';
}

/** Keys at all depths. For metadata that was checked: it is at most as deep as it has keys. */
export function countMetadataKeys(metadata: Metadata | null): number {
  let count = 0;
  for (const value of Object.values(metadata ?? {})) count += 1 + (isNested(value) ? countMetadataKeys(value) : 0);
  return count;
}

function isNested(value: MetadataValue): value is Metadata {
  return isObject(value);
}

/**
 * Metadata after an update: each top-level key of `patch` replaces the old one whole, null removes it. A patch of null
 * clears everything, and nothing left is null too. The patch must have passed `checkMetadata`.
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

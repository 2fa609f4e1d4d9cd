import { createHash, timingSafeEqual } from 'node:crypto';
import { randomToken } from '../../domain/document/identifier.js';
import type { Mode } from '../../domain/document/mode.js';

const SECRET_BITS = 192;

/** A new key: what its owner sends. It is shown once and never stored. */
export function newSecret(mode: Mode): string {
  return `sk_${mode}_${randomToken(SECRET_BITS)}`;
}

/** No salt and no slow hash: nobody guesses 192 random bits, and every request pays for this. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Takes the same time wherever the two differ. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

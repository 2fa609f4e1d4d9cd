import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Random letters and digits with at least `bits` bits of entropy. */
export function randomToken(bits: number): string {
  const symbols = Math.ceil(bits / Math.log2(ALPHABET.length));
  let token = '';
  while (token.length < symbols) {
    for (const byte of randomBytes(symbols)) {
      // 252 is the largest multiple of 36 in a byte: larger values would make some symbols more likely.
      if (byte < 252 && token.length < symbols) token += ALPHABET[byte % 36];
    }
  }
  return token;
}

/** A new id such as `doc_m3x9k2a1…`. It begins with the time, so that ids made in sequence are neighbours in the store. */
export function newId(prefix: string): string {
  return `${prefix}_${Date.now().toString(36).padStart(9, '0')}${randomToken(80)}`;
}

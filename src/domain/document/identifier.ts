import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Letters and digits from at least `bits` random bits. */
export function randomToken(bits: number): string {
  const symbols = Math.ceil(bits / Math.log2(ALPHABET.length));
  let token = '';
  while (token.length < symbols) {
    for (const byte of randomBytes(symbols)) {
      // 252 is the largest multiple of 36 in a byte: beyond it, symbols would not be equally likely.
      if (byte < 252 && token.length < symbols) token += ALPHABET[byte % 36];
    }
  }
  return token;
}

/** A new id such as `doc_m3x9k2a1…`: it begins with the time, so ids made in turn lie together in the store. */
export function newId(prefix: string): string {
  return `${prefix}_${Date.now().toString(36).padStart(9, '0')}${randomToken(80)}`;
}

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const RANDOM_LETTERS = 16;

/** Unique letters and digits, beginning with the time. `crypto.randomUUID` is missing in pages that came over plain HTTP. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LETTERS));
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]);
  return Date.now().toString(36).padStart(9, '0') + letters.join('');
}

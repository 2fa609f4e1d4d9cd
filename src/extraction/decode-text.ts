/** The bytes that are looked at to tell how a text is encoded, or that it is none. */
const SAMPLE_BYTES = 8192;
const BYTE_ORDER_MARKS: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Of the bytes at even or at odd places, in UTF-16 texts of Latin letters nearly all of one kind are 0. */
const UTF16_ZEROS = 0.7;
/** Control characters other than white space: a text has hardly any. */
const MOST_CONTROLS = 0.05;

/** Whether the file is not text in any encoding that `encodingOf` knows. */
export function looksBinary(bytes: Uint8Array): boolean {
  if (markedEncoding(bytes) !== null || unmarkedUtf16(bytes) !== null) return false;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return true;
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) controls++;
  return controls > MOST_CONTROLS * sample.length;
}

/**
 * The encoding of a text: by its byte order mark, else as declared, else UTF-8 if it is valid, else Windows-1252, which
 * contains Latin-1. Other legacy encodings can't be told apart reliably and must be declared.
 */
export function encodingOf(bytes: Uint8Array, declared: string | null = null): string {
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  if (marked !== null) return marked;
  if (declared !== null && isKnown(declared)) return declared;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Decodes a whole file, with `\n` as the only line end. */
export function decodeText(bytes: Uint8Array, declared: string | null = null): string {
  const decoder = new TextDecoder(encodingOf(bytes, declared));
  return corrected(decoder.decode(bytes), decoder).replace(/\r\n?/g, '\n');
}

/** Decodes a large file piece by piece, so that its text never has to be in memory as a whole. */
export function* decodePieces(bytes: Uint8Array, declared: string | null = null): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes, declared));
  const pieceBytes = 65_536;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield corrected(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }), decoder);
  }
  yield corrected(decoder.decode(), decoder);
}

/** Windows-1252 from 0x80 to 0x9f; a space where nothing is assigned. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Node 20 decodes Windows-1252 as Latin-1, which has control characters in the place of quotes and dashes. */
function corrected(text: string, { encoding }: { readonly encoding: string }): string {
  if (encoding !== 'windows-1252') return text;
  return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]);
}

export function isKnown(encoding: string): boolean {
  try {
    new TextDecoder(encoding);
    return true;
  } catch {
    return false;
  }
}

function markedEncoding(bytes: Uint8Array): string | null {
  const found = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  return found?.[0] ?? null;
}

function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  if (length < 8) return null;
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i & 1]++;
  const [even, odd] = zeros.map((count) => count / (length / 2));
  if (odd > UTF16_ZEROS && even < 0.05) return 'utf-16le';
  return even > UTF16_ZEROS && odd < 0.05 ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const pieceBytes = 2 ** 20;
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

import { decodeText } from '../decode-text.js';
import { type Extracted, ExtractionError } from '../extracted.js';
import { EXTRACTION_LIMITS } from '../limits.js';
import type { Reader, ReadingOptions } from '../reader.js';
import { isRecord, recordDocument } from './records.js';

const NEWLINE = 10;

/** One object is one document; of an array, each element is. */
export const readJson: Reader = function* ({ bytes }, options) {
  const parsed = parse(decodeText(bytes, options.encoding));
  if (isRecord(parsed)) yield { document: { ...recordDocument(parsed, 1, options), key: '' } };
  else if (Array.isArray(parsed)) {
    for (const [index, element] of parsed.entries())
      yield documentOf(element, index + 1, { place: `element ${index + 1}`, options });
  } else throw new ExtractionError('The file holds neither an object nor an array of objects.');
};

/** One document per line. */
export const readNdjson: Reader = function* ({ bytes }, options) {
  let line = 0;
  for (const piece of linesOf(bytes)) {
    line++;
    const place = `line ${line}`;
    if (piece.length > EXTRACTION_LIMITS.recordBytes) {
      yield { problem: { place, reason: 'The line is too long.' } };
      continue;
    }
    const text = decodeText(piece, 'utf-8').trim();
    if (text === '') continue;
    yield readLine(text, line, options);
  }
};

function readLine(text: string, line: number, options: ReadingOptions): Extracted {
  const place = `line ${line}`;
  try {
    return documentOf(parse(text), line, { place, options });
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    return { problem: { place, reason: error.message } };
  }
}

function documentOf(
  value: unknown,
  index: number,
  { place, options }: { place: string; options: ReadingOptions },
): Extracted {
  if (!isRecord(value)) return { problem: { place, reason: 'It is not an object.' } };
  return { document: recordDocument(value, index, options) };
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(NEWLINE, start);
    yield bytes.subarray(start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ExtractionError(`The JSON is not valid: ${error instanceof Error ? error.message : error}.`);
  }
}

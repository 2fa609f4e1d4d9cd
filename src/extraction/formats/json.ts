import type { Language } from '../../domain/document/language.js';
import { CommonLanguage, languageOfRow } from '../common-language.js';
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
    const common = new CommonLanguage();
    for (const element of parsed) common.observe(() => valuesOf(element));
    const language = common.get();
    for (const [index, element] of parsed.entries())
      yield documentOf(element, index + 1, { place: `element ${index + 1}`, language, options });
  } else throw new ExtractionError('The file holds neither an object nor an array of objects.');
};

/** One document per line. */
export const readNdjson: Reader = function* ({ bytes }, options) {
  const language = languageOfLines(bytes);
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
    yield readLine(text, line, { place, language, options });
  }
};

/** Of the lines that are JSON, where they do not say so themselves. */
function languageOfLines(bytes: Buffer): Language | null {
  const common = new CommonLanguage();
  for (const piece of linesOf(bytes)) {
    if (piece.length <= EXTRACTION_LIMITS.recordBytes) common.observe(() => valuesOf(parsedOrNull(piece)));
  }
  return common.get();
}

function parsedOrNull(line: Buffer): unknown {
  try {
    return JSON.parse(decodeText(line, 'utf-8'));
  } catch {
    return null;
  }
}

function valuesOf(element: unknown): unknown[] {
  return isRecord(element) ? Object.values(element) : [];
}

/** Where a record is, and what is known of all of them. */
interface RecordContext {
  place: string;
  language: Language | null;
  options: ReadingOptions;
}

function readLine(text: string, line: number, context: RecordContext): Extracted {
  try {
    return documentOf(parse(text), line, context);
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    return { problem: { place: context.place, reason: error.message } };
  }
}

function documentOf(value: unknown, index: number, { place, language, options }: RecordContext): Extracted {
  if (!isRecord(value)) return { problem: { place, reason: 'It is not an object.' } };
  const document = recordDocument(value, index, options);
  const own = document.language ?? languageOfRow(document.content || document.title, language);
  return { document: { ...document, language: own } };
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

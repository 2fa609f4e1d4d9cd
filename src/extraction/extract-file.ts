import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { clip, wellFormed } from '../domain/document/code-points.js';
import { DOCUMENT_LIMITS } from '../domain/document/document.js';
import { looksBinary } from './decode-text.js';
import { documentLanguage } from './document-language.js';
import { type Extracted, type ExtractedDocument, ExtractionError } from './extracted.js';
import { type FileType, TEXT_TYPES, titleFromName } from './file-types.js';
import { EXTRACTION_LIMITS } from './limits.js';
import type { Reader, ReadingOptions } from './reader.js';
import { splitText } from './split-text.js';

export interface ExtractionJob {
  /** Where its bytes are. */
  path: string;
  /** What it is called, with or without its folder: the title of a document that has none. */
  name: string;
  type: FileType;
  maxBytes: number;
  options: ReadingOptions;
}

/** Loaded on demand: most folders need few of the libraries. */
const READERS: Record<FileType, () => Promise<Reader>> = {
  text: async () => (await import('./formats/text.js')).readText,
  markdown: async () => (await import('./formats/markdown.js')).readMarkdown,
  html: async () => (await import('./formats/html.js')).readHtml,
  pdf: async () => (await import('./formats/pdf.js')).readPdf,
  docx: async () => (await import('./formats/docx.js')).readDocx,
  epub: async () => (await import('./formats/epub.js')).readEpub,
  eml: async () => (await import('./formats/mail.js')).readEml,
  mbox: async () => (await import('./formats/mbox.js')).readMbox,
  csv: async () => (await import('./formats/csv.js')).readCsv,
  json: async () => (await import('./formats/json.js')).readJson,
  ndjson: async () => (await import('./formats/json.js')).readNdjson,
};

/**
 * Finds the documents of a file, each with a title, a language and content that the service accepts: longer ones are divided
 * into parts. Throws ExtractionError with a reason if the file can't be read.
 */
export async function* extractFile({ path, name, type, maxBytes, options }: ExtractionJob): AsyncGenerator<Extracted> {
  const bytes = await readWhole(path, maxBytes);
  if (TEXT_TYPES.includes(type) && looksBinary(bytes)) throw new ExtractionError('The file is binary, not text.');
  const read = await READERS[type]();
  for await (const found of read({ name, bytes }, options)) {
    if ('problem' in found) yield found;
    else for (const document of finish(found.document, name)) yield { document };
  }
}

/** The file is opened without waiting, so that a pipe that took its place in the meantime can't hold up the process. */
async function readWhole(path: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new ExtractionError('It is not a regular file.');
    if (found.size > maxBytes) throw new ExtractionError(tooLarge(found.size, maxBytes));
    return await readBytes(handle, found.size);
  } finally {
    await handle.close();
  }
}

/** A file that grows while it is read ends where it ended when it was opened. */
async function readBytes(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(bytes, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

export function tooLarge(size: number, maxBytes: number): string {
  const mebibytes = (bytes: number) => (bytes / 2 ** 20).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `The file has ${mebibytes(size)} MiB; at most ${mebibytes(maxBytes)} MiB are read (--max-size).`;
}

function* finish(document: ExtractedDocument, name: string): Generator<ExtractedDocument> {
  const language = documentLanguage(document.content || document.title, document.language);
  const title = oneLine(document.title) || titleFromName(name);
  const parts = splitText(wellFormed(document.content), DOCUMENT_LIMITS.contentBytes);
  for (const [index, content] of parts.entries()) {
    const isWhole = parts.length === 1;
    const suffix = isWhole ? document.suffix : `${document.suffix} (part ${index + 1} of ${parts.length})`;
    yield {
      ...document,
      key: isWhole ? document.key : joinKeys(document.key, `part-${index + 1}`),
      id: isWhole || index === 0 ? document.id : undefined,
      title: withSuffix(title, suffix),
      content,
      language,
      metadata: isWhole ? document.metadata : { ...document.metadata, part: index + 1, parts: parts.length },
    };
  }
}

function joinKeys(key: string, part: string): string {
  return key === '' ? part : `${key}/${part}`;
}

/** Cuts the title, not what follows it. Code points count at most two UTF-16 units, so this is never too long. */
function withSuffix(title: string, suffix: string): string {
  return clip(title, DOCUMENT_LIMITS.titleLength - suffix.length - 1) + suffix;
}

function oneLine(text: string): string {
  return wellFormed(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

export const DEFAULT_MAX_BYTES = EXTRACTION_LIMITS.fileBytes;

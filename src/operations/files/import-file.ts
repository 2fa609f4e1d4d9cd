import { createHash } from 'node:crypto';
import type { Language } from '../../domain/document/language.js';
import { failure } from '../../domain/errors/error.js';
import {
  asLast,
  optionsFingerprint,
  type WireDocument,
  wireDocument,
} from '../../extraction/documents/file-documents.js';
import { type ImportedDocument, isUpToDate } from '../../extraction/documents/import-mark.js';
import { type Extracted, ExtractionError } from '../../extraction/extracted.js';
import { type FileType, USELESS_IF_EMPTY } from '../../extraction/file-types.js';
import type { ReadingOptions } from '../../extraction/reader.js';
import type { OperationContext } from '../context.js';
import {
  type ImportLine,
  type ImportProgress,
  type ImportSummary,
  importDocuments,
  type LineResult,
} from '../documents/import-documents.js';
import type { FileReader } from './file-reader.js';
import { importedDocuments, removeDocuments } from './imported-documents.js';

/** A file that has been received, and what its sender says about it. */
export interface ReceivedFile {
  /** Where its bytes are. */
  path: string;
  /** What names it within its tenant: another file of that name takes its place. May have folders, with slashes. */
  name: string;
  type: FileType;
  /** SHA-256 of its bytes, in hexadecimal. */
  bytesHash: string;
  modified: number | null;
  tenant: string;
  /** Null to detect the language of each document. */
  language: Language | null;
}

/** What became of one document of the file, or of a part of it that could not be read. `line` counts them from 1. */
interface FileLineResult extends LineResult {
  title: string | null;
}

export interface FileSummary extends ImportSummary {
  /** Documents that are as they were, because the file is. */
  unchanged: number;
  /** Documents of an earlier version of the file that it no longer has. */
  removed: number;
}

/** A file whose first document has been found. */
export interface OpenedFile {
  file: ReceivedFile;
  hash: string;
  location: string;
  imported: readonly ImportedDocument[];
  /** Null if all its documents are stored already. */
  found: AsyncGenerator<Extracted> | null;
  /** What `found` gave already. */
  first: Extracted | null;
}

const READING: ReadingOptions = { encoding: null, titleColumn: null, contentColumn: null };
const HASH_LENGTH = 32;

/**
 * Compares the file with what the index has of it, and reads it up to its first document. Throws `file_unreadable`
 * if there is none. The caller must go on with `importOpened`, or end `found`.
 */
export async function openFile(
  file: ReceivedFile,
  context: OperationContext,
  { reader, signal }: { reader: FileReader; signal: AbortSignal },
): Promise<OpenedFile> {
  const location = `upload:${file.name}`;
  const hash = fileHash(file);
  const imported = await importedDocuments({ location, tenant: file.tenant }, context);
  const opened = { file, hash, location, imported };
  if (isUpToDate(imported, hash)) return { ...opened, found: null, first: null };
  const found = usefulParts(reader.read({ ...file, options: READING }, signal), file.type);
  try {
    const { done, value } = await found.next();
    if (done) throw new ExtractionError('There is no text in the file.');
    signal.throwIfAborted();
    return { ...opened, found, first: value };
  } catch (error) {
    // Whoever sent the file may have gone: the process is free for another one.
    await found.return(undefined);
    throw asRefusal(error);
  }
}

async function* usefulParts(parts: AsyncGenerator<Extracted>, type: FileType): AsyncGenerator<Extracted> {
  for await (const part of parts) {
    const isUseless = 'document' in part && part.document.content === '' && USELESS_IF_EMPTY.includes(type);
    if (!isUseless) yield part;
  }
}

/** Changes with the bytes, and with everything else that shapes the documents. */
function fileHash({ bytesHash, language }: ReceivedFile): string {
  return createHash('sha256')
    .update(optionsFingerprint({ metadata: {}, language, reading: READING }))
    .update(bytesHash)
    .digest('hex')
    .slice(0, HASH_LENGTH);
}

interface FileImport {
  opened: OpenedFile;
  /** Checks a document by the rules of "Add a document". */
  readDocument: (sent: WireDocument, line: number) => ImportLine;
  /** Receives the results in the order of the file, when their writes are durable. */
  emit: (results: FileLineResult[]) => Promise<void>;
  progress: ImportProgress;
  signal: AbortSignal;
}

/** Stores the documents of the file, and removes those that an earlier version of it had in addition. */
export async function importOpened(
  { opened, readDocument, emit, progress, signal }: FileImport,
  currentContext: () => OperationContext,
): Promise<FileSummary> {
  const { imported, found } = opened;
  if (found === null) return { ...NOTHING, unchanged: imported.length };
  const lines = new FileLines(opened, readDocument, signal);
  const report = (results: LineResult[]) => emit(results.map((result) => lines.titled(result)));
  const store = (batches: AsyncIterable<ImportLine[]>) =>
    importDocuments({ mode: 'upsert', lines: batches, emit: report, progress }, currentContext);
  const allButLast = await store(lines.batches());
  // Tells how many documents the file has, so it is stored when all others are: an import that broke off is noticed.
  const last = await store(lines.last(allButLast.failed === 0));
  const failed = allButLast.failed + last.failed;
  const gone = failed > 0 ? [] : imported.map(({ id }) => id).filter((id) => !lines.ids.has(id));
  return {
    created: allButLast.created + last.created,
    updated: allButLast.updated + last.updated,
    failed,
    unchanged: 0,
    removed: await removeDocuments(gone, currentContext()),
    semanticTokens: allButLast.semanticTokens + last.semanticTokens,
  };
}

const NOTHING: FileSummary = { created: 0, updated: 0, failed: 0, unchanged: 0, removed: 0, semanticTokens: 0 };
/** Enough to embed many short ones together. */
const BATCH_DOCUMENTS = 64;
const BATCH_CHARACTERS = 300_000;

/** The documents of a file as lines of an import. */
class FileLines {
  /** Of all documents of the file. */
  readonly ids = new Set<string>();
  readonly #opened: OpenedFile;
  readonly #readDocument: FileImport['readDocument'];
  readonly #signal: AbortSignal;
  /** Of lines that have no result yet. */
  readonly #titles = new Map<number, string>();
  #lines = 0;
  #held: WireDocument | null = null;

  constructor(opened: OpenedFile, readDocument: FileImport['readDocument'], signal: AbortSignal) {
    this.#opened = opened;
    this.#readDocument = readDocument;
    this.#signal = signal;
  }

  /** All but the last document. */
  async *batches(): AsyncGenerator<ImportLine[]> {
    let batch: ImportLine[] = [];
    let length = 0;
    for await (const part of this.#parts()) {
      const line = part instanceof Error ? this.#failed(part) : this.#exchange(part);
      if (line !== null) batch.push(line);
      if (!(part instanceof Error)) length += String(part.content).length;
      if (batch.length < BATCH_DOCUMENTS && length < BATCH_CHARACTERS) continue;
      yield batch;
      batch = [];
      length = 0;
    }
    if (batch.length > 0) yield batch;
  }

  /** The last document; it carries the number of all if they are stored. */
  async *last(othersStored: boolean): AsyncGenerator<ImportLine[]> {
    if (this.#held === null) return;
    yield [this.#line(othersStored ? asLast(this.#held, this.ids.size) : this.#held)];
  }

  titled(result: LineResult): FileLineResult {
    const title = this.#titles.get(result.line) ?? null;
    this.#titles.delete(result.line);
    return { ...result, title };
  }

  /** A part that can't be read is an error, and so is the rest of a file that breaks off. */
  async *#parts(): AsyncGenerator<WireDocument | Error> {
    const { file, hash, location, found, first } = this.#opened;
    if (found === null || first === null) return;
    const source = { location, relative: file.name, type: file.type, address: null, created: null, hash };
    const options = { tenant: file.tenant, metadata: {}, language: file.language };
    const read = (part: Extracted) =>
      'problem' in part
        ? unreadable(`${part.problem.place}: ${part.problem.reason}`)
        : wireDocument(part.document, { ...source, modified: file.modified }, options);
    try {
      yield read(first);
      for await (const part of found) {
        this.#signal.throwIfAborted();
        yield read(part);
      }
    } catch (error) {
      yield asRefusal(error);
    } finally {
      // Frees the process also if the import ends before the file.
      await found.return(undefined);
    }
  }

  #exchange(next: WireDocument): ImportLine | null {
    const previous = this.#held;
    this.#held = next;
    this.ids.add(next.id);
    return previous === null ? null : this.#line(previous);
  }

  #line(document: WireDocument): ImportLine {
    const line = this.#readDocument(document, ++this.#lines);
    this.#titles.set(line.line, String(document.title));
    return line;
  }

  #failed(reason: Error): ImportLine {
    return { line: ++this.#lines, id: null, sent: reason };
  }
}

/** Anything but a file that can't be read is not the fault of the file. */
function asRefusal(error: unknown): Error {
  if (error instanceof ExtractionError) return unreadable(error.message);
  throw error;
}

function unreadable(reason: string): Error {
  return failure('file_unreadable', reason);
}

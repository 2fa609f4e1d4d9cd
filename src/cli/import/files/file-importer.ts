import { countCodePoints } from '../../../domain/document/code-points.js';
import { DOCUMENT_LIMITS } from '../../../domain/document/document.js';
import {
  asLast,
  type FileToImport,
  optionsFingerprint,
  type WireDocument,
  wireDocument,
} from '../../../extraction/documents/file-documents.js';
import { type ImportedDocument, isUpToDate } from '../../../extraction/documents/import-mark.js';
import { tooLarge } from '../../../extraction/extract-file.js';
import { ExtractionError } from '../../../extraction/extracted.js';
import { TEXT_TYPES, USELESS_IF_EMPTY } from '../../../extraction/file-types.js';
import { ExtractionPool } from '../../../extraction/process/extraction-pool.js';
import { Semaphore } from '../../../threads/locks.js';
import { CommandError } from '../../command.js';
import type { ImportTarget, LineResult } from '../request.js';
import { DocumentSender } from './document-sender.js';
import type { FileOptions } from './file-options.js';
import type { FoundFile } from './find-files.js';
import { hashFile } from './hash-file.js';
import { type ImportedFiles, ImportedFilesQuery } from './imported-files.js';
import type { FileReport } from './report.js';
import { addressOf } from './roots.js';

export interface LocatedFile extends FoundFile {
  location: string;
}

/** Reading is the work of processors; more processes than this would take them from the service. */
const PROCESSES = 2;
/** Files that are hashed, read or sent at once: enough for full requests. */
const FILES_AT_ONCE = 32;
const REMOVALS_AT_ONCE = 8;

export interface SyncEvents {
  onProgress(done: number): void;
  /** Files that have not been begun are left out once it is aborted. */
  signal: AbortSignal;
}

/** Brings files into the index: those that are new or have changed, and nothing else. */
export class FileImporter {
  readonly imported: ImportedFilesQuery;
  readonly #options: FileOptions;
  readonly #sender: DocumentSender;
  readonly #pool: ExtractionPool;
  readonly #fingerprint: string;
  /** The file that brought each id that a record has of its own: two files of one import may use the same. */
  readonly #recordIds = new Map<string, string>();

  constructor(target: ImportTarget, options: FileOptions) {
    this.imported = new ImportedFilesQuery(target, options.tenant);
    this.#options = options;
    this.#sender = new DocumentSender(target);
    this.#pool = new ExtractionPool({ processes: PROCESSES, seconds: options.seconds });
    this.#fingerprint = optionsFingerprint(options);
  }

  close(): void {
    this.#pool.close();
  }

  /** `imported` must tell about all of the files. A file that fails is reported; a service that can't be reached throws. */
  async sync(
    files: readonly LocatedFile[],
    imported: ImportedFiles,
    report: FileReport,
    events: SyncEvents,
  ): Promise<void> {
    this.#recordIds.clear();
    const slots = new Semaphore(FILES_AT_ONCE);
    const failure = new AbortController();
    let done = 0;
    const one = async (file: LocatedFile) => {
      if (events.signal.aborted || failure.signal.aborted) return;
      try {
        await this.#importFile(file, imported.get(file.location) ?? [], report);
        events.onProgress(++done);
      } catch (error) {
        failure.abort(error);
      }
    };
    await Promise.all(files.map((file) => slots.run(() => one(file))));
    if (failure.signal.aborted) throw failure.signal.reason;
  }

  /** Removes documents of files that no longer exist. */
  async remove(documents: readonly ImportedDocument[]): Promise<void> {
    const slots = new Semaphore(REMOVALS_AT_ONCE);
    await Promise.all(documents.map(({ id }) => slots.run(() => this.imported.remove(id))));
  }

  async #importFile(file: LocatedFile, imported: readonly ImportedDocument[], report: FileReport): Promise<void> {
    try {
      const problem = this.#reasonToRefuse(file);
      if (problem !== null) throw new ExtractionError(problem);
      const { hash, isBinary } = await hashFile(file.path, this.#fingerprint, this.#options.maxBytes);
      if (isUpToDate(imported, hash)) report.unchanged++;
      else if (isBinary && TEXT_TYPES.includes(file.type)) report.skipped('binary', file.relative);
      else {
        const address = addressOf(file.location, this.#options.baseUri);
        await this.#sendFile({ ...file, hash, address }, imported, report);
      }
    } catch (error) {
      // A service that can't be reached is not the fault of the file.
      if (error instanceof CommandError) throw error;
      report.failed(file.relative, error instanceof Error ? error.message : String(error));
    }
  }

  #reasonToRefuse({ size, location }: LocatedFile): string | null {
    if (size > this.#options.maxBytes) return tooLarge(size, this.#options.maxBytes);
    const longest = DOCUMENT_LIMITS.metadataValueLength;
    return countCodePoints(location) > longest ? `Its path has more than ${longest} characters.` : null;
  }

  async #sendFile(
    file: LocatedFile & FileToImport,
    imported: readonly ImportedDocument[],
    report: FileReport,
  ): Promise<void> {
    const sending = new FileSending(this.#sender, file, report);
    const { path, type } = file;
    const job = { path, name: path, type, maxBytes: this.#options.maxBytes, options: this.#options.reading };
    for await (const found of this.#pool.extract(job)) {
      if ('problem' in found) sending.fail(found.problem.place, found.problem.reason);
      else if (found.document.content !== '' || !USELESS_IF_EMPTY.includes(type)) {
        const document = wireDocument(found.document, file, this.#options);
        const owner = found.document.id === undefined ? file.location : this.#claimId(document.id, file);
        if (owner === file.location) await sending.add(document);
        else sending.fail(`id ${document.id}`, `The id is already used by a record of ${owner}.`);
      }
    }
    const sent = await sending.finish();
    if (!sending.isComplete) return;
    await this.remove(imported.filter(({ id }) => !sent.has(id)));
    if (sent.size === 0) report.skipped('empty', file.relative);
    else report.imported++;
  }

  /** The file that the id belongs to: the first of this import that uses it. */
  #claimId(id: string, { location }: FileToImport): string {
    const owner = this.#recordIds.get(id) ?? location;
    this.#recordIds.set(id, owner);
    return owner;
  }
}

/** Documents of one file that are sent before it is known which is the last. */
const UNANSWERED_AT_MOST = 400;

/** Sends the documents of one file; the last one goes when all others are stored, and tells how many there are. */
class FileSending {
  readonly #sender: DocumentSender;
  readonly #file: FileToImport;
  readonly #report: FileReport;
  readonly #ids = new Set<string>();
  #unanswered: Promise<void>[] = [];
  #held: WireDocument | null = null;
  #complete = true;

  constructor(sender: DocumentSender, file: FileToImport, report: FileReport) {
    this.#sender = sender;
    this.#file = file;
    this.#report = report;
  }

  /** Whether everything in the file was stored. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** A part of the file could not be stored. The file is tried again by the next import. */
  fail(place: string, reason: string): void {
    this.#complete = false;
    this.#report.failed(this.#file.relative, reason, place);
  }

  async add(document: WireDocument): Promise<void> {
    this.#ids.add(document.id);
    if (this.#held !== null) this.#unanswered.push(this.#send(this.#held));
    this.#held = document;
    if (this.#unanswered.length >= UNANSWERED_AT_MOST) await this.#settle();
  }

  /** The ids of all documents of the file. */
  async finish(): Promise<ReadonlySet<string>> {
    await this.#settle();
    if (this.#held !== null) await this.#send(this.#complete ? asLast(this.#held, this.#ids.size) : this.#held);
    return this.#ids;
  }

  async #settle(): Promise<void> {
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    await Promise.all(unanswered);
  }

  async #send(document: WireDocument): Promise<void> {
    const result: LineResult = await this.#sender.send(document);
    if (result.status === 'created') this.#report.created++;
    else if (result.status === 'updated') this.#report.updated++;
    else this.fail(String(document.title), result.error?.message ?? 'unknown error');
  }
}

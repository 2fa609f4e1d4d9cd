import { invalidRequest } from '../../domain/errors/error.js';
import type { Problem } from '../../domain/errors/problem.js';
import type { ExamplePreview, ModelKind } from '../../domain/model/model.js';
import { StorageWriteError } from '../../storage/storage.js';
import { workerFile } from '../../threads/callable-thread.js';
import { OnDemandThread, WorkLimitError } from '../../threads/on-demand-thread.js';
import type { SelectedDocuments } from './example-schema.js';

export type ExampleFormat = 'json' | 'ndjson' | 'csv';

export interface ExamplesToPreview {
  /** What was sent. */
  file: string;
  format: ExampleFormat;
  /** The column of a CSV file that holds the label. */
  labelColumn: string;
  kind: ModelKind;
}

export interface ExamplesToRead extends ExamplesToPreview {
  /** Where to write the examples. The file must not exist. */
  target: string;
}

/** The parameters in a JSON body. For NDJSON and CSV they are in the query string instead. */
export interface SentVersion {
  version: string | null;
  makeDefault: boolean;
  documents: SelectedDocuments | null;
}

export interface ExamplesRead extends SentVersion {
  exampleCount: number;
  labels: { label: string; count: number }[];
  /** All that is wrong with the request. */
  problems: Problem[];
}

/** Null, with what is wrong, for a JSON body that is no list of examples. */
export interface PreviewRead {
  preview: ExamplePreview | null;
  problems: Problem[];
}

/** Enough for the largest body allowed. A body that needs more fails alone, not with the whole service. */
const MEMORY_LIMIT_MB = 2048;

/** What example-reader-thread.ts serves. */
interface ExampleMethods {
  readExamples: (task: ExamplesToRead) => Promise<ExamplesRead>;
  previewExamples: (task: ExamplesToPreview) => Promise<PreviewRead>;
}

/** Reads training examples in a worker thread: 64 MiB of JSON would block the event loop for seconds. */
export class ExampleReader {
  readonly #thread = new OnDemandThread<ExampleMethods>(workerFile(import.meta.url, './example-reader-thread.js'), {
    limits: { memoryMb: MEMORY_LIMIT_MB },
  });

  /** Rejects with an error that lists every problem. */
  async read(task: ExamplesToRead): Promise<ExamplesRead> {
    const read = await inThread(this.#thread.call('readExamples', task));
    if (read.problems.length > 0) throw invalidRequest(read.problems);
    return read;
  }

  /** Keeps nothing. Examples that are wrong are a part of the preview. */
  async preview(task: ExamplesToPreview): Promise<ExamplePreview> {
    const { preview, problems } = await inThread(this.#thread.call('previewExamples', task));
    if (preview === null) throw invalidRequest(problems);
    return preview;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}

/** A lack of memory or disk is no defect of the service. */
async function inThread<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof WorkLimitError) {
      const message = 'Reading the examples takes too much memory. Send them as NDJSON or CSV.';
      throw invalidRequest([{ param: 'examples', code: 'too_many_items', message }]);
    }
    // On the way from a thread, an error keeps its name and loses its class.
    if (error instanceof Error && error.name === 'StorageWriteError') {
      throw new StorageWriteError(error.message, { cause: error });
    }
    throw error;
  }
}

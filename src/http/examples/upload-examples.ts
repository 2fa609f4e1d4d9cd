import type { IncomingMessage } from 'node:http';
import type { ModelKind } from '../../domain/model/model.js';
import type { TrainingFiles } from '../../storage/training-files.js';
import { receiveFile } from '../body/streamed-body.js';
import type { ExampleFormat, ExampleReader, ExamplesRead } from './example-reader.js';

interface Upload {
  format: ExampleFormat;
  /** The most bytes the body may have. */
  limit: number;
  /** The column of a CSV file that holds the label. */
  labelColumn: string;
  /** Asked once the body has arrived, which may take minutes. */
  modelKind: () => Promise<ModelKind>;
}

interface UploadServices {
  files: TrainingFiles;
  reader: ExampleReader;
  silenceMilliseconds: number;
}

/** Checked examples in a training file. The file is deleted on `release` unless a version has taken it over. */
export interface UploadedExamples {
  /** The name of the training file. */
  file: string;
  read: ExamplesRead;
  /** SHA-256 of the body, in hexadecimal. */
  bodyFingerprint: string;
  /** The file belongs to a version now. */
  keep(): void;
  release(): Promise<void>;
}

/** Receives a body into a temporary file, checks the examples in it, and writes them to a training file. */
export async function uploadExamples(
  body: IncomingMessage,
  upload: Upload,
  services: UploadServices,
): Promise<UploadedExamples> {
  const { files } = services;
  const file = files.newName('ndjson');
  try {
    const { read, bodyFingerprint } = await receiveAndRead(body, { ...upload, target: files.path(file) }, services);
    // A version that is trained from documents has no file.
    const hasFile = read.documents === null;
    if (hasFile) await files.handOver(file);
    let kept = false;
    return {
      file,
      read,
      bodyFingerprint,
      keep: () => {
        kept = hasFile;
      },
      release: async () => {
        if (!kept) await files.remove(file);
      },
    };
  } catch (error) {
    await files.remove(file);
    throw error;
  }
}

async function receiveAndRead(
  body: IncomingMessage,
  { format, limit, labelColumn, modelKind, target }: Upload & { target: string },
  { files, reader, silenceMilliseconds }: UploadServices,
): Promise<{ read: ExamplesRead; bodyFingerprint: string }> {
  const received = files.newName('upload');
  const file = files.path(received);
  try {
    const bodyFingerprint = await receiveFile(body, file, { limit, silenceMilliseconds });
    const read = await reader.read({ file, format, labelColumn, kind: await modelKind(), target });
    return { read, bodyFingerprint };
  } finally {
    await files.remove(received);
  }
}

import type { IncomingMessage } from 'node:http';
import type { ExamplePreview, ModelKind } from '../../domain/model/model.js';
import type { TrainingFiles } from '../../storage/training-files.js';
import { receiveFile } from '../body/streamed-body.js';
import type { ExampleFormat, ExampleReader, ExamplesRead, ExamplesToPreview } from './example-reader.js';

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

const IF_TOO_LARGE =
  'Send fewer examples, or send them as application/x-ndjson or text/csv, which allow larger bodies.';

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

/** Receives a body into a temporary file and tells what a training would be given by it. */
export async function previewUpload(
  body: IncomingMessage,
  upload: Upload,
  services: UploadServices,
): Promise<ExamplePreview> {
  const { result } = await receive(body, { upload, services }, (sent) => services.reader.preview(sent));
  return result;
}

async function receiveAndRead(
  body: IncomingMessage,
  { target, ...upload }: Upload & { target: string },
  services: UploadServices,
): Promise<{ read: ExamplesRead; bodyFingerprint: string }> {
  const { result, bodyFingerprint } = await receive(body, { upload, services }, (sent) =>
    services.reader.read({ ...sent, target }),
  );
  return { read: result, bodyFingerprint };
}

/** The temporary file is gone when this returns. */
async function receive<Result>(
  body: IncomingMessage,
  { upload, services }: { upload: Upload; services: UploadServices },
  use: (sent: ExamplesToPreview) => Promise<Result>,
): Promise<{ result: Result; bodyFingerprint: string }> {
  const { files, silenceMilliseconds } = services;
  const { format, limit, labelColumn, modelKind } = upload;
  const received = files.newName('upload');
  const file = files.path(received);
  try {
    const bodyFingerprint = await receiveFile(body, file, { limit, advice: IF_TOO_LARGE, silenceMilliseconds });
    return { result: await use({ file, format, labelColumn, kind: await modelKind() }), bodyFingerprint };
  } finally {
    await files.remove(received);
  }
}

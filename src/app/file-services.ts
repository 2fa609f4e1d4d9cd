import { resolve } from 'node:path';
import type { Config } from '../config.js';
import { EXTRACTION_LIMITS } from '../extraction/limits.js';
import { ExtractionPool } from '../extraction/process/extraction-pool.js';
import { FileReader } from '../operations/files/file-reader.js';
import { uploadFolder } from '../storage/data-folder.js';
import { UploadFiles } from '../storage/upload-files.js';

/** Each may take a processor and a gibibyte of memory while it reads. */
const PROCESSES = 2;
const IDLE_SECONDS = 30;

/** What takes and reads uploaded files. The folder must be ours by now: what is in it was left by a process that was killed. */
export async function openFileServices(config: Config): Promise<{ uploads: UploadFiles; reader: FileReader }> {
  const uploads = new UploadFiles(uploadFolder(resolve(config.dataDir)));
  await uploads.clear();
  const pool = new ExtractionPool({
    processes: PROCESSES,
    seconds: EXTRACTION_LIMITS.seconds,
    idleSeconds: IDLE_SECONDS,
  });
  return { uploads, reader: new FileReader({ pool, maxBytes: config.uploadLimit * 2 ** 20 }) };
}

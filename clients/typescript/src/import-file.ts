import type { Api } from './api.js';
import { ConnectionError } from './errors.js';
import type { FileDocumentResult, FileImportLine, FileImportResult } from './generated/openapi.js';
import { linesOf } from './lines.js';
import type { WriteOptions } from './options.js';

/** What is said about a file: its name tells its type, and which file it replaces. */
export interface FileDescription {
  /** With its folder if there is one: `notes/tides.md`. */
  name: string;
  tenant_id: string;
  /** Detected if left out. */
  language?: string;
  /** When the file was changed last: counts where the file says nothing. */
  updated_at?: string;
}

export interface FileImportOptions extends WriteOptions {
  /** Called for each document of the file as it is stored, and again from the first one if the connection breaks. */
  onResult?: (result: FileDocumentResult) => void;
}

/** Sends a file and reads what became of its documents. */
export function importFile(
  api: Api,
  file: Blob | ArrayBuffer | string,
  { name, tenant_id, language, updated_at }: FileDescription,
  { onResult, ...options }: FileImportOptions = {},
): Promise<FileImportResult> {
  const query = { name, tenant_id, language, updated_at };
  const request = { query, body: file, contentType: 'application/octet-stream' };
  return api.send('importFile', request, options, async (_response, chunks) => {
    for await (const text of linesOf(chunks)) {
      const line: FileImportLine = JSON.parse(text);
      if ('object' in line) return line;
      onResult?.(line);
    }
    throw new ConnectionError('The response to an import was cut off.', { code: 'connection_failed' });
  });
}

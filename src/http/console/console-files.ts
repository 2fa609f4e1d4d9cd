import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ConsoleFile {
  type: string;
  etag: string;
  /** Files whose names hold a hash of their contents never change. */
  isImmutable: boolean;
  plain: Buffer;
  gzip: Buffer | null;
  brotli: Buffer | null;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ndjson': 'application/x-ndjson; charset=utf-8',
  '.woff2': 'font/woff2',
};
const HASHED_FOLDER = 'assets/';
const FOLDER = fileURLToPath(new URL('../../console/', import.meta.url));

/**
 * The built console by path, read once: some hundred kilobytes. Only what was there at the start can ever be served, so no
 * path, however it is written, leads out of the folder.
 */
export async function readConsoleFiles(folder = FOLDER): Promise<ReadonlyMap<string, ConsoleFile>> {
  const files = new Map<string, ConsoleFile>();
  for (const path of await filesIn(folder)) {
    const type = TYPES[extname(path)];
    if (type !== undefined) files.set(path, await readConsoleFile(folder, path, type));
  }
  return files;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

async function readConsoleFile(folder: string, path: string, type: string): Promise<ConsoleFile> {
  const plain = await readFile(join(folder, path));
  return {
    type,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    isImmutable: path.startsWith(HASHED_FOLDER),
    plain,
    gzip: await readFile(join(folder, `${path}.gz`)).catch(() => null),
    brotli: await readFile(join(folder, `${path}.br`)).catch(() => null),
  };
}

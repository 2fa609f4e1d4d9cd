import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, printLine, type Terminal, UsageError } from '../../command.js';
import { FileImporter, type LocatedFile } from './file-importer.js';
import { FolderHints } from './folder-hints.js';
import { type FileImport, goneOf, importFiles, type LocatedFolder, scan } from './import-files.js';
import { FileReport } from './report.js';
import type { Root } from './roots.js';

const RETRY_MILLISECONDS = 5000;

/** Imports folders, and keeps the index in step with them until it is interrupted. */
export async function watchFiles(request: FileImport): Promise<number> {
  const { roots, options, terminal, interrupted } = request;
  if (roots.some(({ isFolder }) => !isFolder)) throw new UsageError('--watch needs folders, not files.');
  const hints = new FolderHints();
  const importer = new FileImporter(request.target, options);
  try {
    const watched = await Promise.all(roots.map((root) => WatchedFolder.open(root, request)));
    hints.watch(foldersOf(watched));
    await importFiles({ ...request, options: { ...options, delete: true } });
    if (!interrupted.aborted) printLine(terminal.errors, 'Watching for changes; Ctrl-C ends.');
    while (!interrupted.aborted) {
      const isInStep = await keepInStep(watched, importer, { terminal, signal: interrupted });
      hints.watch(foldersOf(watched));
      if (isInStep) await hints.next(interrupted);
    }
    return 0;
  } finally {
    hints.close();
    importer.close();
  }
}

function foldersOf(watched: readonly WatchedFolder[]): ReadonlyMap<string, string> {
  return new Map(watched.flatMap(({ folders }) => [...folders]));
}

interface Keeping {
  terminal: Terminal;
  signal: AbortSignal;
}

/** Returns false if the service could not be reached, after a pause. */
async function keepInStep(
  watched: readonly WatchedFolder[],
  importer: FileImporter,
  { terminal, signal }: Keeping,
): Promise<boolean> {
  try {
    for (const folder of watched) {
      const report = await folder.sync(importer, signal);
      if (report === null) continue;
      const parts = [`${report.imported} imported`, `${report.removed} removed`, `${report.failedCount} failed`];
      printLine(terminal.output, `${new Date().toLocaleTimeString('en-GB')}  ${parts.join(', ')}`);
      report.printFailures(terminal.errors);
    }
    return true;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // The service may be restarting. What could not be sent is still different and will be tried again.
    printLine(terminal.errors, `${error.message} Trying again.`);
    await sleep(RETRY_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    return false;
  }
}

/** A folder, and how its files were when they were last imported. */
class WatchedFolder {
  readonly #root: Root;
  readonly #request: FileImport;
  /** By location. */
  #known: ReadonlyMap<string, string>;
  #folders: ReadonlyMap<string, string>;

  private constructor(root: Root, request: FileImport, found: LocatedFolder) {
    this.#root = root;
    this.#request = request;
    this.#known = signatures(found.files);
    this.#folders = found.folders;
  }

  static async open(root: Root, request: FileImport): Promise<WatchedFolder> {
    return new WatchedFolder(root, request, await scan(root, request, new FileReport()));
  }

  get folders(): ReadonlyMap<string, string> {
    return this.#folders;
  }

  /** Imports what has changed since the last time; null if there is nothing to tell. */
  async sync(importer: FileImporter, signal: AbortSignal): Promise<FileReport | null> {
    // A folder that is missing as a whole was moved or unmounted: its documents stay.
    const root = await stat(this.#root.path).catch(() => null);
    if (root === null) {
      // It can't be watched, so looks are more frequent until it is back.
      this.#folders = new Map([[this.#root.path, 'missing']]);
      return null;
    }
    const report = new FileReport();
    const found = await scan(this.#root, this.#request, SILENT);
    const current = signatures(found.files);
    const changed = found.files.filter(({ location, signature }) => this.#known.get(location) !== signature);
    const missing = [...this.#known.keys()].filter((location) => !current.has(location));
    const gone = await goneOf(missing, this.#root, this.#request.options);
    this.#folders = found.folders;
    if (changed.length === 0 && gone.length === 0) return null;
    const locations = [...changed.map(({ location }) => location), ...gone];
    const imported = await importer.imported.of(locations);
    await importer.sync(changed, imported, report, { onProgress: () => undefined, signal });
    await importer.remove(gone.flatMap((location) => imported.get(location) ?? []));
    report.removed = gone.filter((location) => imported.has(location)).length;
    this.#known = current;
    return report.imported + report.removed + report.failedCount > 0 ? report : null;
  }
}

const SILENT = { skipped: () => undefined, failed: () => undefined };

function signatures(files: readonly LocatedFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ location, signature }) => [location, signature]));
}

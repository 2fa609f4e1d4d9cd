import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Interrupted, printLine, type Terminal } from '../../command.js';
import { ProgressBar } from '../../progress-bar.js';
import type { ImportTarget } from '../request.js';
import { withStopNotice } from '../stop-notice.js';
import { FileImporter, type LocatedFile } from './file-importer.js';
import type { FileOptions } from './file-options.js';
import { describeFile, type FindingEvents, type FoundFolder, findFiles } from './find-files.js';
import type { ImportedFiles } from './imported-files.js';
import { PathFilter } from './path-filter.js';
import { FileReport } from './report.js';
import { locationOf, locationPrefix, pathBelow, type Root } from './roots.js';

export interface FileImport {
  roots: readonly Root[];
  target: ImportTarget;
  options: FileOptions;
  /** The data folder of the service is not imported, wherever it is. */
  dataFolder: string;
  terminal: Terminal;
  interrupted: AbortSignal;
}

/** Imports files and folders once, and reports what became of them. */
export async function importFiles(request: FileImport): Promise<number> {
  const { target, options, terminal, interrupted } = request;
  const report = new FileReport();
  const importer = new FileImporter(target, options);
  const bar = new ProgressBar(terminal.errors, 'files');
  try {
    await withStopNotice({ bar, terminal, interrupted }, () => importRoots(request, { importer, report, bar }));
  } finally {
    importer.close();
  }
  if (options.json) printLine(terminal.output, JSON.stringify(report.toJson()));
  else report.print(terminal);
  if (interrupted.aborted) {
    printLine(terminal.errors, 'Stopped. Run the same command again to import the rest.');
    throw new Interrupted();
  }
  return report.failures.length === 0 ? 0 : 1;
}

interface Importing {
  importer: FileImporter;
  report: FileReport;
  bar: ProgressBar;
}

async function importRoots(
  { roots, options, dataFolder, interrupted }: FileImport,
  { importer, report, bar }: Importing,
): Promise<void> {
  for (const root of roots) {
    const found = await scan(root, { options, dataFolder }, report);
    if (root.pattern !== null && found.files.length === 0) report.failed(root.name, 'No file matches this pattern.');
    const imported = await importedOf(importer, root, found.files, options);
    await importer.sync(found.files, imported, report, {
      onProgress: (done) => bar.update({ share: done / found.files.length, done, note: report.describeProgress() }),
      signal: interrupted,
    });
    if (options.delete && !interrupted.aborted) await removeGone({ importer, root, found, imported, options, report });
  }
}

export interface LocatedFolder extends FoundFolder {
  files: LocatedFile[];
}

/** The files of a root, with the names that they have in the index. */
export async function scan(
  root: Root,
  { options, dataFolder }: Pick<FileImport, 'options' | 'dataFolder'>,
  events: FindingEvents,
): Promise<LocatedFolder> {
  const include = root.pattern === null ? options.include : [root.pattern];
  const finding = {
    filter: new PathFilter(include, options.exclude),
    hidden: options.hidden,
    followLinks: options.followLinks,
    barred: [dataFolder],
  };
  const found = root.isFolder
    ? await findFiles(root.path, finding, events)
    : { files: [await describeFile(root.path, root.shown)], folders: new Map(), unreadable: [] };
  const files = found.files.map((file) => ({ ...file, location: locationOf(root, file.relative, options.baseUri) }));
  return { ...found, files };
}

function importedOf(
  importer: FileImporter,
  root: Root,
  files: readonly LocatedFile[],
  { baseUri }: FileOptions,
): Promise<ImportedFiles> {
  if (root.isFolder) return importer.imported.below(locationPrefix(root, baseUri));
  return importer.imported.of(files.map(({ location }) => location));
}

interface Removal {
  importer: FileImporter;
  root: Root;
  found: LocatedFolder;
  imported: ImportedFiles;
  options: FileOptions;
  report: FileReport;
}

/**
 * Removes the documents of files that are gone. Nothing is removed if no file is left at all: more often than by a deletion, a folder
 * is empty because a drive is not mounted.
 */
async function removeGone({ importer, root, found, imported, options, report }: Removal): Promise<void> {
  const present = new Set(found.files.map(({ location }) => location));
  const missing = [...imported.keys()].filter((location) => !present.has(location));
  const gone = root.isFolder ? await goneOf(missing, root, options) : [];
  if (gone.length === 0) return;
  if (found.files.length === 0) {
    report.failed(root.name, `No files were found, so the documents of ${gone.length} files were not removed.`);
    return;
  }
  await importer.remove(gone.flatMap((location) => imported.get(location) ?? []));
  report.removed += gone.length;
}

/** Those files that no longer exist; others may only be excluded this time, or be in a folder that can't be read. */
export async function goneOf(locations: readonly string[], root: Root, { baseUri }: FileOptions): Promise<string[]> {
  const gone: string[] = [];
  for (const location of locations) {
    const path = join(root.path, pathBelow(root, location, baseUri));
    const error = await lstat(path).then(
      () => null,
      (reason: NodeJS.ErrnoException) => reason.code,
    );
    if (error === 'ENOENT' || error === 'ENOTDIR') gone.push(location);
  }
  return gone;
}

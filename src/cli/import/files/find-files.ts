import type { Dirent, Stats } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type FileType, fileTypeOf } from '../../../extraction/file-types.js';
import type { PathFilter } from './path-filter.js';

export interface FoundFile {
  path: string;
  /** Relative to the folder that is imported, with slashes. */
  relative: string;
  type: FileType;
  size: number;
  modified: number;
  /** Changes with the file, as far as the file system can tell without reading it. */
  signature: string;
  created: number;
}

export type SkipReason = 'hidden' | 'ignored' | 'excluded' | 'link' | 'special' | 'unknown type' | 'binary' | 'empty';

/** What a search for files tells besides the files. */
export interface FindingEvents {
  skipped(reason: SkipReason, relative: string): void;
  failed(relative: string, reason: string): void;
}

export interface FindingOptions {
  filter: PathFilter;
  hidden: boolean;
  followLinks: boolean;
  /** Folders that are never entered: the data folder of the service. */
  barred: readonly string[];
}

export interface FoundFolder {
  files: FoundFile[];
  /** Every folder that was entered, to be watched. The value changes when another folder takes the place of one. */
  folders: Map<string, string>;
  /** Folders, relative, that could not be read: nothing is known about files in them. */
  unreadable: string[];
}

/** Folders of programs, not of people. */
const IGNORED = ['node_modules', '__pycache__', '$RECYCLE.BIN', 'System Volume Information'];
/** Left by editors, Office and this command. */
const IGNORED_FILE = /^~\$|^#.*#$|\.sextant-progress(?:\.new)?$|\.failed\.ndjson$/;
const DEEPEST_FOLDER = 100;

export async function findFiles(root: string, options: FindingOptions, events: FindingEvents): Promise<FoundFolder> {
  const finder = new FileFinder(options, events);
  await finder.folder(root, '', 0);
  return finder.found;
}

/** The file itself if it is named on the command line; `relative` is how it is shown. */
export async function describeFile(path: string, relative: string): Promise<FoundFile> {
  return fileOf(path, relative, { type: fileTypeOf(path) ?? 'text', facts: await stat(path) });
}

class FileFinder {
  readonly found: FoundFolder = { files: [], folders: new Map(), unreadable: [] };
  readonly #options: FindingOptions;
  readonly #events: FindingEvents;
  /** Links may lead to a folder twice, or in circles: each is entered once. */
  readonly #entered = new Set<string>();

  constructor(options: FindingOptions, events: FindingEvents) {
    this.#options = options;
    this.#events = events;
  }

  async folder(path: string, relative: string, depth: number): Promise<void> {
    try {
      if (this.#options.barred.includes(await realpath(path))) return this.#events.skipped('ignored', relative);
      const { dev, ino } = await stat(path);
      const identity = `${dev}/${ino}`;
      if (this.#entered.has(identity)) return;
      if (depth > DEEPEST_FOLDER) throw new Error(`The folder is more than ${DEEPEST_FOLDER} levels deep.`);
      this.#entered.add(identity);
      const entries: Dirent[] = [];
      for await (const entry of await opendir(path)) entries.push(entry);
      this.found.folders.set(path, identity);
      entries.sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const entry of entries) await this.#entry(entry, { path, relative, depth });
    } catch (error) {
      this.found.unreadable.push(relative);
      this.#events.failed(relative || basename(path), error instanceof Error ? error.message : String(error));
    }
  }

  async #entry(
    entry: Dirent,
    { path, relative, depth }: { path: string; relative: string; depth: number },
  ): Promise<void> {
    const inner = join(path, entry.name);
    const name = relative === '' ? entry.name : `${relative}/${entry.name}`;
    const reason = this.#reasonToSkip(entry, name);
    if (reason !== null) return this.#events.skipped(reason, name);
    if (entry.isDirectory()) return this.folder(inner, name, depth + 1);
    const facts = await stat(inner).catch(() => null);
    // It has gone in the meantime, or is a link to nowhere.
    if (facts === null) return entry.isSymbolicLink() ? this.#events.skipped('link', name) : undefined;
    if (facts.isDirectory()) return this.folder(inner, name, depth + 1);
    if (!facts.isFile()) return this.#events.skipped('special', name);
    this.#file(inner, name, facts);
  }

  #reasonToSkip(entry: Dirent, name: string): SkipReason | null {
    if (IGNORED.includes(entry.name) || IGNORED_FILE.test(entry.name)) return 'ignored';
    if (entry.name.startsWith('.') && !this.#options.hidden) return 'hidden';
    if (entry.name === '.git') return 'ignored';
    if (this.#options.filter.excludes(name)) return 'excluded';
    if (entry.isSymbolicLink()) return this.#options.followLinks ? null : 'link';
    return entry.isDirectory() || entry.isFile() ? null : 'special';
  }

  #file(path: string, name: string, facts: Stats): void {
    const { filter } = this.#options;
    // Whoever asks for *.py gets it, as text.
    const type = fileTypeOf(path) ?? (filter.isSelective ? 'text' : null);
    if (!filter.includes(name)) this.#events.skipped('excluded', name);
    else if (type === null) this.#events.skipped('unknown type', name);
    else if (name.includes('\ufffd')) this.#events.failed(name, 'Its name is not valid UTF-8.');
    else this.found.files.push(fileOf(path, name, { type, facts }));
  }
}

function fileOf(path: string, relative: string, { type, facts }: { type: FileType; facts: Stats }): FoundFile {
  const { size, mtimeMs, birthtimeMs, ino } = facts;
  // Some file systems know no time of birth and say 0, or the time of a copy.
  const created = birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs;
  return { path, relative, type, size, modified: mtimeMs, created, signature: `${ino}/${size}/${mtimeMs}` };
}

/** `.png`, or the whole name of a file without an extension. */
export function kindOf(relative: string): string {
  return extname(relative).toLowerCase() || basename(relative);
}

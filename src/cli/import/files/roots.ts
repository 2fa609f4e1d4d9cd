import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from '../../command.js';
import { parseGlob } from './path-filter.js';

/** A PATH of the command line: a folder, or one file. */
export interface Root {
  /** As it was written. */
  name: string;
  path: string;
  isFolder: boolean;
  /** Of a glob; null for everything. */
  pattern: string | null;
  /** For a file: how it is shown. Files of a folder are shown relative to it. */
  shown: string;
}

export async function openRoots(paths: readonly string[]): Promise<Root[]> {
  return Promise.all(paths.map(openRoot));
}

async function openRoot(written: string): Promise<Root> {
  const found = await stat(written).catch(() => null);
  if (found === null) return openGlob(written);
  const path = await realpath(written);
  if (!found.isFile() && !found.isDirectory()) throw new CommandError(`${written} is neither a file nor a folder.`);
  return { name: written, path, isFolder: found.isDirectory(), pattern: null, shown: shownPath(written) };
}

async function openGlob(written: string): Promise<Root> {
  const glob = parseGlob(written);
  if (glob === null) throw new CommandError(`File not found: ${written}`);
  const found = await stat(glob.base).catch(() => null);
  if (!found?.isDirectory()) throw new CommandError(`Folder not found: ${glob.base}`);
  return { name: written, path: await realpath(glob.base), isFolder: true, pattern: glob.pattern, shown: '' };
}

/** Relative to the current folder if the file is in it, else its name. */
function shownPath(written: string): string {
  const path = relative('.', written);
  const isOutside = path.startsWith('..') || isAbsolute(path);
  return slashes(isOutside ? relative(dirname(resolve(written)), resolve(written)) : path);
}

/**
 * What names a file in the index: its address below `--base-uri`, or its path on this machine. Overlapping imports, such as of a
 * folder and later of a folder in it, name a file alike and so update the same documents.
 */
export function locationOf(root: Root, relativePath: string, baseUri: string | null): string {
  if (baseUri !== null) return baseUri + relativePath.split('/').map(encodeURIComponent).join('/');
  return slashes(root.isFolder ? join(root.path, relativePath) : root.path);
}

/** Every file of the folder has a location that begins with this. */
export function locationPrefix(root: Root, baseUri: string | null): string {
  return baseUri ?? `${slashes(root.path).replace(/\/$/, '')}/`;
}

/** The path of a file relative to its root, from its location. */
export function pathBelow(root: Root, location: string, baseUri: string | null): string {
  const path = location.slice(locationPrefix(root, baseUri).length);
  return baseUri === null ? path : path.split('/').map(decodeURIComponent).join('/');
}

export function addressOf(location: string, baseUri: string | null): string {
  return baseUri === null ? pathToFileURL(location).href : location;
}

function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Trouble } from './trouble.mjs';

const isRoot = process.getuid?.() === 0;

/**
 * OpenSearch refuses to run as root, so root starts it as `nobody`. That user can't look into root's home: what root
 * downloads goes to a folder of the system.
 */
export const UNPRIVILEGED_USER = isRoot ? 65_534 : null;

/** A folder in the cache, which is made if it is missing. */
export function cacheFolder(...names) {
  const usual = isRoot ? '/var/cache' : (process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'));
  const folder = join(resolve(process.env.SEXTANT_OPENSEARCH_CACHE ?? join(usual, 'sextant-opensearch')), ...names);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Trouble(`${folder} can't be made (${error.code}). Set SEXTANT_OPENSEARCH_CACHE to a folder of your own.`);
  }
  return folder;
}

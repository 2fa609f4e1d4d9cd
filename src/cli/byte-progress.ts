import type { ByteProgress } from '../storage/snapshot-file.js';
import type { Screen } from './command.js';
import { ProgressBar } from './progress-bar.js';

const MEGABYTE = 1_000_000;

/** Runs `work` with a bar that shows how many megabytes are done. */
export async function withByteProgress<T>(screen: Screen, work: (progress: ByteProgress) => Promise<T>): Promise<T> {
  const bar = new ProgressBar(screen, 'MB');
  try {
    return await work((done, total) => bar.update({ share: done / total, done: Math.round(done / MEGABYTE) }));
  } finally {
    bar.clear();
  }
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `512 bytes`, `1.5 MB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}

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

export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

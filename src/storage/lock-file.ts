import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning, type KnownProcess } from './running-process.js';

/** What a lock file says of who holds it. */
export interface LockHolder extends KnownProcess {
  url: string;
}

/** Whoever else takes over a stale lock needs some milliseconds for it; on a busy machine, more. */
const ATTEMPTS = 50;
const PAUSE_MILLISECONDS = 20;

/**
 * Makes `holder` the one that the file names, or says who has it. A file that a dead process left behind is replaced.
 * Only who holds the claim to what it says, a lock file of its own, may do that: without it, one of several that saw the
 * dead process's lock would replace the lock of another that was quicker.
 */
export async function takeLockFile(file: string, holder: LockHolder): Promise<LockHolder | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await create(file, holder)) return null;
    const text = await readText(file);
    if (text === null) continue;
    const other = await runningHolder(text);
    if (other !== null) return other;
    if (await takeOver(file, text, holder)) return null;
    await wait(PAUSE_MILLISECONDS);
  }
  throw new Error(`The lock ${file} could not be taken. If no service runs on the folder, delete that file.`);
}

/** Who holds the lock now; null for nobody, a dead process or a file that says nothing included. */
export async function readLockFile(file: string): Promise<LockHolder | null> {
  const text = await readText(file);
  return text === null ? null : runningHolder(text);
}

/** All at once: whoever reads the file sees what it said before or all of this. */
export async function writeLockFile(file: string, holder: LockHolder): Promise<void> {
  await rename(await prepare(file, holder), file);
}

/** False where another is taking over, or has. */
async function takeOver(file: string, stale: string, holder: LockHolder): Promise<boolean> {
  const claim = `${file}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`;
  if ((await takeLockFile(claim, holder)) !== null) return false;
  try {
    if ((await readText(file)) !== stale) return false;
    await writeLockFile(file, holder);
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

/** False where the file is there. It is never seen half written. */
async function create(file: string, holder: LockHolder): Promise<boolean> {
  const prepared = await prepare(file, holder);
  try {
    await link(prepared, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(prepared, { force: true });
  }
}

async function prepare(file: string, holder: LockHolder): Promise<string> {
  const prepared = `${file}.${randomUUID()}`;
  await writeFile(prepared, JSON.stringify(holder));
  return prepared;
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null;
  }
}

async function runningHolder(text: string): Promise<LockHolder | null> {
  const holder = parse(text);
  return holder !== null && (await isRunning(holder)) ? holder : null;
}

function parse(text: string): LockHolder | null {
  try {
    const { pid, started, url }: Partial<LockHolder> = JSON.parse(text);
    return typeof pid === 'number' && pid > 0 ? { pid, started: started ?? null, url: url ?? '' } : null;
  } catch {
    return null;
  }
}

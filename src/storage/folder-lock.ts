import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createFolder } from './create-folder.js';
import { serviceLockFile } from './data-folder.js';

/** Another process uses the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(
    readonly folder: string,
    readonly holder: LockHolder,
  ) {
    super(
      `The data folder ${folder} is in use by the service at ${holder.url} (process ${holder.pid}). Stop it, or use another data folder.`,
    );
  }
}

export interface FolderLock {
  /** Publishes the URL of the service when it is known. */
  announce(url: string): Promise<void>;
  release(): Promise<void>;
}

/** Makes this process the only service on the folder. The stale lock of a killed process is replaced. */
export async function takeFolder(folder: string, url: string): Promise<FolderLock> {
  await createFolder(folder);
  const file = serviceLockFile(folder);
  const holder: LockHolder = { ...(await thisProcess()), url };
  const other = await takeLockFile(file, holder);
  if (other !== null) throw new FolderInUseError(folder, other);
  return {
    announce: (address) => writeLockFile(file, { ...holder, url: address }),
    release: () => rm(file, { force: true }),
  };
}

/** The process that uses the folder; null if there is none or its lock is stale. */
export function readFolderLock(folder: string): Promise<LockHolder | null> {
  return readLockFile(serviceLockFile(folder));
}

/** The content of a lock file: the process that holds the lock. */
interface LockHolder extends KnownProcess {
  url: string;
}

/** How long to wait while another process replaces a stale lock: milliseconds, on a busy machine more. */
const ATTEMPTS = 50;
const PAUSE_MILLISECONDS = 20;

/**
 * Takes the lock and returns null, or returns its current holder. A stale file is replaced, but only by the process that
 * holds a second lock, the claim to that file's content: otherwise, of several processes that see the same stale lock, a
 * slow one could replace the new lock of a faster one.
 */
async function takeLockFile(file: string, holder: LockHolder): Promise<LockHolder | null> {
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

/** The running holder of the lock; null if there is none or the file is unreadable. */
async function readLockFile(file: string): Promise<LockHolder | null> {
  const text = await readText(file);
  return text === null ? null : runningHolder(text);
}

/** Replaces the file atomically: readers see the old content or the new one. */
async function writeLockFile(file: string, holder: LockHolder): Promise<void> {
  await rename(await prepare(file, holder), file);
}

/** False if another process is replacing the stale lock, or has done so. */
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

/** Creates the file with its content, atomically; false if it exists. */
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
  const holder = parseHolder(text);
  return holder !== null && (await isRunning(holder)) ? holder : null;
}

function parseHolder(text: string): LockHolder | null {
  try {
    const { pid, started, url }: Partial<LockHolder> = JSON.parse(text);
    return typeof pid === 'number' && pid > 0 ? { pid, started: started ?? null, url: url ?? '' } : null;
  } catch {
    return null;
  }
}

/** A process. The start time tells it from a later one with the same pid. */
interface KnownProcess {
  pid: number;
  /** Boot id and start time; null if the system does not provide them. */
  started: string | null;
}

async function thisProcess(): Promise<KnownProcess> {
  return { pid: process.pid, started: await startOf(process.pid) };
}

async function isRunning({ pid, started }: KnownProcess): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = await startOf(pid);
  return now === null || started === null || now === started;
}

/** Linux reports the start of a process in ticks since boot; on other systems only the pid is compared. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name in parentheses, may contain spaces and parentheses. The start is the 22nd field.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}

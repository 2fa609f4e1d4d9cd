import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { serviceLockFile } from './data-folder.js';

/** Who works on a data folder. */
export interface FolderHolder {
  pid: number;
  /** Tells the process from a later one with the same number: boot and start time; null where the system does not say. */
  started: string | null;
  url: string;
}

/** Another service works on the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(folder: string, holder: FolderHolder) {
    super(
      `The data folder ${folder} is in use by the service at ${holder.url} (process ${holder.pid}). Stop it, or set SEXTANT_DATA_DIR to another folder.`,
    );
  }
}

export interface FolderLock {
  /** Tells others where the service can be reached, once it is known. */
  announce(url: string): Promise<void>;
  release(): Promise<void>;
}

/** A lock that cannot be read may be one that is just being written. */
const WRITING_TAKES_AT_MOST = 5000;
const ATTEMPTS = 5;

/** Makes this process the only service on the folder. A lock that a killed process left behind is taken over. */
export async function takeFolder(folder: string, url: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = serviceLockFile(folder);
  const holder: FolderHolder = { pid: process.pid, started: await startOf(process.pid), url };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await writeNew(file, holder)) return lockOn(file, holder);
    const other = await readFolderLock(folder);
    if (other !== null) throw new FolderInUseError(folder, other);
    await removeStale(file, attempt);
  }
  throw new Error(`The lock ${file} could not be taken. If no service runs on the folder, delete that file.`);
}

/** The service that works on the folder now; null for none, a lock left by a dead process included. */
export async function readFolderLock(folder: string): Promise<FolderHolder | null> {
  const file = serviceLockFile(folder);
  const holder = await readHolder(file);
  if (holder === 'unreadable')
    return (await isFresh(file)) ? { pid: 0, started: null, url: 'an unknown address' } : null;
  return holder !== null && (await isRunning(holder)) ? holder : null;
}

function lockOn(file: string, holder: FolderHolder): FolderLock {
  return {
    async announce(url) {
      const text = JSON.stringify({ ...holder, url });
      await writeFile(`${file}.new`, text);
      await rename(`${file}.new`, file);
    },
    release: () => rm(file, { force: true }),
  };
}

async function writeNew(file: string, holder: FolderHolder): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moved away before it is deleted: of several that find it stale, only one gets it, and a new lock is never hit twice. */
async function removeStale(file: string, attempt: number): Promise<void> {
  const aside = `${file}.${process.pid}.${attempt}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await readHolder(aside);
  const running = moved !== null && moved !== 'unreadable' && (await isRunning(moved));
  await (running ? rename(aside, file) : rm(aside, { force: true }));
}

async function readHolder(file: string): Promise<FolderHolder | 'unreadable' | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return null;
  }
  try {
    const { pid, started, url }: Partial<FolderHolder> = JSON.parse(text);
    return typeof pid === 'number' && pid > 0 ? { pid, started: started ?? null, url: url ?? '' } : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

async function isFresh(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs < WRITING_TAKES_AT_MOST;
  } catch {
    return false;
  }
}

async function isRunning({ pid, started }: FolderHolder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = await startOf(pid);
  return now === null || started === null || now === started;
}

/** Linux tells when a process began, in ticks since boot; elsewhere the number alone must do. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold spaces and brackets itself. The start is the 22nd field, the 20th after it.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}

import { readFile } from 'node:fs/promises';

/** A process, told from a later one with the same number. */
export interface KnownProcess {
  pid: number;
  /** Boot and start time; null where the system does not say. */
  started: string | null;
}

export async function thisProcess(): Promise<KnownProcess> {
  return { pid: process.pid, started: await startOf(process.pid) };
}

export async function isRunning({ pid, started }: KnownProcess): Promise<boolean> {
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

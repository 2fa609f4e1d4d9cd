import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';

/** Where figures were measured. Unknown values are null. */
export interface Machine {
  cores: number;
  node: string;
  memory_gib: number | null;
  /** Share of CPU time that the hypervisor gave to other guests while the script ran. */
  cpu_steal_percent: number | null;
  /** Runnable processes in the minute before the script began: other work on the machine. */
  load_average: number | null;
}

/** Readings before a script begins. */
export interface MachineBefore {
  cpu: CpuTimes | null;
  load: number;
}

/** Clock ticks of all processors together since boot. */
export interface CpuTimes {
  total: number;
  stolen: number;
}

/** Null where the system has no /proc/stat. */
export function readCpuTimes(): CpuTimes | null {
  try {
    return parseCpuTimes(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** The first line: user, nice, system, idle, iowait, irq, softirq, steal; guest times are part of user already. */
export function parseCpuTimes(stat: string): CpuTimes {
  const times = stat.split('\n', 1)[0].split(/ +/).slice(1, 9).map(Number);
  return { total: times.reduce((sum, time) => sum + time, 0), stolen: times[7] };
}

export function stealPercent(before: CpuTimes | null, after: CpuTimes | null): number | null {
  if (before === null || after === null || after.total === before.total) return null;
  return (100 * (after.stolen - before.stolen)) / (after.total - before.total);
}

export function readMachineBefore(): MachineBefore {
  return { cpu: readCpuTimes(), load: loadavg()[0] };
}

export function describeMachine({ cpu, load }: MachineBefore): Machine {
  const steal = stealPercent(cpu, readCpuTimes());
  return {
    cores: availableParallelism(),
    node: process.versions.node,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    cpu_steal_percent: steal === null ? null : Number(steal.toFixed(1)),
    load_average: Number(load.toFixed(1)),
  };
}

/** Short hash of the checked-out commit, with a mark if the measured sources differ from it; null outside of a repository. */
export function currentCommit(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const commit = git('rev-parse', '--short=7', 'HEAD').trim();
    const changes = git('status', '--porcelain', '--', 'src', 'assembly', 'models', 'bench/*.ts', 'bench/support');
    return changes === '' ? commit : `${commit}-modified`;
  } catch {
    return null;
  }
}

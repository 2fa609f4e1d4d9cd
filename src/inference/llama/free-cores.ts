import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Times since the machine and the process were started. */
export interface CoreTimes {
  cores: number;
  /** Of all cores together, in any unit. */
  idle: number;
  total: number;
  /** What this process has used, and the clock, in seconds. */
  own: number;
  clock: number;
}

/**
 * How many cores this process could have had between two readings: those that it used and those that nobody did. What a
 * hypervisor gave to other guests is neither.
 */
export function freeCores(before: CoreTimes, after: CoreTimes): number {
  const idleShare = (after.idle - before.idle) / Math.max(1, after.total - before.total);
  const own = (after.own - before.own) / Math.max(1e-3, after.clock - before.clock);
  return Math.min(after.cores, idleShare * after.cores + own);
}

export function readCoreTimes(): CoreTimes {
  const { user, system } = process.cpuUsage();
  return { ...readMachine(), own: (user + system) / 1e6, clock: performance.now() / 1000 };
}

type MachineTimes = Pick<CoreTimes, 'cores' | 'idle' | 'total'>;

function readMachine(): MachineTimes {
  try {
    return parseStat(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return sumOf(cpus().map(({ times }) => times));
  }
}

/**
 * The lines cpu0, cpu1 …: user, nice, system, idle, iowait, irq, softirq, steal. A core that waits for a disk is free for
 * others; Node's own figures leave that time out, and the stolen one.
 */
export function parseStat(stat: string): MachineTimes {
  const lines = stat.split('\n').filter((line) => /^cpu\d/.test(line));
  if (lines.length === 0) throw new Error('/proc/stat has no lines of cores.');
  const times = lines.map((line) => line.split(/\s+/).slice(1, 9).map(Number));
  return {
    cores: times.length,
    idle: sum(times.map(([, , , idle, waiting]) => idle + waiting)),
    total: sum(times.flat()),
  };
}

function sumOf(times: readonly { user: number; nice: number; sys: number; idle: number; irq: number }[]): MachineTimes {
  return {
    cores: times.length,
    idle: sum(times.map(({ idle }) => idle)),
    total: sum(times.flatMap((time) => Object.values(time))),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

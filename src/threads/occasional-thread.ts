import { Piscina } from 'piscina';

const IDLE_MILLISECONDS = 30_000;

/** One thread that lives only while it has work. `file` exports the function that does it. */
export function occasionalThread<Task, Result>(
  file: URL,
  limits: { resourceLimits?: { maxOldGenerationSizeMb: number } } = {},
): Piscina<Task, Result> {
  return new Piscina({ ...limits, filename: file.href, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MILLISECONDS });
}

import { type CoreTimes, freeCores, readCoreTimes } from './free-cores.js';

const READINGS_A_SECOND = 5;
/** Of a core, that others may use before it counts as taken: timers, the log, the request itself. */
const TOLERATED = 0.3;

/**
 * No more threads than cores are free for them. They wait for each other many times per token, and they wait by spinning: with one
 * that got no core, all others burn theirs until it gets one.
 */
export function fittingThreads(free: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(free + TOLERATED)));
}

/** Watches what others use of the machine, and says how many threads fit into the rest. Returns what ends it. */
export function watchFittingThreads(
  most: number,
  use: (threads: number) => void,
  read: () => CoreTimes = readCoreTimes,
): () => void {
  let before = read();
  const timer = setInterval(() => {
    const now = read();
    use(fittingThreads(freeCores(before, now), most));
    before = now;
  }, 1000 / READINGS_A_SECOND);
  timer.unref();
  return () => clearInterval(timer);
}

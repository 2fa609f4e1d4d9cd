import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MILLISECONDS = 20;
const LONGEST_PAUSE_MILLISECONDS = 1000;

/** Waits before the next try. */
export function pauseBefore(attempt: number): Promise<void> {
  return sleep(pauseMilliseconds(attempt));
}

/** How long to wait before the next try: random, so that those who were refused together don't come back together. */
export function pauseMilliseconds(attempt: number): number {
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS);
  return longest * (0.5 + Math.random() / 2);
}

import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MILLISECONDS = 20;
const LONGEST_PAUSE_MILLISECONDS = 1000;

/** The pause before the next try: random, so that those who were refused together don't come back together. */
export function pauseBefore(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS);
  return sleep(longest * (0.5 + Math.random() / 2));
}

import type { Screen } from './command.js';

const MOMENT_MILLISECONDS = 1000;
const CLEAR_LINE = '\r\u001b[2K';

/** Runs `work`, and says what takes so long if it takes more than a moment. On a terminal, the line goes when the work is done. */
export async function withDelayNotice<T>(screen: Screen, notice: string, work: () => Promise<T>): Promise<T> {
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    screen.write(screen.isTTY ? notice : `${notice}\n`);
  }, MOMENT_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (shown && screen.isTTY) screen.write(CLEAR_LINE);
  }
}

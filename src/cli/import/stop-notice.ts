import { printLine, type Terminal } from '../command.js';
import type { ProgressBar } from '../progress-bar.js';

interface StoppableWork {
  bar: ProgressBar;
  terminal: Terminal;
  interrupted: AbortSignal;
}

/** Runs work that ends a while after Ctrl-C, and says so then: who sees nothing happen takes the keys for ignored. Clears the bar at the end. */
export async function withStopNotice<T>(
  { bar, terminal, interrupted }: StoppableWork,
  work: () => Promise<T>,
): Promise<T> {
  const announce = () => {
    bar.clear();
    printLine(terminal.errors, 'Stopping after this part; press Ctrl-C again to stop at once.');
  };
  interrupted.addEventListener('abort', announce, { once: true });
  try {
    return await work();
  } finally {
    interrupted.removeEventListener('abort', announce);
    bar.clear();
  }
}

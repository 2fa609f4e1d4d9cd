// Loaded into the service by `node --import`: finds the longest time that its event loop was held up. On the signal SIGUSR2, writes
// what it has found to the file TURN_METER_FILE and begins anew.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MILLISECONDS = 1;

/** How long the main thread has waited for a processor until now: that is the work of others, which is not measured here. */
function waitedMilliseconds() {
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
}

if (isMainThread) {
  let longest = 0;
  let [last, waited] = [performance.now(), waitedMilliseconds()];
  // A timer of a millisecond comes once in a turn that takes longer. So a turn is measured, and up to a millisecond of the one before.
  setInterval(() => {
    const [now, waitedNow] = [performance.now(), waitedMilliseconds()];
    longest = Math.max(longest, now - last - (waitedNow - waited) - EVERY_MILLISECONDS);
    [last, waited] = [now, waitedNow];
  }, EVERY_MILLISECONDS).unref();
  process.on('SIGUSR2', () => {
    const file = process.env.TURN_METER_FILE;
    writeFileSync(`${file}.new`, String(longest));
    renameSync(`${file}.new`, file);
    longest = 0;
  });
}

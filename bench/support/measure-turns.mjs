// Loaded into the service by `node --import`: finds the longest time that its event loop was held up. On the signal SIGUSR2, writes
// what it has found to the file TURN_METER_FILE and begins anew.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MILLISECONDS = 1;
const nothing = new Int32Array(new SharedArrayBuffer(4));

/** Processor time of the main thread until now. What others do on the same processors meanwhile is no part of it. */
function usedMilliseconds() {
  // Linux brings its count up to date when a thread waits; otherwise it may lag by four milliseconds.
  Atomics.wait(nothing, 0, 0, 0.001);
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

if (isMainThread) {
  let longest = 0;
  let last = usedMilliseconds();
  // A timer of a millisecond comes before every turn but short ones. So a turn is measured, and up to a millisecond of those before.
  setInterval(() => {
    const now = usedMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
  }, EVERY_MILLISECONDS).unref();
  process.on('SIGUSR2', () => {
    const file = process.env.TURN_METER_FILE;
    writeFileSync(`${file}.new`, String(longest));
    renameSync(`${file}.new`, file);
    longest = 0;
  });
}

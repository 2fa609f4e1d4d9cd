// Ends the process when it has more memory than it was given. The limit of the heap does not count buffers, and the
// main thread may be busy, so a thread watches the whole.
import { workerData } from 'node:worker_threads';

const LOOK_MILLISECONDS = 50;

setInterval(() => {
  if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL');
}, LOOK_MILLISECONDS);

// The process that files are read in: `node extraction-process.js RESIDENT_BYTES`, with a channel to its parent. Whatever a file does
// to the libraries that read it, it ends this process and no other.
import { Worker } from 'node:worker_threads';
import { type ExtractionJob, extractFile } from '../extract-file.js';
import { type Extracted, ExtractionError } from '../extracted.js';
import type { ExtractionReply, ExtractionRequest } from './messages.js';

/** Documents are sent in groups of about this many characters: a mailbox never has to be in memory as text. */
const GROUP_LENGTH = 500_000;

let goOn: () => void = () => undefined;

// Ctrl-C reaches every process of a terminal; the parent decides when this one ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', (request: ExtractionRequest) => {
  if (request.kind === 'continue') goOn();
  else extract(request.job);
});
// A library may fail outside of the call that was made. Then nobody knows whether that call will ever end.
process.on('uncaughtException', (error) => reply({ kind: 'failed', reason: reasonOf(error), isBroken: true }));
// Nothing in a file may make a library reach out.
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);
new Worker(new URL('./memory-watch-thread.js', import.meta.url), { workerData: Number(process.argv[2]) }).unref();
reply({ kind: 'ready' });

async function extract(job: ExtractionJob): Promise<void> {
  try {
    let group: Extracted[] = [];
    let length = 0;
    for await (const found of extractFile(job)) {
      group.push(found);
      length += lengthOf(found);
      if (length < GROUP_LENGTH) continue;
      const continued = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      reply({ kind: 'found', items: group });
      await continued;
      group = [];
      length = 0;
    }
    reply({ kind: 'done', items: group });
  } catch (error) {
    reply({ kind: 'failed', reason: reasonOf(error) });
  }
}

function reply(message: ExtractionReply): void {
  if (process.connected) process.send?.(message);
}

/** Fields other than the content are short, but a table may have many empty rows. */
function lengthOf(found: Extracted): number {
  return 500 + ('document' in found ? found.document.content.length : 0);
}

function reasonOf(error: unknown): string {
  if (error instanceof ExtractionError) return error.message;
  if (error instanceof RangeError && /call stack/i.test(error.message)) return 'The file is nested too deeply.';
  return `The file can't be read (${error instanceof Error ? error.message : error}).`;
}

// The process that a local language model lives in: `node writer-process.js SETTINGS`, with a channel to its parent.
// A native crash ends this process and no other, and its priority keeps the cores free for those who search.
import '../../telemetry-off.js';

import { setPriority } from 'node:os';
import { watchFittingThreads } from './fitting-threads.js';
import { type LocalWriter, NoRoomError, openLocalWriter } from './local-writer.js';
import type { WriterAnswer, WriterCall, WriterSettings } from './writer-messages.js';

/** Still a quarter of a core's time while everything else is busy; at 10 it would starve. */
const NICENESS = 5;

function answer(message: WriterAnswer): void {
  if (process.connected) process.send?.(message);
}

async function serve(): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  const settings: WriterSettings = JSON.parse(process.argv[2]);
  lowerPriority();
  const writer = await openLocalWriter(settings);
  watchFittingThreads(settings.threads, (threads) => writer.useThreads(threads));
  const running = new Map<number, AbortController>();
  process.on('message', (call: WriterCall) => {
    if (call.kind === 'stop') running.get(call.id)?.abort();
    else if (call.kind === 'count') answer({ kind: 'counted', id: call.id, tokens: writer.countTokens(call.text) });
    else write(writer, call, running);
  });
  answer({ kind: 'ready', contextTokens: writer.contextTokens });
}

async function write(
  writer: LocalWriter,
  { id, task }: Extract<WriterCall, { kind: 'write' }>,
  running: Map<number, AbortController>,
): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const onText = (piece: string) => answer({ kind: 'text', id, piece });
    answer({ kind: 'written', id, generation: await writer.write(task, controller.signal, onText) });
  } catch (error) {
    if (error instanceof NoRoomError) answer({ kind: 'no_room', id, promptTokens: error.promptTokens });
    else answer({ kind: 'failed', id, reason: String(error) });
  } finally {
    running.delete(id);
  }
}

/** Not allowed everywhere, and not needed to write. */
function lowerPriority(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // The cores are shared evenly then.
  }
}

serve().catch((error) => {
  answer({ kind: 'unusable', reason: error instanceof Error ? error.message : String(error) });
  // The channel is not flushed by exit().
  setTimeout(() => process.exit(1), 100);
});

import { type ChildProcess, fork } from 'node:child_process';
import { setPriority, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { TrainedFacts } from '../../domain/model/model.js';
import type { EmbeddingConfig } from '../../inference/open-embedder.js';
import { workerFile } from '../../threads/callable-thread.js';
import { type Trainer, TrainingFailed, type TrainingJob, type TrainingWatch } from '../trainer.js';

/** Sent to the child process once, after its start. */
export interface StartMessage {
  job: TrainingJob;
  embedding: EmbeddingConfig;
}

/** Sent by the child process. */
export type ReportMessage =
  | { kind: 'progress'; fraction: number }
  | { kind: 'trained'; facts: TrainedFacts }
  | { kind: 'failed'; code: string; message: string };

const MAIN = fileURLToPath(workerFile(import.meta.url, './main.js'));
/**
 * Requests get the CPU first. Still a quarter of a core's time while an import uses all of them: at 15 it was a thirtieth, and
 * a training next to a long import stood still.
 */
const NICENESS = 5;
/** The fraction of the machine's memory for the JavaScript heap; typed arrays are allocated outside it. */
const HEAP_FRACTION = 0.4;
const MEGABYTE = 2 ** 20;
/** How many characters of the child's standard error are kept for the log. */
const MAX_STDERR = 4_000;
const NOT_STARTED = 'The training could not be started. The operator finds the reason in the log.';

export interface ChildProcessTrainerOptions {
  embedding: EmbeddingConfig;
  log: { warn(details: object, message: string): void };
}

/**
 * Trains each model in a child process: running out of memory or being killed affects nothing else, and the operating
 * system can give requests priority over it.
 */
export class ChildProcessTrainer implements Trainer {
  readonly #options: ChildProcessTrainerOptions;

  constructor(options: ChildProcessTrainerOptions) {
    this.#options = options;
  }

  async train(job: TrainingJob, { onProgress, signal }: TrainingWatch): Promise<TrainedFacts> {
    signal.throwIfAborted();
    const child = fork(MAIN, [], {
      execArgv: [`--max-old-space-size=${Math.floor((totalmem() * HEAP_FRACTION) / MEGABYTE)}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'json',
    });
    lowerPriority(child);
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    try {
      return await this.#resultOf(child, job, { onProgress, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
      kill();
    }
  }

  #resultOf(child: ChildProcess, job: TrainingJob, { onProgress, signal }: TrainingWatch): Promise<TrainedFacts> {
    const { embedding, log } = this.#options;
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-MAX_STDERR);
    });
    const result = new Promise<TrainedFacts>((resolve, reject) => {
      child.on('message', (message: ReportMessage) => {
        if (message.kind === 'progress') onProgress(message.fraction);
        else if (message.kind === 'trained') resolve(message.facts);
        else reject(new TrainingFailed(message.code, message.message));
      });
      child.once('error', (error) => reject(new TrainingFailed('training_failed', NOT_STARTED, { cause: error })));
      // Not `exit`: its last message may still be in the pipe.
      child.once('close', (code, killedBy) => reject(endedEarly(code, killedBy)));
      child.send({ job, embedding: withOneThreadLess(embedding) } satisfies StartMessage, () => undefined);
    });
    result.catch((error) => {
      // After an abort the failure is expected.
      if (!signal.aborted) log.warn({ err: error, stderr }, 'a training has ended early');
    });
    return result;
  }
}

/** One thread less than requests use: one core stays free for them, whatever the priorities. */
function withOneThreadLess(embedding: EmbeddingConfig): EmbeddingConfig {
  return { ...embedding, embeddingThreads: Math.max(1, embedding.embeddingThreads - 1) };
}

/** V8 aborts when its heap is full; the operating system kills when all memory is. */
function endedEarly(code: number | null, signal: NodeJS.Signals | null): TrainingFailed {
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134) {
    const message = 'The training needed more memory than there is. Send fewer or shorter examples.';
    return new TrainingFailed('training_out_of_memory', message);
  }
  const message = 'The training ended before it was done. The operator finds the reason in the log.';
  return new TrainingFailed('training_failed', message);
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // Not allowed on some systems; training then competes with requests on equal terms.
  }
}

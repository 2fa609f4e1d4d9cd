import { type ChildProcess, fork } from 'node:child_process';
import { setPriority, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { TrainedFacts } from '../../domain/model/trained-facts.js';
import type { EmbeddingConfig } from '../../inference/open-embedder.js';
import { workerFile } from '../../threads/worker-file.js';
import { type Trainer, TrainingFailed, type TrainingJob, type TrainingWatch } from '../trainer.js';
import type { ReportMessage, StartMessage } from './messages.js';

const MAIN = fileURLToPath(workerFile(import.meta.url, './main.js'));
/** Requests have the processors first; training takes what they leave, and is not starved by anything else that runs. */
const NICENESS = 15;
/** Of the machine's memory, for objects; numbers lie outside of it. */
const HEAP_SHARE = 0.4;
const MEGABYTE = 2 ** 20;
/** What is kept of the words of a process that failed. */
const KEPT_WORDS = 4_000;

export interface ProcessTrainerOptions {
  embedding: EmbeddingConfig;
  log: { warn(details: object, message: string): void };
}

/**
 * Trains in a process of its own: one that runs out of memory, or has to be stopped at once, takes nothing else with it,
 * and the system can give searches precedence over it.
 */
export class ProcessTrainer implements Trainer {
  constructor(private readonly options: ProcessTrainerOptions) {}

  async train(job: TrainingJob, { onProgress, signal }: TrainingWatch): Promise<TrainedFacts> {
    signal.throwIfAborted();
    const child = fork(MAIN, [], {
      execArgv: [`--max-old-space-size=${Math.floor((totalmem() * HEAP_SHARE) / MEGABYTE)}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'json',
    });
    lowerPriority(child);
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    try {
      return await this.#converse(child, job, { onProgress, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
      kill();
    }
  }

  #converse(child: ChildProcess, job: TrainingJob, { onProgress, signal }: TrainingWatch): Promise<TrainedFacts> {
    const { embedding, log } = this.options;
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-KEPT_WORDS);
    });
    const conversation = new Promise<TrainedFacts>((resolve, reject) => {
      child.on('message', (message: ReportMessage) => {
        if (message.kind === 'progress') onProgress(message.fraction);
        else if (message.kind === 'trained') resolve(message.facts);
        else reject(new TrainingFailed(message.code, message.message));
      });
      child.once('error', (error) => reject(new TrainingFailed('training_failed', NOT_STARTED, { cause: error })));
      // Not `exit`: what it said last may still be on its way.
      child.once('close', (code, killedBy) => reject(endedEarly(code, killedBy)));
      child.send({ job, embedding: modest(embedding) } satisfies StartMessage, () => undefined);
    });
    conversation.catch((error) => {
      // Whoever stopped it knows why.
      if (!signal.aborted) log.warn({ err: error, words }, 'a training has ended early');
    });
    return conversation;
  }
}

/** One thread fewer than requests have: a processor stays free for them, at any priority. */
function modest(embedding: EmbeddingConfig): EmbeddingConfig {
  return { ...embedding, embeddingThreads: Math.max(1, embedding.embeddingThreads - 1) };
}

const NOT_STARTED = 'The training could not be started. The operator finds the reason in the log.';

/** V8 aborts where its heap is full; the system kills where all memory is. */
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
    // Some systems don't allow it: then training competes with requests on equal terms.
  }
}

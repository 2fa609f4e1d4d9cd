import '../../telemetry-off.js';

import { failure, ServiceError } from '../../domain/errors/error.js';
import { CallableThread, workerFile } from '../../threads/callable-thread.js';
import type { EmbeddingMethods, Portion } from './embedding-worker.js';
import type { EncoderModel } from './encoder.js';

export interface EmbeddingThreadOptions {
  models: readonly EncoderModel[];
  /** Is told what the caller is not: why a model failed. */
  onFailure: (error: Error) => void;
}

interface Started {
  thread: CallableThread<EmbeddingMethods>;
  loaded: Promise<number[]>;
}

type Result<Name extends 'embed' | 'countTokens'> = Awaited<ReturnType<EmbeddingMethods[Name]>>;

/** A thread with encoders in it. If it is lost, another one takes its place. */
export class EmbeddingThread {
  /** True while its models are loaded. */
  ready = false;
  #started: Started | null = null;
  readonly #running = new Set<Promise<unknown>>();

  readonly #options: EmbeddingThreadOptions;

  constructor(options: EmbeddingThreadOptions) {
    this.#options = options;
  }

  /** How many calls have not been answered yet. */
  get waiting(): number {
    return this.#running.size;
  }

  /** The length of each model's vectors. */
  load(): Promise<number[]> {
    return (this.#started ?? this.#restart()).loaded;
  }

  call<Name extends 'embed' | 'countTokens'>(method: Name, portion: Portion): Promise<Result<Name>> {
    const answer = this.#callLoaded(method, portion);
    this.#running.add(answer);
    const done = () => this.#running.delete(answer);
    answer.then(done, done);
    return answer;
  }

  /** Waits for what runs: the runtime's native code must not lose its thread in the middle of a text. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#running, this.#started?.loaded]);
    const thread = this.#started?.thread;
    await thread?.call('unload', undefined).catch(() => undefined);
    await thread?.close();
  }

  #start(): Started {
    const file = workerFile(import.meta.url, './embedding-worker.js');
    const thread = new CallableThread<EmbeddingMethods>(file, {
      workerData: { models: this.#options.models },
      onCrash: () => this.#replace(),
    });
    const loaded = thread.call('load', undefined).then((dimensions) => {
      this.ready = true;
      return dimensions;
    });
    return { thread, loaded };
  }

  /** One that was lost while it loaded would be lost again: it is started when it is next needed. */
  #replace(): void {
    const worked = this.ready;
    this.ready = false;
    this.#started = null;
    if (worked) this.load().catch(this.#options.onFailure);
  }

  async #callLoaded<Name extends 'embed' | 'countTokens'>(method: Name, portion: Portion): Promise<Result<Name>> {
    const { thread, loaded } = this.#started ?? this.#restart();
    await loaded.catch((error) => {
      this.#options.onFailure(error);
      throw failure('model_not_ready', 'The encoder could not be loaded.', { retryAfterSeconds: 5 });
    });
    try {
      return (await thread.call(method, portion)) as Result<Name>;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #restart(): Started {
    this.#started = this.#start();
    return this.#started;
  }

  #explain(error: unknown): Error {
    if (error instanceof ServiceError) return error;
    this.#options.onFailure(error instanceof Error ? error : new Error(String(error)));
    return failure('model_failed', 'The encoder could not read a text.');
  }
}

import '../../telemetry-off.js';

import { failure, ServiceError } from '../../domain/errors/error.js';
import { CallableThread, stopping, type ThreadMethods } from '../../threads/callable-thread.js';

/** What every thread with a model in it serves, beside what its model is for. */
interface ModelMethods {
  load(): Promise<unknown>;
  /** Frees what the runtime holds: it does not expect its thread to be ended under it. */
  unload(): Promise<void>;
}

type Result<Method extends (payload: never) => unknown> = Awaited<ReturnType<Method>>;

export interface ModelThreadOptions {
  file: URL;
  workerData: unknown;
  /** As a sentence begins with it: The encoder. */
  name: string;
  /** Whether a thread that is lost is started again at once, or by the next call. */
  staysLoaded: boolean;
  /** Is told what the caller is not: why the model failed. */
  onFailure: (error: Error) => void;
}

interface Started<Methods extends ThreadMethods<Methods> & ModelMethods> {
  thread: CallableThread<Methods>;
  loaded: Promise<Result<Methods['load']>>;
}

/** A thread with a model in it, which is started when it is first needed. If it is lost, another one takes its place. */
export class ModelThread<Methods extends ThreadMethods<Methods> & ModelMethods> {
  /** True while the model is loaded. */
  ready = false;
  #started: Started<Methods> | null = null;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  readonly #options: ModelThreadOptions;

  constructor(options: ModelThreadOptions) {
    this.#options = options;
  }

  /** How many calls have not been answered yet. */
  get waiting(): number {
    return this.#running.size;
  }

  async load(): Promise<Result<Methods['load']>> {
    if (this.#closed !== null) throw stopping();
    this.#started ??= this.#start();
    return this.#started.loaded;
  }

  /** Rejects with `model_not_ready` or `model_failed` when the model can't answer. */
  async call<Name extends Exclude<keyof Methods & string, keyof ModelMethods>>(
    method: Name,
    payload: Parameters<Methods[Name]>[0],
  ): Promise<Result<Methods[Name]>> {
    if (this.#closed !== null) throw stopping();
    const answer = this.#callLoaded(method, payload);
    this.#running.add(answer);
    try {
      return await answer;
    } finally {
      this.#running.delete(answer);
    }
  }

  /** Waits for what runs: the runtime's native code must not lose its thread in the middle of a text. */
  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  async #finish(): Promise<void> {
    await Promise.allSettled([...this.#running, this.#started?.loaded]);
    const thread = this.#started?.thread;
    await thread?.call('unload', undefined).catch(() => undefined);
    await thread?.close();
  }

  async #callLoaded<Name extends keyof Methods & string>(
    method: Name,
    payload: Parameters<Methods[Name]>[0],
  ): Promise<Result<Methods[Name]>> {
    this.#started ??= this.#start();
    const { thread, loaded } = this.#started;
    await loaded.catch((error) => {
      this.#options.onFailure(error);
      throw failure('model_not_ready', `${this.#options.name} could not be loaded.`, { retryAfterSeconds: 5 });
    });
    return thread.call(method, payload).catch((error) => {
      if (error instanceof ServiceError) throw error;
      this.#options.onFailure(error);
      throw failure('model_failed', `${this.#options.name} could not read a text.`);
    });
  }

  #start(): Started<Methods> {
    const { file, workerData } = this.#options;
    const thread = new CallableThread<Methods>(file, { workerData, onCrash: () => this.#replace(thread) });
    const loaded = thread.call('load', undefined).then(
      (answer) => {
        this.ready = true;
        return answer;
      },
      async (error) => {
        this.#forget(thread);
        await thread.close();
        throw error;
      },
    );
    return { thread, loaded };
  }

  /** One that was lost while it loaded would be lost again: it is started when it is next needed. */
  #replace(thread: CallableThread<Methods>): void {
    const worked = this.ready;
    this.#forget(thread);
    if (worked && this.#options.staysLoaded && this.#closed === null) this.load().catch(this.#options.onFailure);
  }

  #forget(thread: CallableThread<Methods>): void {
    if (this.#started?.thread !== thread) return;
    this.ready = false;
    this.#started = null;
  }
}

import { CallableThread, type ThreadMethods } from './callable-thread.js';

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 10_000;

export interface LastingThreadOptions<Methods extends ThreadMethods<Methods>> {
  file: URL;
  workerData: unknown;
  /** Tells a new thread what it must know. Resolves when the thread has taken that, and so could be started. */
  prepare: (thread: CallableThread<Methods>) => Promise<unknown>;
  /** Called after each crash with the pause before the next start: 0 if that was made at once. */
  onCrash: (error: Error, pauseMilliseconds: number) => void;
}

/**
 * A thread that is started again whenever it crashes: at once if it had started well, otherwise after a pause, which is longer each
 * time. What makes it crash may last, and starts in a row would take the processor from everything else.
 */
export class LastingThread<Methods extends ThreadMethods<Methods>> {
  readonly #options: LastingThreadOptions<Methods>;
  /** Null during a pause. */
  #thread: CallableThread<Methods> | null = null;
  /** Starts in a row that have failed. */
  #failedStarts = 0;
  #hasStarted = false;
  #restart: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: LastingThreadOptions<Methods>) {
    this.#options = options;
    this.#start();
  }

  /** The thread, also while it starts: what it is told waits there. Null during the pause after a start that has failed. */
  get current(): CallableThread<Methods> | null {
    return this.#thread;
  }

  /** Whether the last start has failed, and none has succeeded since. */
  get isFailing(): boolean {
    return this.#failedStarts > 0;
  }

  /** Before the latest start, or the next one. */
  get pauseMilliseconds(): number {
    if (this.#failedStarts === 0) return 0;
    return Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (this.#failedStarts - 1), LONGEST_PAUSE_MILLISECONDS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restart);
    await this.#thread?.close();
  }

  #start(): void {
    this.#hasStarted = false;
    try {
      const { file, workerData, prepare } = this.#options;
      const thread = new CallableThread<Methods>(file, { workerData, onCrash: (error) => this.#crashed(error) });
      this.#thread = thread;
      prepare(thread).then(
        () => this.#started(thread),
        (error) => this.#unprepared(thread, error),
      );
    } catch (error) {
      this.#crashed(error as Error);
    }
  }

  #started(thread: CallableThread<Methods>): void {
    if (this.#thread !== thread) return;
    this.#hasStarted = true;
    this.#failedStarts = 0;
  }

  /** A thread that runs, but without what it must know, is of no use. One that crashed meanwhile was reported already. */
  #unprepared(thread: CallableThread<Methods>, error: Error): void {
    if (this.#thread !== thread || this.#closed) return;
    void thread.close();
    this.#crashed(error);
  }

  #crashed(error: Error): void {
    this.#thread = null;
    if (!this.#hasStarted) this.#failedStarts++;
    const pause = this.pauseMilliseconds;
    if (pause === 0) this.#start();
    else this.#restart = setTimeout(() => this.#start(), pause);
    this.#options.onCrash(error, pause);
  }
}

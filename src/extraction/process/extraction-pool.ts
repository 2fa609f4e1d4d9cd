import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerFile } from '../../threads/callable-thread.js';
import type { ExtractionJob } from '../extract-file.js';
import { type Extracted, ExtractionError } from '../extracted.js';
import { EXTRACTION_LIMITS } from '../limits.js';
import type { ExtractionReply, ExtractionRequest } from './messages.js';

const MAIN = fileURLToPath(workerFile(import.meta.url, './extraction-process.js'));

interface PoolOptions {
  /** How many files are read at once. */
  processes: number;
  /** Per file. Time in which the process waits for its documents to be taken does not count. */
  seconds: number;
  /** A process that has had nothing to do for so long ends; a new one starts when it is needed. Never by default. */
  idleSeconds?: number;
}

interface ExtractionOptions {
  signal?: AbortSignal;
  /** Called when a process is free for the file. */
  onBegin?: () => void;
}

interface Waiting {
  begin(child: ExtractionChild): void;
  fail(reason: unknown): void;
}

/** Reads files in child processes. A process that hangs, crashes or takes too much memory is replaced; only its file fails. */
export class ExtractionPool {
  readonly #options: PoolOptions;
  readonly #idle: ExtractionChild[] = [];
  readonly #all = new Set<ExtractionChild>();
  readonly #waiting: Waiting[] = [];
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Throws ExtractionError if the file can't be read, possibly after some of its documents, and the reason of the signal if it aborts
   * while the file still waits for a process.
   */
  async *extract(job: ExtractionJob, { signal, onBegin }: ExtractionOptions = {}): AsyncGenerator<Extracted> {
    const child = await this.#take(signal);
    onBegin?.();
    let finished = false;
    try {
      yield* child.extract(job);
      finished = true;
    } finally {
      // A file that was given up half way leaves the process in the middle of it.
      if (!finished && child.isBusy) child.end();
      this.#giveBack(child);
    }
  }

  close(): void {
    this.#closed = true;
    for (const child of this.#all) child.end();
    for (const { fail } of this.#waiting.splice(0)) fail(stopped());
  }

  async #take(signal?: AbortSignal): Promise<ExtractionChild> {
    signal?.throwIfAborted();
    const idle = this.#idle.pop();
    if (idle?.isAlive === true) return idle.beginWork();
    // It ended while nobody needed it.
    if (idle !== undefined) this.#all.delete(idle);
    if (this.#all.size < this.#options.processes) return this.#start();
    return this.#wait(signal);
  }

  #wait(signal?: AbortSignal): Promise<ExtractionChild> {
    return new Promise((resolve, reject) => {
      const settle = () => signal?.removeEventListener('abort', leave);
      const waiting: Waiting = {
        begin: (child) => {
          settle();
          resolve(child);
        },
        fail: (reason) => {
          settle();
          reject(reason);
        },
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #start(): ExtractionChild {
    if (this.#closed) throw stopped();
    const child = new ExtractionChild(this.#options.seconds);
    this.#all.add(child);
    return child;
  }

  #giveBack(child: ExtractionChild): void {
    if (!child.isAlive) this.#all.delete(child);
    if (child.isAlive) this.#passOn(child);
    else if (this.#waiting.length > 0 && !this.#closed) this.#passOn(this.#start());
  }

  #passOn(child: ExtractionChild): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#rest(child);
    else next.begin(child);
  }

  #rest(child: ExtractionChild): void {
    this.#idle.push(child);
    if (this.#options.idleSeconds !== undefined) child.endAfter(this.#options.idleSeconds);
  }
}

function stopped(): ExtractionError {
  return new ExtractionError('The import was stopped.');
}

type FileReply = Exclude<ExtractionReply, { kind: 'ready' }>;

/** One process. It reads one file at a time. */
class ExtractionChild {
  readonly #child: ChildProcess;
  readonly #seconds: number;
  /** Why it was ended, if it did not end by itself. */
  #reason: string | null = null;
  #settle: ((reply: FileReply) => void) | null = null;
  /** Loading the process on a busy machine may take longer than reading a file. */
  readonly #ready: Promise<void>;
  #busy = false;
  #ended = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(seconds: number) {
    this.#seconds = seconds;
    this.#child = fork(MAIN, [String(EXTRACTION_LIMITS.residentBytes)], {
      execArgv: [`--max-old-space-size=${EXTRACTION_LIMITS.heapMebibytes}`, ...restrictions()],
      env: environment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'json',
    });
    this.#ready = new Promise((resolve) => {
      this.#child.on('message', (reply: ExtractionReply) => {
        if (reply.kind === 'ready') resolve();
        else this.#settle?.(reply);
      });
      this.#child.once('close', () => resolve());
    });
    this.#child.once('error', (error) => this.#fail(`It could not be read: ${error.message}`));
    // Not `exit`: the last message may still be in the pipe.
    this.#child.once('close', (code, signal) => this.#fail(this.#reason ?? describeEnd(code, signal)));
  }

  get isAlive(): boolean {
    return !this.#ended;
  }

  get isBusy(): boolean {
    return this.#busy;
  }

  async *extract(job: ExtractionJob): AsyncGenerator<Extracted> {
    let left = this.#seconds * 1000;
    this.#busy = true;
    await this.#ready;
    for (let request: ExtractionRequest = { kind: 'extract', job }; ; request = { kind: 'continue' }) {
      const start = performance.now();
      const reply = await this.#ask(request, left);
      left -= performance.now() - start;
      if (reply.kind !== 'found') this.#busy = false;
      if (reply.kind === 'failed') {
        if (reply.isBroken) this.end();
        throw new ExtractionError(reply.reason);
      }
      yield* reply.items;
      if (reply.kind === 'done') return;
    }
  }

  /** Ends the process unless it gets work before. */
  endAfter(seconds: number): void {
    this.#idleTimer = setTimeout(() => this.end(), seconds * 1000).unref();
  }

  beginWork(): this {
    clearTimeout(this.#idleTimer);
    return this;
  }

  end(): void {
    this.#ended = true;
    this.#child.kill('SIGKILL');
  }

  async #ask(request: ExtractionRequest, milliseconds: number): Promise<FileReply> {
    const limit = setTimeout(() => {
      this.#reason = `Reading it took longer than ${this.#seconds} s.`;
      this.end();
    }, milliseconds);
    try {
      return await new Promise<FileReply>((resolve) => {
        this.#settle = resolve;
        // A process that has gone is noticed by `close`.
        if (this.#child.connected) this.#child.send(request, () => undefined);
        else if (this.#ended) resolve({ kind: 'failed', reason: this.#reason ?? 'The import was stopped.' });
      });
    } finally {
      clearTimeout(limit);
      this.#settle = null;
    }
  }

  #fail(reason: string): void {
    this.#ended = true;
    this.#settle?.({ kind: 'failed', reason });
  }
}

/** V8 aborts when its heap is full; the watching thread, or the operating system, kills a process with too much memory. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134) return 'Reading it needed too much memory.';
  return `Reading it ended the process (${signal ?? `exit code ${code}`}).`;
}

/** The process may read files and have a thread, but neither write files nor start programs. */
function restrictions(): string[] {
  const flag = ['--permission', '--experimental-permission'].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  );
  return flag === undefined ? [] : [flag, '--allow-fs-read=*', '--allow-worker'];
}

/** Without our settings: what reads foreign files has no use for keys. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SEXTANT_')));
}

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerFile } from '../../threads/callable-thread.js';
import type { WriterAnswer, WriterCall, WriterSettings } from './writer-messages.js';

export type CallEnd = Extract<WriterAnswer, { kind: 'written' | 'counted' | 'no_room' | 'failed' }>;
type NewCall =
  | { kind: 'write'; task: Extract<WriterCall, { kind: 'write' }>['task'] }
  | { kind: 'count'; text: string };

interface OpenCall {
  onText: (piece: string) => void;
  end: (answer: CallEnd) => void;
}

/** Enough of what it said at last to tell why it died. */
const LAST_WORDS = 2000;

/** One life of the process that a local model lives in. It is not revived: whoever needs it again starts another. */
export class ModelProcess {
  /** How many tokens its context has; rejects if the model can't be used. */
  readonly ready: Promise<number>;
  /** Resolves when it is gone, for whatever reason. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, OpenCall>();
  #lastId = 0;
  #lastWords = '';

  constructor(settings: WriterSettings) {
    const file = fileURLToPath(workerFile(import.meta.url, './writer-process.js'));
    this.#child = fork(file, [JSON.stringify(settings)], {
      env: environment(),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (chunk) => {
      this.#lastWords = (this.#lastWords + chunk).slice(-LAST_WORDS);
    });
    this.#child.on('message', (answer: WriterAnswer) => this.#receive(answer));
    this.ready = this.#becomesReady();
    this.gone = new Promise((resolve) => this.#child.once('close', () => resolve()));
    this.gone.then(() => this.#endAll());
  }

  /** Never rejects: an end that is no success says why. A call that is stopped still gets its end. */
  call(call: NewCall, signal: AbortSignal, onText: (piece: string) => void = () => undefined): Promise<CallEnd> {
    const id = ++this.#lastId;
    const stop = () => this.#send({ kind: 'stop', id });
    return new Promise<CallEnd>((end) => {
      this.#calls.set(id, { onText, end });
      signal.addEventListener('abort', stop, { once: true });
      this.#send({ ...call, id });
    }).finally(() => signal.removeEventListener('abort', stop));
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.gone;
  }

  /** A process that is gone takes no messages; its calls are ended by its end. */
  #send(call: WriterCall): void {
    if (this.#child.connected) this.#child.send(call, () => undefined);
  }

  #becomesReady(): Promise<number> {
    const ready = new Promise<number>((resolve, reject) => {
      this.#child.on('message', (answer: WriterAnswer) => {
        if (answer.kind === 'ready') resolve(answer.contextTokens);
        if (answer.kind === 'unusable') reject(new Error(answer.reason));
      });
      this.#child.once('error', reject);
      this.#child.once('close', () => reject(new Error(this.#whyItEnded())));
    });
    // Whoever needs it asks for it; nobody has to.
    ready.catch(() => undefined);
    return ready;
  }

  #receive(answer: WriterAnswer): void {
    if (answer.kind === 'ready' || answer.kind === 'unusable') return;
    const call = this.#calls.get(answer.id);
    if (answer.kind === 'text') call?.onText(answer.piece);
    else {
      this.#calls.delete(answer.id);
      call?.end(answer);
    }
  }

  #endAll(): void {
    for (const [id, { end }] of this.#calls) end({ kind: 'failed', id, reason: this.#whyItEnded() });
    this.#calls.clear();
  }

  #whyItEnded(): string {
    const { exitCode, signalCode } = this.#child;
    return `The process of the language model ended (${signalCode ?? exitCode}). ${this.#lastWords}`.trim();
  }
}

/**
 * Left out of what the process inherits: our settings, which hold secrets; variables that make the library load other
 * code or fail while it is imported (it reads `CI` as a boolean).
 */
const WITHHELD = /^(SEXTANT_|NODE_LLAMA_CPP_|npm_config_node_llama_cpp|GGML_BACKEND_PATH$|CI$|COLAB_RELEASE_TAG$)/;

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !WITHHELD.test(name));
  return {
    ...Object.fromEntries(inherited),
    // It never compiles or downloads.
    NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true',
    // Without this a crash makes it attach a debugger to itself.
    GGML_NO_BACKTRACE: '1',
  };
}

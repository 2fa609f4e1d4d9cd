import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { failure, ServiceError } from '../domain/errors/error.js';
import { MessageTurns } from './turns.js';

/** `call` is a number that the answer repeats; null if none is wanted. Messages between two threads arrive in order. */
interface CallMessage {
  call: number | null;
  method: string;
  payload: unknown;
}

type AnswerMessage = { call: number; result: unknown } | { call: number; error: ThreadError };

/** An error in a message. A `ServiceError` arrives as one, with all that the response needs; of others, the name tells the kind. */
type ThreadError =
  | { refusal: Pick<ServiceError, 'code' | 'message' | 'details' | 'problems'> }
  | { defect: Pick<Error, 'name' | 'message' | 'stack'> };

interface Pending {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** A thread has ended by itself before it answered. The cause is what ended it. */
export class ThreadCrash extends Error {}

export type ThreadMethods<Methods> = { [Name in keyof Methods]: (payload: never) => unknown };

interface ThreadOptions {
  workerData?: unknown;
  /** The limit of the thread's heap. A thread that exceeds it ends with the error code ERR_WORKER_OUT_OF_MEMORY. */
  memoryLimitMb?: number;
  /** Called once if the thread crashes, after its pending calls were rejected. */
  onCrash: (error: Error) => void;
}

/** Of all threads together: they share the event loop. */
const ANSWERS = new MessageTurns();

/** A worker thread, as its callers see it. `Methods` are the functions that the thread serves. */
export class CallableThread<Methods extends ThreadMethods<Methods>> {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextCall = 1;
  /** Why no call is answered any more; null while the thread runs. */
  #ended: Error | null = null;

  constructor(file: URL, { workerData, memoryLimitMb, onCrash }: ThreadOptions) {
    const resourceLimits = memoryLimitMb === undefined ? undefined : { maxOldGenerationSizeMb: memoryLimitMb };
    this.#worker = new Worker(file, { workerData, resourceLimits });
    this.#worker.on('message', (answer: AnswerMessage) => ANSWERS.handle(() => this.#settle(answer)));
    const crashed = (error: Error) => {
      const crash = new ThreadCrash(error.message, { cause: error });
      this.#rejectPending(crash);
      if (this.#ended !== null) return;
      this.#ended = crash;
      onCrash(error);
    };
    this.#worker.on('error', crashed);
    // An answer was lost, and it is not known whose: nobody may wait for it any longer.
    this.#worker.on('messageerror', (error) => {
      crashed(error);
      void this.#worker.terminate();
    });
    this.#worker.on('exit', (code) => crashed(new Error(`A worker thread ended with exit code ${code}.`)));
  }

  get waiting(): number {
    return this.#pending.size;
  }

  /** Rejects at once if the thread has ended: nobody would answer. */
  call<Name extends keyof Methods & string>(
    method: Name,
    payload: Parameters<Methods[Name]>[0],
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) throw this.#ended;
      const call = this.#nextCall++;
      // Throws if the payload can't be copied: then no answer is to be waited for.
      this.#worker.postMessage({ call, method, payload } satisfies CallMessage);
      this.#pending.set(call, { resolve, reject });
    });
  }

  /**
   * Calls a method whose answer nobody waits for. The thread must not go on without it: if it fails there, the thread crashes. Throws if
   * it can't be sent.
   */
  tell<Name extends keyof Methods & string>(method: Name, payload: Parameters<Methods[Name]>[0]): void {
    if (this.#ended !== null) throw this.#ended;
    this.#worker.postMessage({ call: null, method, payload } satisfies CallMessage);
  }

  /** Ends the thread. Calls that are still pending, and later ones, are rejected with `reason`. */
  async close(reason: Error = stopping()): Promise<void> {
    this.#ended ??= reason;
    this.#rejectPending(reason);
    await this.#worker.terminate();
  }

  #rejectPending(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #settle(answer: AnswerMessage): void {
    const pending = this.#pending.get(answer.call);
    this.#pending.delete(answer.call);
    if ('error' in answer) pending?.reject(toError(answer.error));
    else pending?.resolve(answer.result as never);
  }
}

/** A stopping service waits for its requests first, so calls that are pending here belong to disconnected clients. */
export function stopping(): Error {
  return failure('shutting_down', 'The service is stopping. Try again in a moment.', { retryAfterSeconds: 1 });
}

type Method = (payload: never) => unknown;

/** Serves calls, in the worker thread. Methods start in the order of the calls; only asynchronous ones can overlap. */
export function serveCalls(methods: Record<string, Method>): void {
  const port = parentPort as MessagePort;
  port.on('message', ({ call, method, payload }: CallMessage) => {
    // What it throws, or rejects with, ends the thread.
    if (call === null) return void methods[method](payload as never);
    const answer = answerCall(methods[method], call, payload);
    if (answer instanceof Promise) answer.then((settled) => port.postMessage(settled));
    else port.postMessage(answer);
  });
  // A call was lost, and the thread must not go on without it.
  port.on('messageerror', (error) => {
    throw error;
  });
}

function answerCall(method: Method, call: number, payload: unknown): AnswerMessage | Promise<AnswerMessage> {
  const failed = (error: unknown): AnswerMessage => ({ call, error: fromError(error) });
  try {
    const result = method(payload as never);
    if (result instanceof Promise) return result.then((value): AnswerMessage => ({ call, result: value }), failed);
    return { call, result };
  } catch (error) {
    return failed(error);
  }
}

function fromError(error: unknown): ThreadError {
  if (error instanceof ServiceError) {
    const { code, message, details, problems } = error;
    return { refusal: { code, message, details, problems } };
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { defect: { name, message, stack } };
}

function toError(error: ThreadError): Error {
  if ('refusal' in error) {
    const { code, message, details, problems } = error.refusal;
    return new ServiceError(code, message, details, problems);
  }
  const { name, message, stack } = error.defect;
  return Object.assign(new Error(message), { name, stack });
}

/**
 * The compiled file of a worker thread. Threads run files in dist/; under the test runner the calling module is still the
 * TypeScript file in src/, so its folder is mapped to the one in dist/.
 */
export function workerFile(importMetaUrl: string, name: `./${string}.js`): URL {
  const file = new URL(name, importMetaUrl);
  if (!importMetaUrl.endsWith('.ts')) return file;
  const source = file.href.lastIndexOf('/src/');
  return new URL(`${file.href.slice(0, source)}/dist/${file.href.slice(source + '/src/'.length)}`);
}

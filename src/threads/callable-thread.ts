import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { failure, ServiceError } from '../domain/errors/error.js';

/** A call has a number, which its answer repeats. Messages between two threads arrive in the order they were posted. */
interface CallMessage {
  call: number;
  method: string;
  payload: unknown;
}

type AnswerMessage = { call: number; result: unknown } | { call: number; error: ThreadError };

/** An error as it crosses threads: a `ServiceError` stays one, with everything that the client is told. */
type ThreadError =
  | { refusal: Pick<ServiceError, 'code' | 'message' | 'details' | 'problems'> }
  | { defect: { message: string; stack?: string } };

interface Pending {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

export type ThreadMethods<Methods> = { [Name in keyof Methods]: (payload: never) => unknown };

export interface ThreadOptions {
  workerData?: unknown;
  /** Of the thread's heap. A thread that needs more ends with the error code ERR_WORKER_OUT_OF_MEMORY. */
  memoryLimitMb?: number;
  /** Called once if the thread ends by itself, after its pending calls were rejected. */
  onCrash: (error: Error) => void;
}

/** The calling side of a worker thread. `Methods` maps the name of each method to the function that the thread serves. */
export class CallableThread<Methods extends ThreadMethods<Methods>> {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextCall = 1;
  #closed = false;

  constructor(file: URL, { workerData, memoryLimitMb, onCrash }: ThreadOptions) {
    const resourceLimits = memoryLimitMb === undefined ? undefined : { maxOldGenerationSizeMb: memoryLimitMb };
    this.#worker = new Worker(file, { workerData, resourceLimits });
    this.#worker.on('message', (answer: AnswerMessage) => this.#settle(answer));
    const crashed = (error: Error) => {
      this.#rejectPending(error);
      if (!this.#closed) onCrash(error);
      this.#closed = true;
    };
    this.#worker.on('error', crashed);
    this.#worker.on('exit', (code) => crashed(new Error(`A worker thread ended with exit code ${code}.`)));
  }

  get waiting(): number {
    return this.#pending.size;
  }

  call<Name extends keyof Methods & string>(
    method: Name,
    payload: Parameters<Methods[Name]>[0],
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    return new Promise((resolve, reject) => {
      const call = this.#nextCall++;
      this.#pending.set(call, { resolve, reject });
      this.#worker.postMessage({ call, method, payload } satisfies CallMessage);
    });
  }

  /** Ends the thread. Calls that are still pending are rejected with `reason`. */
  async close(reason: Error = stopping()): Promise<void> {
    this.#closed = true;
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

/** A stopping service first waits for its requests: calls still pending then belong to clients that have disconnected. */
export function stopping(): Error {
  return failure('shutting_down', 'The service is stopping. Try again in a moment.', { retryAfterSeconds: 1 });
}

type Method = (payload: never) => unknown;

/** The called side. Methods start in the order of the calls; only those that return a promise can overlap. */
export function serveCalls(methods: Record<string, Method>): void {
  const port = parentPort as MessagePort;
  port.on('message', (message: CallMessage) => {
    const answer = answerCall(methods[message.method], message);
    if (answer instanceof Promise) answer.then((settled) => port.postMessage(settled));
    else port.postMessage(answer);
  });
}

function answerCall(method: Method, { call, payload }: CallMessage): AnswerMessage | Promise<AnswerMessage> {
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
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { defect: { message, stack } };
}

function toError(error: ThreadError): Error {
  if ('refusal' in error) {
    const { code, message, details, problems } = error.refusal;
    return new ServiceError(code, message, details, problems);
  }
  return Object.assign(new Error(error.defect.message), { stack: error.defect.stack });
}

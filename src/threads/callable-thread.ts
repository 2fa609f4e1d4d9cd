import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { failure, ServiceError } from '../domain/errors/error.js';

/** Calls between threads: a request has a number, the answer repeats it. Messages of one thread arrive in order. */
interface CallMessage {
  call: number;
  method: string;
  payload: unknown;
}

type AnswerMessage = { call: number; result: unknown } | { call: number; error: ThreadError };

/** An error that crosses threads: a refusal stays one, with all that the caller is told. */
type ThreadError =
  | { refusal: Pick<ServiceError, 'code' | 'message' | 'details' | 'problems'> }
  | { defect: { message: string; stack?: string } };

interface Pending {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** The side that calls. `Methods` maps a method's name to its function as the other thread implements it. */
export class CallableThread<Methods extends { [Name in keyof Methods]: (payload: never) => unknown }> {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private nextCall = 1;
  private closed = false;

  constructor(file: URL, workerData: unknown, onCrash: (error: Error) => void) {
    this.worker = new Worker(file, { workerData });
    this.worker.on('message', (answer: AnswerMessage) => this.settle(answer));
    const crashed = (error: Error) => {
      this.refuseWaiting(error);
      if (!this.closed) onCrash(error);
      this.closed = true;
    };
    this.worker.on('error', crashed);
    this.worker.on('exit', (code) => crashed(new Error(`A worker thread ended with exit code ${code}.`)));
  }

  get waiting(): number {
    return this.pending.size;
  }

  call<Name extends keyof Methods & string>(
    method: Name,
    payload: Parameters<Methods[Name]>[0],
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    return new Promise((resolve, reject) => {
      const call = this.nextCall++;
      this.pending.set(call, { resolve, reject });
      this.worker.postMessage({ call, method, payload } satisfies CallMessage);
    });
  }

  /** Whoever still waits for an answer has left before: a stop waits for all who have not. */
  async close(): Promise<void> {
    this.closed = true;
    this.refuseWaiting(
      failure('shutting_down', 'The service is stopping. Try again in a moment.', { retryAfterSeconds: 1 }),
    );
    await this.worker.terminate();
  }

  private refuseWaiting(error: Error): void {
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }

  private settle(answer: AnswerMessage): void {
    const pending = this.pending.get(answer.call);
    this.pending.delete(answer.call);
    if ('error' in answer) pending?.reject(toError(answer.error));
    else pending?.resolve(answer.result as never);
  }
}

type Method = (payload: never) => unknown;

/** The side that is called. Methods start in the order of the calls; only those that return a promise can overlap. */
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

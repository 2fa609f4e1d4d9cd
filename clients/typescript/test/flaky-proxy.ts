import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on its way to the service. */
export type Fate =
  | 'pass'
  /** The connection breaks before the service has seen anything. */
  | 'lose-request'
  /** The service gets the first half of the body, then the connection breaks. */
  | 'cut-request'
  /** The service does what it is asked for, and the connection breaks before the answer. */
  | 'lose-answer'
  /** The connection breaks in the middle of the answer. */
  | 'cut-answer'
  /** Nothing ever comes. */
  | 'hang'
  /** A proxy answers for the service. */
  | { status: number; headers?: Record<string, string>; body?: string };

/** Stands between the client and the service, and decides what becomes of each request. */
export class FlakyProxy {
  /** What was requested, in order: `POST /v20241104/documents`. */
  readonly seen: { target: string; headers: IncomingMessage['headers'] }[] = [];
  #fates: Fate[] = [];
  readonly #server = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing));
  readonly #service: URL;

  constructor(serviceUrl: string) {
    this.#service = new URL(serviceUrl);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The next requests have these fates, those after them pass. */
  next(...fates: Fate[]): void {
    this.seen.length = 0;
    this.#fates = fates;
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url: path, headers } = incoming;
    this.seen.push({ target: `${method} ${path}`, headers });
    const fate = this.#fates.shift() ?? 'pass';
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const body = Buffer.concat(pieces);
    if (fate === 'hang') return;
    if (fate === 'lose-request') return void outgoing.destroy();
    if (typeof fate === 'object') return void outgoing.writeHead(fate.status, fate.headers).end(fate.body);
    const { hostname, port } = this.#service;
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      if (fate === 'lose-answer') answer.resume().on('end', () => outgoing.destroy());
      else if (fate === 'cut-answer') void cut(answer, outgoing);
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers));
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    if (fate !== 'cut-request') return void forwarded.end(body);
    forwarded.write(body.subarray(0, body.length / 2), () => setTimeout(() => forwarded.destroy(), 100));
  }
}

/** Sends the first half of an answer and breaks off. */
async function cut(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  const whole = Buffer.concat(pieces);
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
  outgoing.write(whole.subarray(0, whole.length / 2), () => outgoing.destroy());
}

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on its way. */
export type Fate =
  | 'pass'
  /** The node does what it is asked for, and its answer is lost. */
  | 'lose-answer'
  /** The node answers that it has no room. */
  | 'reject'
  /** The node does what it is asked for, and its answer never comes. */
  | 'hold-answer'
  /** The request never arrives. */
  | 'lose-request';

/** Stands between a storage and a node, and decides what becomes of each request. */
export class CuttingProxy {
  /** Called with the path of each request and its body. */
  fateOf: (path: string, body: string) => Fate = () => 'pass';
  readonly #server = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing));
  readonly #node: URL;

  constructor(nodeUrl: string) {
    this.#node = new URL(nodeUrl);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The next requests whose path contains `part` have these fates, all others pass. */
  next(part: string, fates: Fate[]): void {
    this.fateOf = (path) => (path.includes(part) ? (fates.shift() ?? 'pass') : 'pass');
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const fate = this.fateOf(incoming.url ?? '', body.toString());
    if (fate === 'lose-request') return void outgoing.destroy();
    if (fate === 'reject') return reject(outgoing);
    const { hostname, port } = this.#node;
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      if (fate === 'lose-answer' || fate === 'hold-answer') {
        answer.resume().on('end', () => fate === 'lose-answer' && outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end(body);
  }
}

function reject(outgoing: ServerResponse): void {
  outgoing.writeHead(429, { 'content-type': 'application/json' });
  const error = { type: 'rejected_execution_exception', reason: 'rejected execution of coordinating operation' };
  outgoing.end(JSON.stringify({ error, status: 429 }));
}

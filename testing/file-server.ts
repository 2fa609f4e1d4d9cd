import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request instead of answering it properly. */
export type Fault = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

/**
 * A server of files as a model hub is one: ETags, ranges, and faults that a test asks for. Each request takes the next
 * fault of the queue; when it is empty, requests are answered properly.
 */
export class FileServer {
  readonly files = new Map<string, Buffer>();
  /** Sent with every proper answer. */
  headers: Record<string, string> = {};
  etag = '"one"';
  readonly faults: Fault[] = [];
  /** The `Range` of each request so far. */
  readonly ranges: (string | undefined)[] = [];
  readonly #server: Server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.ranges.push(request.headers.range);
    const content = this.files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    const fault = this.faults.shift();
    if (content === undefined) response.writeHead(404).end();
    else if (fault !== undefined) fault(request, response, content);
    else this.#serve(request, response, content);
  }

  #serve(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
    const { etag, headers } = this;
    const isCurrent = request.headers['if-range'] === etag;
    const start = isCurrent ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    if (start === 0) {
      response.writeHead(200, { etag, 'content-length': content.length, ...headers }).end(content);
    } else if (start >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    } else {
      const range = `bytes ${start}-${content.length - 1}/${content.length}`;
      const length = content.length - start;
      response.writeHead(206, { etag, 'content-length': length, 'content-range': range, ...headers });
      response.end(content.subarray(start));
    }
  }

  /** Sends the next `bytes` of what was asked for, then cuts the connection. */
  breakAfter(bytes: number): Fault {
    return (request, response, content) => {
      const { etag, headers } = this;
      const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` };
      const length = content.length - start;
      response.writeHead(start > 0 ? 206 : 200, {
        etag,
        'content-length': length,
        ...(start > 0 && range),
        ...headers,
      });
      // Long enough for the bytes to leave before the connection ends.
      response.write(content.subarray(start, start + bytes), () => setTimeout(() => response.destroy(), 20));
    };
  }
}

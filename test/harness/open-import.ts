import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { ImportLineBody } from './bodies.js';
import { VERSION } from './client.js';
import { OPERATOR_KEY } from './sextant-process.js';

/** An import over a connection that the test holds in its hands: it decides when to send and when to read. */
export class OpenImport {
  readonly request: ClientRequest;
  readonly #response: Promise<IncomingMessage>;

  constructor(url: string, query = '', headers: Record<string, string> = {}) {
    this.request = request(`${url}${VERSION}/documents/import${query}`, {
      method: 'POST',
      headers: { 'X-API-Key': OPERATOR_KEY, 'Content-Type': 'application/x-ndjson', ...headers },
    });
    this.#response = new Promise((resolve, reject) => {
      this.request.once('response', resolve);
      this.request.on('error', reject);
    });
    // Where a test cuts the connection, nobody waits for the response.
    this.#response.catch(() => undefined);
  }

  /** Resolves when the operating system has taken it, so that a service that stops reading holds it up. */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.request.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  end(): void {
    this.request.end();
  }

  response(): Promise<IncomingMessage> {
    return this.#response;
  }

  abort(): void {
    this.request.destroy();
  }

  /** All lines of the answer, to its end. */
  async lines(): Promise<ImportLineBody[]> {
    let text = '';
    for await (const chunk of (await this.#response).setEncoding('utf8')) text += chunk;
    return text
      .trimEnd()
      .split('\n')
      .map((line): ImportLineBody => JSON.parse(line));
  }
}

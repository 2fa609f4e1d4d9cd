import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';

/** Far beyond the largest document, which comes in one line. */
const MAX_LINE_CHARACTERS = 16 * 2 ** 20;

/**
 * Messages of one line each. Unlike the transport of the library, it answers lines that are no messages, and knows when all requests have
 * been answered.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #unanswered = new Set<unknown>();
  #rest = '';
  #hasEnded = false;
  #finish = () => {};
  /** Resolves once the input has ended and all requests in it have been answered. */
  readonly finished = new Promise<void>((resolve) => {
    this.#finish = resolve;
  });

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input
      .setEncoding('utf8')
      .on('data', (piece: string) => this.#read(piece))
      .once('end', () => this.#end())
      .once('close', () => this.#end());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      });
    } finally {
      if (!('method' in message)) this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    this.#input.pause();
    this.onclose?.();
  }

  #read(piece: string): void {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#receive(line);
    if (this.#rest.length <= MAX_LINE_CHARACTERS) return;
    this.#rest = '';
    this.#refuse(ProtocolErrorCode.InvalidRequest, 'The line is too long.');
  }

  #receive(line: string): void {
    if (line.trim() === '') return;
    const parsed = parse(line);
    if (parsed === undefined) this.#refuse(ProtocolErrorCode.ParseError, 'The line is not valid JSON.');
    else if (!isMessage(parsed))
      this.#refuse(ProtocolErrorCode.InvalidRequest, 'The line is not a valid JSON-RPC message.');
    else {
      if (isJSONRPCRequest(parsed)) this.#unanswered.add(parsed.id);
      this.onmessage?.(parsed);
      // What was canceled gets no answer.
      if (isJSONRPCNotification(parsed) && parsed.method === 'notifications/cancelled')
        this.#settle(parsed.params?.requestId);
    }
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#receive(this.#rest);
    this.#settle(undefined);
  }

  #settle(id: unknown): void {
    this.#unanswered.delete(id);
    if (this.#hasEnded && this.#unanswered.size === 0) this.#finish();
  }

  #refuse(code: ProtocolErrorCode, message: string): void {
    // Written as it is: the types of the library know no answer to nobody.
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}

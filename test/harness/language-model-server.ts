import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedChat {
  model: string;
  messages: { role: string; content: string }[];
  max_tokens: number;
  temperature: number;
  stream?: boolean;
}

interface Exchange {
  chat: AskedChat;
  request: IncomingMessage;
  response: ServerResponse;
}

/** What the server does with one request. */
export type ChatReply = (exchange: Exchange) => void;

export const MODEL_NAME = 'test-model';

/** A small HTTP server that speaks the protocol of chat completions: it says what a test wants it to say. */
export class LanguageModelServer {
  /** Every request so far. */
  readonly asked: { chat: AskedChat; path: string; headers: IncomingMessage['headers'] }[] = [];
  /** What it does with the next requests, one each. */
  readonly next: ChatReply[] = [];
  /** What it does when nothing is left in `next`. */
  otherwise: ChatReply = says('A fine answer.');
  /** Requests whose client went away before they were answered. */
  abandoned = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(): Promise<LanguageModelServer> {
    const started = new LanguageModelServer();
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  /** The address as SEXTANT_LLM_URL wants it. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** The settings that make a service use it. */
  get settings(): Record<string, string> {
    return { SEXTANT_LLM_URL: this.url, SEXTANT_LLM_MODEL: MODEL_NAME };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) this.abandoned++;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const chat: AskedChat = JSON.parse(Buffer.concat(chunks).toString());
    this.asked.push({ chat, path: request.url ?? '', headers: request.headers });
    (this.next.shift() ?? this.otherwise)({ chat, request, response });
  }
}

interface Said {
  finish?: string | null;
  /** Null: the server does not count. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** Says a text: at once, or word by word where a stream was asked for. */
export function says(text: string, said: Said = {}): ChatReply {
  const { finish = 'stop', usage = { prompt_tokens: 21, completion_tokens: 7 } } = said;
  return ({ chat, response }) => {
    if (chat.stream !== true) {
      sendJson(response, {
        choices: [{ message: { role: 'assistant', content: text }, finish_reason: finish }],
        usage,
      });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunkOf({ role: 'assistant', content: '' }));
    for (const word of text.split(/(?<= )/)) response.write(chunkOf({ content: word }));
    response.write(chunkOf({}, finish));
    if (usage !== null) response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  };
}

/** What is said depends on what was asked. */
export function saysWhat(answer: (chat: AskedChat) => string): ChatReply {
  return (exchange) => says(answer(exchange.chat))(exchange);
}

export function refuses(
  status: number,
  body: unknown = { error: 'no' },
  headers: Record<string, string> = {},
): ChatReply {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** Sends these bytes as they are, in one write each. */
export function sends(type: string, ...writes: (string | Uint8Array)[]): ChatReply {
  return async ({ response }) => {
    response.writeHead(200, { 'content-type': type });
    for (const write of writes) {
      response.write(write);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    response.end();
  };
}

/** Takes the request and says nothing, ever. */
export const staysSilent: ChatReply = () => undefined;

/** Begins to speak and cuts the connection. */
export const breaksOff: ChatReply = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunkOf({ content: 'Half an ' }), () => response.destroy());
};

export function chunkOf(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const DIMENSIONS = 64;

/**
 * Two encoders behind an embeddings API. A text's vector tells which words it has, so texts with the same words are near.
 * What `a` says of one word `b` says of another: vectors of the two that are compared with each other find the wrong thing.
 */
export class WordEncoder {
  /** All texts that each model was asked for. */
  readonly asked: Record<string, string[]> = { a: [], b: [] };
  #port = 0;
  /** Requests of a model that is held up, until it is let go. */
  readonly #held = new Map<string, { texts: number; waiting: (() => void)[] }>();
  readonly #server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    await this.#pass(model, input.length);
    this.asked[model]?.push(...input);
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text, model) }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data, usage: { prompt_tokens: input.length } }));
  });

  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.release();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  environment(model: 'a' | 'b'): Record<string, string> {
    return {
      SEXTANT_EMBEDDING_URL: `http://127.0.0.1:${this.#port}/v1`,
      SEXTANT_EMBEDDING_MODEL: model,
      SEXTANT_EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    };
  }

  /** Lets a model answer for so many more texts, and no further. */
  holdAfter(model: 'a' | 'b', texts: number): void {
    this.#held.set(model, { texts, waiting: [] });
  }

  release(): void {
    for (const { waiting } of this.#held.values()) for (const go of waiting) go();
    this.#held.clear();
  }

  async #pass(model: string, texts: number): Promise<void> {
    const held = this.#held.get(model);
    if (held === undefined) return;
    held.texts -= texts;
    if (held.texts < 0) await new Promise<void>((resolve) => held.waiting.push(resolve));
  }
}

function vectorOf(text: string, model: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  const shift = model === 'a' ? 0 : 1;
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? ['']) {
    const place = Array.from(word).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
    vector[(place + shift) % DIMENSIONS] += 1;
  }
  return vector;
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const DIMENSIONS = 384;

/**
 * An encoder that costs next to nothing, behind the same API as a real one: with it, a benchmark measures everything else.
 * Each text gets a vector made from its length.
 */
export async function startInstantEncoder(): Promise<{ environment: Record<string, string>; close(): void }> {
  const vectors = Array.from({ length: 64 }, (_, seed) => JSON.stringify(vectorFor(seed)));
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => `{"index":${index},"embedding":${vectors[text.length % vectors.length]}}`);
    response.setHeader('content-type', 'application/json');
    response.end(
      `{"data":[${data.join(',')}],"usage":{"prompt_tokens":${input.length},"total_tokens":${input.length}}}`,
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      SEXTANT_EMBEDDING_URL: `http://127.0.0.1:${port}/v1`,
      SEXTANT_EMBEDDING_MODEL: 'instant',
      SEXTANT_EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    },
    close: () => server.close(),
  };
}

function vectorFor(seed: number): number[] {
  return Array.from({ length: DIMENSIONS }, (_, i) => Number(Math.sin(seed * 31 + i * i).toFixed(3)));
}

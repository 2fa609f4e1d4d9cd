import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that answers as a node of OpenSearch would in some trouble. */
export interface FakeNode {
  url: string;
  /** `GET /path?query`, in the order of arrival. */
  requests: string[];
  close(): Promise<void>;
}

/** Answers the first request with the first answer, and so on; further ones with the last. */
export async function startFakeNode(...answers: Answer[]): Promise<FakeNode> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    request.on('end', () => answers[Math.min(requests.length, answers.length) - 1](response, request));
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An answer in JSON. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** An error as OpenSearch reports it. */
export function reportedError(status: number, type: string, reason = ''): Answer {
  return answer(status, { error: { type, reason, root_cause: [{ type, reason }] }, status });
}

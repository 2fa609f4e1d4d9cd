import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { LineTransport } from './line-transport.js';
import { protocolServer, type ToolProvider } from './protocol-server.js';

/** Speaks the Model Context Protocol on standard input and output, until the input ends and is answered, or `signal` aborts. */
export async function serveStandardStreams(tools: ToolProvider, signal: AbortSignal): Promise<void> {
  // Every thread of a service in this process listens for errors of this stream, too: that is no leak.
  process.stdout.setMaxListeners(0);
  const transport = new LineTransport(process.stdin, process.stdout);
  const connection = serveStdio(() => protocolServer(tools), { transport, maxSubscriptions: 0 });
  const interrupted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await Promise.race([transport.finished, interrupted]);
  await connection.close();
}

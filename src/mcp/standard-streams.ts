import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { protocolServer, type ToolProvider } from './protocol-server.js';

/** Speaks the Model Context Protocol on standard input and output, until the input ends or `signal` aborts. */
export async function serveStandardStreams(tools: ToolProvider, signal: AbortSignal): Promise<void> {
  // Every thread of a service in this process listens for errors of this stream, too: that is no leak.
  process.stdout.setMaxListeners(0);
  const connection = serveStdio(() => protocolServer(tools), { maxSubscriptions: 0 });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await connection.close();
}

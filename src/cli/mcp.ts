import type { CallToolResult, ListedTool, ToolProvider } from '../mcp/protocol-server.js';
import { type Command, CommandError, parseWords } from './command.js';
import { readEvents } from './server-events.js';
import { reasonOf, refusal, type ServiceTarget } from './service-target.js';
import { withService } from './with-service.js';

const OPTIONS = { url: { type: 'string' }, key: { type: 'string' } } as const;

export const mcp: Command = {
  help: `Usage: sextant mcp [options]

Speaks the Model Context Protocol on standard input and output, for assistants on this machine that start it themselves. They get the
tools search, retrieve, ask, get_document and add_document, as far as the key allows. Uses the running service, or without one
the data folder (SEXTANT_DATA_DIR); a service also speaks the protocol at /mcp. It ends when its input ends.

  --url URL  the service; default: SEXTANT_URL, else http://SEXTANT_HOST:SEXTANT_PORT, if one runs there
  --key KEY  an API key for that service; default: SEXTANT_API_KEY`,

  async run(words, terminal) {
    const { values } = parseWords(words, { options: OPTIONS });
    return withService({ values, terminal, emptyFolder: 'create' }, async ({ target, interrupted }) => {
      const { serveStandardStreams } = await import('../mcp/standard-streams.js');
      await serveStandardStreams(toolsOf(target), interrupted);
      return 0;
    });
  },
};

/** The tools that a service offers at /mcp. They run there: this process only passes calls on. */
function toolsOf(target: ServiceTarget): ToolProvider {
  return {
    list: async () => (await requestResult<{ tools: ListedTool[] }>(target, { method: 'tools/list' })).tools,
    call: (name, args, signal) =>
      requestResult<CallToolResult>(target, { method: 'tools/call', params: { name, arguments: args } }, signal),
  };
}

async function requestResult<Result>(target: ServiceTarget, message: object, signal?: AbortSignal): Promise<Result> {
  const response = await fetch(`${target.url}/mcp`, {
    method: 'POST',
    headers: {
      'X-API-Key': target.key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    signal,
  }).catch((error) => {
    throw new CommandError(`The connection to the service failed (${reasonOf(error)}).`);
  });
  if (!response.ok) throw refusal(response.status, await response.text());
  const { result, error } = await receiveMessage<Result>(response);
  if (result === undefined) throw new CommandError(error?.message ?? 'The response of the service was cut off.');
  return result;
}

interface ResponseMessage<Result> {
  result?: Result;
  error?: { message: string };
}

/** The one message of a response, which is JSON or an event. */
async function receiveMessage<Result>(response: Response): Promise<ResponseMessage<Result>> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return JSON.parse(await response.text());
  for await (const { data } of response.body === null ? [] : readEvents(response.body)) {
    return data as ResponseMessage<Result>;
  }
  return {};
}

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { LineTransport } from './line-transport.js';

function transportOf(...lines: string[]) {
  const output = new PassThrough();
  const input = new PassThrough();
  input.end(lines.join('\n'));
  const transport = new LineTransport(input, output);
  const received: JSONRPCMessage[] = [];
  transport.onmessage = (message) => received.push(message);
  return { transport, received, output };
}

async function writtenTo(output: PassThrough): Promise<unknown[]> {
  output.end();
  const lines = (await text(output)).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

it('answers what is no message', async () => {
  const { transport, received, output } = transportOf('{bad json', '[]', '', 'null', '{"jsonrpc":"2.0"}');
  await transport.start();
  await transport.finished;
  const codes = [-32700, -32600, -32600, -32600];
  expect(await writtenTo(output)).toMatchObject(codes.map((code) => ({ jsonrpc: '2.0', id: null, error: { code } })));
  expect(received).toEqual([]);
});

it('finishes when every request has been answered or canceled', async () => {
  const canceled = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"b"}}';
  const requests = [1, '"b"'].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
  // The last line has no line break.
  const { transport, received, output } = transportOf(...requests, canceled);
  let isFinished = false;
  transport.finished.then(() => {
    isFinished = true;
  });
  await transport.start();
  while (received.length < 3) await new Promise(setImmediate);
  expect(isFinished).toBe(false);
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  await transport.finished;
  expect(await writtenTo(output)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommandLine } from '../run.js';

/** Answers as the service does: a document whose title is `bad` fails. `mishap` may answer in its place. */
class FakeService {
  readonly bodies: string[] = [];
  readonly idempotencyKeys: unknown[] = [];
  mishap: (request: number, response: ServerResponse) => boolean = () => false;
  readonly #server: Server = createServer((request, response) => this.#answer(request, response));
  #requests = 0;

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.url === '/versions' || request.url === '/readyz') return void response.end('{}');
    this.idempotencyKeys.push(request.headers['idempotency-key']);
    if (this.mishap(++this.#requests, response)) return;
    this.bodies.push(body);
    const results = body.trimEnd().split('\n').map(resultOf);
    response.end(`${[...results, { object: 'import_result' }].map((line) => JSON.stringify(line)).join('\n')}\n`);
  }
}

function resultOf(line: string, index: number) {
  const failed = JSON.parse(line).title === 'bad';
  const error = failed ? { code: 'parameter_invalid', message: 'It is \u001b[31mbad.' } : null;
  return { line: index + 1, id: null, status: failed ? 'failed' : 'created', error };
}

let folder: string;
let file: string;
let service: FakeService;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-import-'));
  file = join(folder, 'documents.ndjson');
  service = new FakeService();
  url = await service.listen();
});

afterEach(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

async function importFile(name: string, input: Readable = Readable.from([]), ...options: string[]) {
  const output: string[] = [];
  const write = (text: string) => output.push(text);
  const words = ['import', name, '--url', url, '--key', 'k', ...options];
  const code = await runCommandLine(words, { environment: {}, input, output: { write }, errors: { write } });
  return { code, output: output.join('') };
}

/** About 5 MB: three chunks. */
const LINES = Array.from({ length: 5000 }, (_, index) =>
  JSON.stringify({ title: `${index}`, content: 'x'.repeat(1000) }),
);

it('sends everything and leaves nothing behind', async () => {
  writeFileSync(file, LINES.join('\n'));
  expect(await importFile(file)).toMatchObject({ code: 0, output: '5000 created, 0 updated, 0 failed.\n' });
  expect(service.bodies.length).toBe(3);
  expect(service.bodies.join('')).toBe(LINES.join('\n'));
  expect(new Set(service.idempotencyKeys).size).toBe(3);
  expect(existsSync(`${file}.sextant-progress`)).toBe(false);
});

it('unpacks, and reads standard input', async () => {
  writeFileSync(`${file}.gz`, gzipSync(LINES.join('\n')));
  expect((await importFile(`${file}.gz`)).code).toBe(0);
  expect(service.bodies.join('')).toBe(LINES.join('\n'));
  const piped = await importFile('-', Readable.from(['{"title"', ': "a"}\n']));
  expect(piped.output).toContain('1 created');
});

it('says so when a packed file is damaged', async () => {
  writeFileSync(`${file}.gz`, gzipSync(LINES.join('\n')).subarray(0, 2000));
  const { code, output } = await importFile(`${file}.gz`);
  expect(code).toBe(1);
  expect(output).toContain('could not be decompressed');
  expect(existsSync(`${file}.gz.sextant-progress`)).toBe(false);
});

it('lists the lines that failed by their place in the file, and ends with 1', async () => {
  const lines = LINES.map((line, index) => (index % 1000 === 7 ? '{"title":"bad"}' : line));
  writeFileSync(file, lines.join('\n'));
  const { code, output } = await importFile(file);
  expect(code).toBe(1);
  expect(output).toContain('4995 created, 0 updated, 5 failed.\n  line 8: It is ?[31mbad.\n');
  const failed = readFileSync(`${file}.failed.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(failed.map(({ line, text }) => [line, text])).toEqual(
    [8, 1008, 2008, 3008, 4008].map((line) => [line, '{"title":"bad"}']),
  );
});

it('goes on where it stopped', async () => {
  writeFileSync(file, LINES.join('\n'));
  service.mishap = (request, response) => {
    if (request === 2) response.writeHead(403).end('{"error":{"message":"No."}}');
    return request === 2;
  };
  expect(await importFile(file)).toEqual({ code: 1, output: 'The service refused the request (403): No.\n' });
  const sent = service.bodies.length;
  const resumed = await importFile(file);
  expect(resumed.output).toContain('Resuming after line');
  expect(resumed.output).toContain('5000 created');
  expect(sent).toBe(1);
  expect(service.bodies.join('')).toBe(LINES.join('\n'));
});

it('begins anew when told to, and when the file has changed', async () => {
  writeFileSync(file, LINES.join('\n'));
  service.mishap = (request, response) => {
    if (request % 2 === 0) response.writeHead(403).end('{"error":{"message":"No."}}');
    return request % 2 === 0;
  };
  await importFile(file);
  await importFile(file, Readable.from([]), '--restart');
  writeFileSync(file, LINES.slice(1).join('\n'));
  await importFile(file);
  const firstLines = service.bodies.map((body) => JSON.parse(body.slice(0, body.indexOf('\n'))).title);
  expect(firstLines).toEqual(['0', '0', '1']);
});

it('tries again, under the same idempotency key, what may pass', async () => {
  writeFileSync(file, LINES.slice(0, 3).join('\n'));
  service.mishap = (request, response) => {
    if (request === 1) response.writeHead(503, { 'Retry-After': '0' }).end('{"error":{"message":"Busy."}}');
    if (request === 2) response.write('{"line":1', () => response.destroy());
    if (request === 3) response.end('{"line":1,"status":"created"}\n');
    return request <= 3;
  };
  expect(await importFile(file)).toMatchObject({ code: 0, output: '3 created, 0 updated, 0 failed.\n' });
  expect(service.idempotencyKeys).toHaveLength(4);
  expect(new Set(service.idempotencyKeys).size).toBe(1);
});

it('shows how many lines of a request have been answered', async () => {
  const answer = LINES.slice(0, 3).map((_, index) => `${JSON.stringify({ line: index + 1, status: 'created' })}\n`);
  writeFileSync(file, LINES.slice(0, 3).join('\n'));
  let shown = '';
  service.mishap = (_, response) => {
    response.write(answer[0]);
    // Blank lines, as the service sends while it works.
    const timer = setInterval(() => {
      response.write('\n');
      if (!shown.includes('1 lines')) return;
      clearInterval(timer);
      response.end(`${answer.slice(1).join('')}{"object":"import_result"}\n`);
    }, 20);
    return true;
  };
  const screen = { isTTY: true, write: (text: string) => (shown += text) };
  const words = ['import', file, '--url', url, '--key', 'k'];
  const terminal = { environment: {}, input: Readable.from([]), output: screen, errors: screen };
  expect(await runCommandLine(words, terminal)).toBe(0);
  expect(shown).toContain('3 created');
});

it('says at once when nothing answers', async () => {
  writeFileSync(file, LINES[0]);
  service.close();
  const { code, output } = await importFile(file);
  expect(code).toBe(1);
  expect(output).toContain('There is no service at');
});

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from './run.js';

const MODEL = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(300_000, 7)]);
const SHA256 = createHash('sha256').update(MODEL).digest('hex');

describe('sextant llm pull', () => {
  let server: Server;
  let folder: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let ranges: (string | undefined)[];
  let etag: string;

  beforeEach(async () => {
    [answer, ranges, etag] = [serveFile, [], '"one"'];
    folder = await mkdtemp(join(tmpdir(), 'sextant-pull-'));
    server = createServer((request, response) => {
      ranges.push(request.headers.range);
      answer(request, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  function serveFile(request: IncomingMessage, response: ServerResponse): void {
    const current = request.headers['if-range'] === etag;
    const start = current ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    if (start >= MODEL.length) {
      response.writeHead(416).end();
      return;
    }
    response.writeHead(start > 0 ? 206 : 200, { etag, 'content-length': MODEL.length - start });
    response.end(MODEL.subarray(start));
  }

  function breakOff(_: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { etag, 'content-length': MODEL.length });
    response.write(MODEL.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 20));
  }

  async function pull(...words: string[]) {
    const written = { output: '', errors: '' };
    const screen = (name: 'output' | 'errors') => ({
      write: (text: string) => {
        written[name] += text;
      },
    });
    const terminal = { input: process.stdin, output: screen('output'), errors: screen('errors') };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files/tiny.gguf?download=true`;
    const environment = { SEXTANT_DATA_DIR: folder };
    const code = await runCommandLine(['llm', 'pull', url, ...words], { ...terminal, environment });
    return { code, ...written };
  }

  const target = () => join(folder, 'models', 'tiny.gguf');

  it('fetches a file into the data folder and says how to use it', async () => {
    const { code, output } = await pull('--sha256', SHA256.toUpperCase());
    expect(code).toBe(0);
    expect(output).toContain(`SEXTANT_LLM_FILE=${target()}`);
    expect(output).toContain(SHA256);
    expect(await readFile(target())).toEqual(MODEL);
    expect(await readdir(join(folder, 'models'))).toEqual(['tiny.gguf']);
  });

  it('goes on where it broke off', async () => {
    answer = breakOff;
    const broken = await pull();
    expect(broken).toMatchObject({ code: 1, errors: expect.stringContaining('again to resume') });
    answer = serveFile;
    expect((await pull()).code).toBe(0);
    expect(ranges).toEqual([undefined, 'bytes=100000-']);
    expect(await readFile(target())).toEqual(MODEL);
  });

  it('begins anew when the file has changed meanwhile', async () => {
    answer = breakOff;
    await pull();
    [answer, etag] = [serveFile, '"two"'];
    expect((await pull()).code).toBe(0);
    expect(await readFile(target())).toEqual(MODEL);
  });

  it('refuses another checksum, and what is no model', async () => {
    const refused = await pull('--sha256', '0'.repeat(64));
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(SHA256) });
    answer = (_, response) => response.end('<html>Sign in</html>');
    expect(await pull()).toMatchObject({ code: 1, errors: expect.stringContaining('not a GGUF file') });
    answer = (_, response) => response.writeHead(404).end();
    expect(await pull()).toMatchObject({ code: 1, errors: expect.stringContaining('404') });
    expect(await readdir(join(folder, 'models'))).toEqual([]);
  });

  it('never overwrites, and goes where it is told', async () => {
    const file = join(folder, 'elsewhere', 'm.gguf');
    expect((await pull('--to', file)).code).toBe(0);
    expect(existsSync(file)).toBe(true);
    expect(await pull('--to', file)).toMatchObject({ code: 1, errors: expect.stringContaining('already exists') });
    expect((await pull('--sha256', 'abc')).code).toBe(2);
  });
});

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fault, FileServer } from '../../../testing/file-server.js';
import { type Download, download } from './resumable-download.js';

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 251));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

describe('a download', () => {
  let server: FileServer;
  let folder: string;
  const file = () => join(folder, 'model.bin');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sextant-download-'));
    server = new FileServer();
    server.files.set('/model.bin', CONTENT);
    await server.start();
  });
  afterEach(async () => {
    server.stop();
    await rm(folder, { recursive: true });
  });

  const fetchIt = (wanted: Partial<Download> = {}) =>
    download(
      {
        url: new URL(server.url('/model.bin')),
        file: file(),
        sha256: SHA256,
        bytes: CONTENT.length,
        pauseMilliseconds: 1,
        ...wanted,
      },
      () => undefined,
    );
  const expectWhole = async () => {
    expect(await readFile(file())).toEqual(CONTENT);
    expect(await readdir(folder)).toEqual(['model.bin']);
  };

  it('goes on by itself wherever the connection breaks', async () => {
    server.faults.push(
      (request) => request.socket.destroy(),
      server.breakAfter(100_000),
      (_, response) => response.writeHead(503).end(),
      server.breakAfter(1),
      server.breakAfter(150_000),
    );
    expect(await fetchIt()).toEqual({ sha256: SHA256, bytes: CONTENT.length });
    const rest = ['bytes=100000-', 'bytes=100000-', 'bytes=100001-', 'bytes=250001-'];
    expect(server.ranges).toEqual([undefined, undefined, ...rest]);
    await expectWhole();
  });

  it('gives up after some tries in vain, and a later run goes on', async () => {
    server.faults.push(server.breakAfter(100_000), ...Array<Fault>(4).fill((request) => request.socket.destroy()));
    await expect(fetchIt()).rejects.toThrow(/broke off: .*Run the same command again/);
    expect((await readdir(folder)).sort()).toEqual(['model.bin.part', 'model.bin.part.etag']);
    await fetchIt();
    expect(server.ranges.at(-1)).toBe('bytes=100000-');
    await expectWhole();
  });

  it('starts over where the file has changed, and where the server knows no ranges', async () => {
    server.faults.push(server.breakAfter(100_000));
    server.faults.push((request, response, content) => {
      expect(request.headers['if-range']).toBe('"one"');
      // The whole file, although a part was asked for.
      response.writeHead(200, { etag: '"two"', 'content-length': content.length }).end(content);
    });
    await fetchIt();
    expect(server.ranges).toEqual([undefined, 'bytes=100000-']);
    await expectWhole();
  });

  it('never resumes without a strong ETag, nor with another part than it asked for', async () => {
    server.etag = 'W/"weak"';
    server.faults.push(server.breakAfter(100_000));
    await fetchIt();
    expect(server.ranges).toEqual([undefined, undefined]);
    await rm(file());
    server.etag = '"one"';
    server.faults.push(server.breakAfter(100_000), (_, response, content) => {
      const range = `bytes 50000-${content.length - 1}/${content.length}`;
      response.writeHead(206, { etag: '"one"', 'content-range': range }).end(content.subarray(50_000));
    });
    await fetchIt();
    await expectWhole();
  });

  it('is complete when nothing is left to send', async () => {
    await writeFile(`${file()}.part`, CONTENT);
    await writeFile(`${file()}.part.etag`, '"one"');
    await fetchIt();
    expect(server.ranges).toEqual([`bytes=${CONTENT.length}-`]);
    await expectWhole();
  });

  it('leaves nothing of a file with another checksum', async () => {
    await expect(fetchIt({ sha256: '0'.repeat(64) })).rejects.toThrow(`has the checksum ${SHA256}, not 0000`);
    expect(await readdir(folder)).toEqual([]);
  });

  it('fetches nothing of a file with another size, or without room for it', async () => {
    await expect(fetchIt({ bytes: 1 })).rejects.toThrow('it has 300000 bytes, not 1');
    server.faults.push((_, response) => response.writeHead(200, { 'content-length': 10 ** 15 }).write('x'));
    await expect(fetchIt({ bytes: null })).rejects.toThrow(/not enough space: 1000\.0 TB more are needed/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('follows redirects, and trusts the checksum that a hub states with them', async () => {
    const redirect = (headers: Record<string, string>) =>
      server.faults.push((_, response) => response.writeHead(302, { location: '/model.bin', ...headers }).end());
    redirect({ 'x-linked-etag': `"${SHA256}"`, 'x-linked-size': String(CONTENT.length) });
    expect(await fetchIt({ sha256: null, bytes: null })).toMatchObject({ sha256: SHA256 });
    await expectWhole();
    await rm(file());
    redirect({ 'x-linked-etag': `"${'1'.repeat(64)}"` });
    await expect(fetchIt()).rejects.toThrow(`it has the checksum ${'1'.repeat(64)}`);
    redirect({ 'x-linked-size': '17' });
    await expect(fetchIt({ sha256: null, bytes: null })).rejects.toThrow('it has 300000 bytes, not 17');
    server.headers = { 'repr-digest': `sha-256=:${Buffer.from(SHA256, 'hex').toString('base64')}:` };
    expect(await fetchIt({ sha256: null })).toMatchObject({ sha256: SHA256 });
  });

  it('refuses a file that nobody vouches for, an endless redirect and a status that will not change', async () => {
    await expect(fetchIt({ sha256: null })).rejects.toThrow('does not state a checksum');
    server.faults.push(
      ...Array<Fault>(11).fill((_, response) => response.writeHead(302, { location: '/model.bin' }).end()),
    );
    await expect(fetchIt()).rejects.toThrow('redirects more than 10 times');
    await expect(fetchIt({ url: new URL(server.url('/other')) })).rejects.toThrow('status 404');
    server.faults.push((_, response) => response.writeHead(401).end());
    await expect(fetchIt()).rejects.toThrow('wants you to sign in');
    expect(await readdir(folder)).toEqual([]);
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toServiceError } from '../errors.js';
import { receiveFile } from './streamed-body.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-body-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function receive(chunks: readonly string[], path: string): Promise<string> {
  return receiveBody(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), path);
}

function receiveBody(body: Readable, path: string, silenceMilliseconds = 1000): Promise<string> {
  const limits = { limit: 100, advice: 'Send less.', silenceMilliseconds };
  return receiveFile(body as IncomingMessage, path, limits);
}

describe('a body that is written to a file', () => {
  it('is there as it was sent', async () => {
    const path = join(folder, 'upload');
    await receive(['one ', 'two'], path);
    expect(readFileSync(path, 'utf8')).toBe('one two');
  });

  it('is refused if it is too large', async () => {
    const path = join(folder, 'upload');
    await expect(receive(['x'.repeat(101)], path)).rejects.toMatchObject({ code: 'body_too_large' });
  });

  it('is refused if it comes byte by byte without end', async () => {
    const body = Readable.from(
      (async function* () {
        for (;;) {
          await sleep(5);
          yield Buffer.from('x');
        }
      })(),
    );
    const refused = receiveBody(body, join(folder, 'upload'), 50);
    await expect(refused).rejects.toMatchObject({ code: 'request_timeout' });
    body.destroy();
  });

  it('may be sent again later if there is no place for it', async () => {
    await expectStorageUnavailable(receive(['one'], join(folder, 'missing', 'upload')));
  });

  it('may be sent again later if the disk is full', async () => {
    const other = await open(join(folder, 'other'), 'w');
    const full = vi.spyOn(Object.getPrototypeOf(other), 'write').mockRejectedValue(new Error('ENOSPC'));
    await expectStorageUnavailable(receive(['one'], join(folder, 'upload')));
    full.mockRestore();
    await other.close();
  });
});

async function expectStorageUnavailable(receiving: Promise<string>): Promise<void> {
  const error = await receiving.then(
    () => null,
    (thrown) => thrown,
  );
  expect(toServiceError(error)).toMatchObject({ code: 'storage_unavailable', status: 503 });
  expect(error.cause).toBeInstanceOf(Error);
}

import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AnswerSpool } from './answer-spool.js';

/** The paths of this process's open files. */
function openFiles(): string[] {
  const links = readdirSync('/proc/self/fd').map((descriptor) => join('/proc/self/fd', descriptor));
  // The folder that is being listed is open too, and closed by now.
  return links.filter((link) => lstatSync(link, { throwIfNoEntry: false })).map((link) => readlinkSync(link));
}

async function readAll(spool: AnswerSpool): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of spool) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('AnswerSpool', () => {
  it('gives back what was written, in order, also beyond what fits into memory', async () => {
    const spool = new AnswerSpool(tmpdir());
    const lines = Array.from({ length: 400 }, (_, index) => `${index} ${'x'.repeat(9_000)}\n`);
    for (const line of lines) await spool.write(line);
    spool.end();
    expect(await readAll(spool)).toBe(lines.join(''));
  });

  it('feeds a reader that is there from the start', async () => {
    const spool = new AnswerSpool(tmpdir());
    const read = readAll(spool);
    for (let index = 0; index < 50; index++) {
      await spool.write(`${index};`);
      await new Promise(setImmediate);
    }
    spool.end();
    expect(await read).toBe(Array.from({ length: 50 }, (_, index) => `${index};`).join(''));
  });

  it('hands an error to the reader after all that was written before it', async () => {
    const spool = new AnswerSpool(tmpdir());
    await spool.write('first');
    spool.end(new Error('broken'));
    const reader = spool[Symbol.asyncIterator]();
    expect((await reader.next()).value?.toString()).toBe('first');
    await expect(reader.next()).rejects.toThrow('broken');
  });

  it('forgets what is written once the reader has gone', async () => {
    const spool = new AnswerSpool(tmpdir());
    await spool.write('x'.repeat(2_000_000));
    const reader = spool[Symbol.asyncIterator]();
    await reader.next();
    await reader.return(undefined);
    await expect(spool.write('more')).resolves.toBeUndefined();
  });

  it.runIf(process.platform === 'linux')('leaves no file open if the reader goes while it is being made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-spool-'));
    const spool = new AnswerSpool(folder);
    await spool.write('first');
    const reader = spool[Symbol.asyncIterator]();
    await reader.next();
    const writing = spool.write('x'.repeat(2_000_000));
    await reader.return(undefined);
    await writing;
    expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

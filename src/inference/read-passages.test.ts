import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readPassages } from './read-passages.js';
import type { PassageReader, Reading, ReadPassage } from './reader.js';

/** Reads as many passages at once as it is told, and answers when it is told to: with how long the passage is. */
class SlowReader implements PassageReader {
  readonly begun: string[] = [];
  readonly givenUp: string[] = [];

  constructor(
    readonly atOnce: number,
    readonly answer: (text: string) => Promise<unknown> = async () => undefined,
  ) {}

  async load(): Promise<void> {}

  async read(_question: string, { text }: ReadPassage, signal?: AbortSignal): Promise<Reading> {
    this.begun.push(text);
    signal?.addEventListener('abort', () => this.givenUp.push(text));
    await this.answer(text);
    return { answerable: text.length, spans: [] };
  }

  async close(): Promise<void> {}
}

const PASSAGES = ['a', 'bb', 'ccc', 'dddd', 'eeeee'].map((text) => ({ title: '', text }));
const never = () => new Promise(() => undefined);

async function lengths(readings: AsyncIterable<Reading>): Promise<number[]> {
  const seen: number[] = [];
  for await (const { answerable } of readings) seen.push(answerable);
  return seen;
}

describe('readPassages', () => {
  it('gives the readings in the order of the passages', async () => {
    const reader = new SlowReader(3, (text) => sleep(10 - 2 * text.length));
    expect(await lengths(readPassages(reader, 'who', PASSAGES, { milliseconds: 60_000 }))).toEqual([1, 2, 3, 4, 5]);
    expect(await lengths(readPassages(reader, 'who', [], { milliseconds: 60_000 }))).toEqual([]);
  });

  it('reads no further ahead than passages are read at once', async () => {
    const reader = new SlowReader(2);
    for await (const { answerable } of readPassages(reader, 'who', PASSAGES, { milliseconds: 60_000 }))
      if (answerable === 2) break;
    expect(reader.begun).toEqual(['a', 'bb', 'ccc']);
    expect(reader.givenUp).toContain('ccc');
  });

  it('ends when time is over, with what it has', async () => {
    const reader = new SlowReader(2, async (text) => (text === 'ccc' ? never() : undefined));
    expect(await lengths(readPassages(reader, 'who', PASSAGES, { milliseconds: 50 }))).toEqual([1, 2]);
    expect(reader.givenUp).toContain('ccc');
  });

  it('reads some whatever the time, which begins when the reader is loaded', async () => {
    const reader = new SlowReader(1, () => sleep(20));
    reader.load = () => sleep(30).then(() => undefined);
    expect(await lengths(readPassages(reader, 'who', PASSAGES, { milliseconds: 1, atLeast: 3 }))).toEqual([1, 2, 3]);
    expect((await lengths(readPassages(reader, 'who', PASSAGES, { milliseconds: 25 }))).length).toBeGreaterThan(0);
  });

  it('begins nothing more when time is over while the caller looks at a reading', async () => {
    const reader = new SlowReader(1);
    for await (const _ of readPassages(reader, 'who', PASSAGES, { milliseconds: 1 })) await sleep(20);
    expect(reader.begun).toEqual(['a']);
  });

  it('fails as the reader does', async () => {
    const reader = new SlowReader(2, async (text) => {
      if (text === 'bb') throw new Error('overloaded');
    });
    await expect(lengths(readPassages(reader, 'who', PASSAGES, { milliseconds: 60_000 }))).rejects.toThrow(
      'overloaded',
    );
  });

  it('ends with an error when the caller is gone', async () => {
    const caller = new AbortController();
    const readings = lengths(
      readPassages(new SlowReader(1, never), 'who', PASSAGES, { milliseconds: 60_000, signal: caller.signal }),
    );
    caller.abort(new Error('gone'));
    await expect(readings).rejects.toThrow('gone');
  });
});

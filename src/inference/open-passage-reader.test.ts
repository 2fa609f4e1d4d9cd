import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPassageReader } from './open-passage-reader.js';
import { readPassages } from './read-passages.js';
import type { PassageReader, Reading } from './reader.js';

const PASSAGES = ['The tides follow the moon.', 'Bread is made of flour.', '', '潮汐跟随月亮。'].map((text) => ({
  title: 'Notes',
  text,
}));

describe('the reader that comes with Sextant', () => {
  let reader: PassageReader;
  const failures: Error[] = [];
  beforeAll(async () => {
    reader = openPassageReader({ threads: 2, onFailure: (error) => failures.push(error) });
    await reader.load();
  });
  afterAll(async () => {
    await reader.close();
    expect(failures).toEqual([]);
  });

  it('reads passage after passage', async () => {
    const readings: Reading[] = [];
    for await (const reading of readPassages(reader, 'What do the tides follow?', PASSAGES, { milliseconds: 60_000 }))
      readings.push(reading);
    expect(readings).toEqual(
      await Promise.all(PASSAGES.map((passage) => reader.read('What do the tides follow?', passage))),
    );
    expect(readings.map(({ spans }) => spans.length > 0)).toEqual([true, true, false, true]);
  });

  it('can be left in the middle, and read on with', async () => {
    for await (const _ of readPassages(reader, 'What do the tides follow?', PASSAGES, { milliseconds: 60_000 })) break;
    await expect(reader.read('What is bread made of?', PASSAGES[1])).resolves.toBeDefined();
  });
});

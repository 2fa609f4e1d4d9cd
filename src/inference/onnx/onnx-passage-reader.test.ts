import { setMaxListeners } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { OnnxPassageReader } from './onnx-passage-reader.js';

const PASSAGE = { title: 'Tides', text: 'The tides follow the moon. '.repeat(20) };

describe('OnnxPassageReader', () => {
  const readers: OnnxPassageReader[] = [];
  const failures: Error[] = [];
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.close()));
    expect(failures).toEqual([]);
  });
  function open(threads: number): OnnxPassageReader {
    const reader = new OnnxPassageReader({ threads, onFailure: (error) => failures.push(error) });
    readers.push(reader);
    return reader;
  }

  it('says the same of a passage in every thread', async () => {
    const reader = open(2);
    expect(reader.atOnce).toBe(2);
    await reader.load();
    const readings = await Promise.all(Array.from({ length: 6 }, () => reader.read('What follows the moon?', PASSAGE)));
    for (const reading of readings) expect(reading).toEqual(readings[0]);
    expect(readings[0].spans.length).toBeGreaterThan(0);
  });

  it('gives up what waits when its caller does', async () => {
    const reader = open(1);
    const running = reader.read('What follows the moon?', PASSAGE);
    const caller = new AbortController();
    const waiting = reader.read('What follows the moon?', PASSAGE, caller.signal);
    caller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(running).resolves.toBeDefined();
  });

  it('refuses more when a great many wait', async () => {
    const reader = open(1);
    const caller = new AbortController();
    setMaxListeners(0, caller.signal);
    const many = Array.from({ length: 501 }, () => reader.read('', PASSAGE, caller.signal));
    await expect(reader.read('', PASSAGE)).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    caller.abort();
    expect((await Promise.allSettled(many)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(reader.read('', PASSAGE)).resolves.toBeDefined();
  });

  it('finishes what runs before it closes, and refuses the rest', async () => {
    const reader = open(1);
    const running = reader.read('What follows the moon?', PASSAGE);
    const refused = expect(reader.read('', PASSAGE)).rejects.toMatchObject({ code: 'shutting_down' });
    await reader.close();
    await expect(running).resolves.toBeDefined();
    await refused;
    await expect(reader.read('', PASSAGE)).rejects.toMatchObject({ code: 'shutting_down' });
  });
});

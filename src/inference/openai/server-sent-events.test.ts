import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventData } from './server-sent-events.js';

async function read(text: string, cuts: readonly number[] = []): Promise<string[]> {
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  async function* chunks() {
    for (let i = 1; i < places.length; i++) yield bytes.subarray(places[i - 1], places[i]);
  }
  const events: string[] = [];
  for await (const data of readEventData(chunks())) events.push(data);
  return events;
}

describe('server-sent events', () => {
  it('are told apart by empty lines', async () => {
    expect(await read('data: a\n\ndata:b\n\n')).toEqual(['a', 'b']);
    expect(await read('data: a\r\n\r\ndata: b\r\rdata: c')).toEqual(['a', 'b', 'c']);
  });

  it('may have several lines of data, comments and fields that mean nothing here', async () => {
    expect(await read(': hello\n\nevent: x\nid: 1\ndata: a\ndata:  b\nretry: 5\n\n')).toEqual(['a\n b']);
    expect(await read('')).toEqual([]);
  });

  it('are the same wherever the stream is cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '🧭', 'é', ':', '{') });
    const stream = fc.record({ events: fc.array(text), end: fc.constantFrom('\n', '\r\n', '\r') });
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat()), async ({ events, end }, cuts) => {
        const sent = events.map((data) => `data: ${data}${end}${end}`).join('');
        expect(await read(sent, cuts)).toEqual(events);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './split-lines.js';

async function split(chunks: string[], longestLine = 100): Promise<[number, string | null][]> {
  const lines: [number, string | null][] = [];
  for await (const batch of splitLines(streamOf(chunks), { longestLine })) {
    for (const { line, bytes } of batch) lines.push([line, bytes === null ? null : bytes.toString()]);
  }
  return lines;
}

async function* streamOf(chunks: string[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe('splitLines', () => {
  it('joins a line that comes in pieces, and takes a last one without a newline', async () => {
    expect(await split(['{"a"', ':1}\n{"b"', ':2}'])).toEqual([
      [1, '{"a":1}'],
      [2, '{"b":2}'],
    ]);
  });

  it('skips blank lines but counts them', async () => {
    expect(await split(['\n \t\r\na\r\n\n\nb\n'])).toEqual([
      [3, 'a\r'],
      [6, 'b'],
    ]);
  });

  it('drops a line that is too long, alone', async () => {
    expect(await split(['x'.repeat(8), 'x'.repeat(8), '\nok\n'], 10)).toEqual([
      [1, null],
      [2, 'ok'],
    ]);
  });

  it('finds the same lines however the stream is cut', async () => {
    const texts = fc.array(fc.stringMatching(/^[a-zé\n]{0,12}$/), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, async (chunks) => {
        const whole = chunks.join('').split('\n');
        const expected = whole.flatMap((text, index) => (text === '' ? [] : [[index + 1, text]]));
        expect(await split(chunks)).toEqual(expected);
      }),
    );
  });
});

import { afterEach, expect, it } from 'vitest';
import { splitIntoPassages } from '../../text/passages/passages.js';
import { PassageSplitter } from './passage-splitter.js';

const splitter = new PassageSplitter();
afterEach(() => splitter.close());

it('gives the same passages for small contents, at once, and for large ones, from its thread', async () => {
  const short = { content: 'The Moon pulls the oceans.', language: 'en' };
  const long = { content: '月球引力使海洋向其靠拢，地球两侧的海水因此隆起。'.repeat(400), language: 'zh' };
  const expected = (texts: (typeof short)[]) => texts.map((text) => splitIntoPassages(text.content, text.language));
  for (const texts of [[], [short], [short, long, short]]) expect(await splitter.split(texts)).toEqual(expected(texts));
});

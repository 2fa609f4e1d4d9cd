import { afterAll, expect, it } from 'vitest';
import { compareTopics } from '../../inference/extractive/compare-topics.js';
import { findSentences } from '../../text/answers/find-sentences.js';
import { type HitToShow, makeExcerpts } from '../../text/excerpts/make-excerpts.js';
import { splitIntoPassages } from '../../text/passages/passages.js';
import { divideSentences } from '../../text/summaries/divide-sentences.js';
import {
  excerptMaker,
  passageSplitter,
  sentenceDivider,
  sentenceFinder,
  textThread,
  topicComparer,
} from './text-tasks.js';

const thread = textThread();
afterAll(() => thread.close());

const make = excerptMaker(thread);
const split = passageSplitter(thread);
const compare = topicComparer(thread);
const find = sentenceFinder(thread);
const divide = sentenceDivider(thread);

const hit: HitToShow = {
  title: 'Glacier notes',
  content: 'A glacier is a river of ice.',
  language: 'en',
  wanted: { words: [{ term: 'glacier', stem: 'glacier' }], phrases: [], typos: [] },
  passage: null,
};
const presentation = { tags: { pre: '<b>', post: '</b>' }, fragments: 5, fragmentSize: 100 };

it('makes the same excerpts of small contents, at once, and of large ones, in its thread', async () => {
  const filler = 'Nothing happens in this sentence. '.repeat(1000);
  const long = { ...hit, content: `${filler}Glaciers carve valleys. ${filler}` };
  const unspaced = { ...hit, content: '冰川是冰的河流。'.repeat(1000) };
  for (const hits of [[], [hit], [hit, long], [hit, unspaced]]) {
    const request = { ...presentation, hits };
    expect(await make(request)).toEqual(makeExcerpts(request));
  }
  const [, shown] = await make({ ...presentation, hits: [hit, long] });
  expect(shown).toMatchObject({
    title: '<b>Glacier</b> notes',
    excerpt: expect.stringContaining('<b>Glaciers</b> carve'),
  });
});

it('shows the same to many who ask at once, whether there is time on the event loop or not', async () => {
  const content = 'Glaciers carve valleys. '.repeat(1000);
  const request = { ...presentation, hits: [{ ...hit, content }] };
  const shown = await Promise.all(Array.from({ length: 40 }, () => make(request)));
  for (const one of shown) expect(one).toEqual(makeExcerpts(request));
});

it('splits small contents, at once, and large ones, in its thread, into the same passages', async () => {
  const short = { content: 'The Moon pulls the oceans.', language: 'en' };
  const long = { content: '月球引力使海洋向其靠拢，地球两侧的海水因此隆起。'.repeat(400), language: 'zh' };
  const expected = (texts: (typeof short)[]) => texts.map((text) => splitIntoPassages(text.content, text.language));
  for (const texts of [[], [short], [short, long, short]]) expect(await split(texts)).toEqual(expected(texts));
});

it('compares few topics, at once, and many, in its thread, with the same result', async () => {
  const batch = Float32Array.from({ length: 800 }, (_, i) => Math.sin(i));
  const directions = Array.from({ length: 100 }, (_, i) => batch.subarray(8 * i, 8 * i + 8));
  const codes = directions.map((direction) => Int8Array.from(direction, (value) => Math.round(100 * value)));
  for (const count of [0, 2, 90]) {
    const comparison = {
      subjects: [codes.slice(0, count), directions.slice(0, 3)],
      topics: [directions.slice(0, count), directions.slice(count)],
    };
    expect(await compare(comparison)).toEqual(compareTopics(comparison));
  }
});

it('finds and divides sentences of short texts, at once, and of long ones, in its thread, alike', async () => {
  for (const times of [1, 400]) {
    const text = 'The Eiffel Tower is 330 metres tall. It stands in Paris. '.repeat(times);
    const question = { query: 'How tall is the Eiffel Tower?', language: 'en' };
    const request = { ...question, passages: [{ title: 'Paris', language: 'en', text }] };
    expect(await find(request)).toEqual(findSentences(request));
    const content = { content: text, language: 'en' };
    expect(await divide(content)).toEqual(divideSentences(content));
  }
});

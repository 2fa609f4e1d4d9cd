import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reading } from '../reader.js';
import { READER_FILES } from './bundled-models.js';
import { ReaderModel } from './reader-model.js';

const NAMES = ['moon', 'river', 'stone', 'garden', 'winter', 'bread', 'letter', 'music'];
/** So many words, each of which is one token. */
const words = (count: number) => Array.from({ length: count }, (_, i) => NAMES[(i * i + i) % NAMES.length]);

function expectPlausible({ answerable, spans }: Reading, text: string): void {
  expect(answerable).toBeTypeOf('number');
  expect(Number.isFinite(answerable)).toBe(true);
  expect(spans.length).toBeLessThanOrEqual(20);
  expect(spans.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-6);
  spans.forEach(({ start, end, share }, i) => {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(share).toBeLessThanOrEqual(i === 0 ? 1 : spans[i - 1].share);
  });
}

describe('the bundled reader', () => {
  let model: ReaderModel;
  beforeAll(async () => {
    model = await ReaderModel.load(READER_FILES, 1);
  });
  afterAll(() => model.release());

  it('finds the answer, and tells where there is none', async () => {
    const text =
      'The Eiffel Tower was built in Paris from 1887 to 1889. It is named after the engineer Gustave Eiffel.';
    const passage = { title: 'Eiffel Tower', text };
    const { answerable, spans } = await model.read('Where was the Eiffel Tower built?', passage);
    expect(text.slice(spans[0].start, spans[0].end)).toContain('Paris');
    const elsewhere = await model.read('What do hedgehogs eat in winter?', passage);
    expect(answerable).toBeGreaterThan(elsewhere.answerable);
  });

  it('finds the answer in another language', async () => {
    const text = 'Der Rhein entspringt in den Schweizer Alpen und mündet bei Rotterdam in die Nordsee.';
    const { spans } = await model.read('Which sea does the Rhine flow into?', { title: 'Rhein', text });
    expect(text.slice(spans[0].start, spans[0].end)).toContain('Nordsee');
  });

  it('reads of a long passage what there is room for', async () => {
    const passage = words(1_000);
    // Four special tokens, three of the question, two of the title.
    const read = 384 - 9;
    const whole = await model.read('moon river stone', { title: 'winter bread', text: passage.join(' ') });
    const beginning = passage.slice(0, read).join(' ');
    expect(await model.read('moon river stone', { title: 'winter bread', text: beginning })).toEqual(whole);
    const shorter = passage.slice(0, read - 1).join(' ');
    expect(await model.read('moon river stone', { title: 'winter bread', text: shorter })).not.toEqual(whole);
    expectPlausible(whole, beginning);
  });

  it('reads the ends of a long question and the beginning of a long title', async () => {
    const question = words(100);
    const title = words(60);
    const text = words(50).join(' ');
    const whole = await model.read(question.join(' '), { title: title.join(' '), text });
    const ends = [...question.slice(0, 32), ...question.slice(-32)].join(' ');
    expect(await model.read(ends, { title: title.slice(0, 32).join(' '), text })).toEqual(whole);
    expect(await model.read(question.slice(0, 64).join(' '), { title: title.join(' '), text })).not.toEqual(whole);
  });

  it('bears nothing at all', async () => {
    const { answerable, spans } = await model.read('', { title: '', text: '' });
    expect(Number.isFinite(answerable)).toBe(true);
    expect(spans).toEqual([]);
    expectPlausible(await model.read('', { title: '', text: 'moon' }), 'moon');
  });

  it('bears hostile text, and points inside the passage', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        '[SEP] [CLS] [SEP]',
        '\ud800',
        '\u0000',
        'ﷺ'.repeat(60),
        '👩‍👩‍👧'.repeat(40),
        '東京'.repeat(300),
        'a'.repeat(9_000),
      ),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (question, title, text) => {
        expectPlausible(await model.read(question, { title, text }), text);
      }),
      { numRuns: 40 },
    );
  });

  it('says the same whatever was read before', async () => {
    const read = () => model.read('How high are the tides?', { title: '', text: words(80).join(' ') });
    const first = await read();
    await model.read('Who?', { title: 'Sea', text: words(30).join(' ') });
    expect(await read()).toEqual(first);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { type HitToShow, makeExcerpts } from '../../text/excerpts/make-excerpts.js';
import { ExcerptMaker } from './excerpt-maker.js';

const maker = new ExcerptMaker();
afterEach(() => maker.close());

const hit: HitToShow = {
  title: 'Glacier notes',
  content: 'A glacier is a river of ice.',
  language: 'en',
  wanted: { words: [{ term: 'glacier', stem: 'glacier' }], typos: [] },
  passage: null,
};
const presentation = { tags: { pre: '<b>', post: '</b>' }, fragments: 5, fragmentSize: 100 };

it('shows the same for small contents, at once, and for large ones, from its thread', async () => {
  const filler = 'Nothing happens in this sentence. '.repeat(1000);
  const long = { ...hit, content: `${filler}Glaciers carve valleys. ${filler}` };
  const unspaced = { ...hit, content: '冰川是冰的河流。'.repeat(1000) };
  for (const hits of [[], [hit], [hit, long], [hit, unspaced]]) {
    const request = { ...presentation, hits };
    expect(await maker.make(request)).toEqual(makeExcerpts(request));
  }
  const [, shown] = await maker.make({ ...presentation, hits: [hit, long] });
  expect(shown).toMatchObject({
    title: '<b>Glacier</b> notes',
    excerpt: expect.stringContaining('<b>Glaciers</b> carve'),
  });
});

it('shows the same to many who ask at once, whether there is time on the event loop or not', async () => {
  const content = 'Glaciers carve valleys. '.repeat(1000);
  const request = { ...presentation, hits: [{ ...hit, content }] };
  const shown = await Promise.all(Array.from({ length: 40 }, () => maker.make(request)));
  for (const one of shown) expect(one).toEqual(makeExcerpts(request));
});

describe('a hit that no word matched', () => {
  const sentence = (number: number) => `Sentence ${number} of the passage says what it says in its own words.`;
  const content = `Tea is drunk hot. ${[1, 2, 3, 4].map(sentence).join(' ')} The end.`;
  const passage = { start: content.indexOf('Sentence 1'), end: content.length };
  const unmatched = {
    ...hit,
    content,
    passage,
    wanted: { words: [{ term: 'x', stem: 'x' }], typos: [] },
  };

  it('shows its passage, all of it where that fits', () => {
    const [shown] = makeExcerpts({ ...presentation, hits: [unmatched] });
    expect(shown).toEqual({ title: 'Glacier notes', excerpt: `… ${content.slice(passage.start)}`, sentences: [] });
  });

  it('names the sentences to choose from where the passage is too long', () => {
    const [{ excerpt, sentences }] = makeExcerpts({ ...presentation, fragments: 1, hits: [unmatched] });
    expect(excerpt).toMatch(/^… Sentence 1 of the passage .* …$/);
    expect(sentences.map(({ start, end }) => content.slice(start, end))).toEqual([
      ...[1, 2, 3, 4].map(sentence),
      'The end.',
    ]);
  });

  it('takes short sentences together, so that there are few to compare', () => {
    const list = 'Salt.\nPepper.\nA spoon of sugar.\n'.repeat(40);
    const hits = [{ ...unmatched, content: list, passage: { start: 0, end: list.length } }];
    const [{ sentences }] = makeExcerpts({ ...presentation, fragments: 1, hits });
    expect(sentences.length).toBeLessThanOrEqual(6);
    expect(sentences.map(({ start, end }) => list.slice(start, end)).join('\n')).toBe(list.trimEnd());
  });
});

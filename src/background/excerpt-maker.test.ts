import { afterEach, expect, it } from 'vitest';
import { ExcerptMaker } from './excerpt-maker.js';
import { type HitToShow, makeExcerpts } from './make-excerpts.js';

const maker = new ExcerptMaker();
afterEach(() => maker.close());

const hit: HitToShow = {
  title: 'Glacier notes',
  content: 'A glacier is a river of ice.',
  language: 'en',
  wanted: { terms: new Set(['glacier']), stems: new Set(['glacier']), typos: new Set() },
  passage: null,
};
const presentation = { tags: { pre: '<b>', post: '</b>' }, fragments: 5, fragmentSize: 100 };

it('shows the same for small contents, at once, and for large ones, from its thread', async () => {
  const filler = 'Nothing happens in this sentence. '.repeat(1000);
  const long = { ...hit, content: `${filler}Glaciers carve valleys. ${filler}` };
  for (const hits of [[], [hit], [hit, long]]) {
    const request = { ...presentation, hits };
    expect(await maker.make(request)).toEqual(makeExcerpts(request));
  }
  const [, shown] = await maker.make({ ...presentation, hits: [hit, long] });
  expect(shown).toMatchObject({
    title: '<b>Glacier</b> notes',
    excerpt: expect.stringContaining('<b>Glaciers</b> carve'),
  });
});

it('quotes the passage of a hit that no word matched, from its first sentence on', () => {
  const content = 'Tea is drunk hot. Frozen rivers flow slowly. They carve valleys.';
  const passage = { start: content.indexOf('Frozen'), end: content.length };
  const unmatched = {
    ...hit,
    content,
    passage,
    wanted: { terms: new Set(['x']), stems: new Set(['x']), typos: new Set<string>() },
  };
  const [{ title, excerpt }] = makeExcerpts({ ...presentation, hits: [unmatched] });
  expect(title).toBe('Glacier notes');
  expect(excerpt).toBe('… Frozen rivers flow slowly. They carve valleys.');
});

import { describe, expect, it } from 'vitest';
import { type HitToShow, makeExcerpts } from './make-excerpts.js';

const hit: HitToShow = {
  title: 'Glacier notes',
  content: 'A glacier is a river of ice.',
  language: 'en',
  wanted: { words: [{ term: 'glacier', stem: 'glacier' }], phrases: [], typos: [] },
  passage: null,
};
const presentation = { tags: { pre: '<b>', post: '</b>' }, fragments: 5, fragmentSize: 100 };

describe('a hit whose content begins with its title', () => {
  const content = 'Glacier notes\n\nA glacier is a river of ice. It moves.';
  const shown = (changes: Partial<HitToShow>) =>
    makeExcerpts({ ...presentation, hits: [{ ...hit, content, ...changes }] })[0].excerpt;
  const wanted = { words: [{ term: 'notes', stem: 'note' }], phrases: [], typos: [] };

  it('shows what follows', () => {
    expect(shown({})).toBe('A <b>glacier</b> is a river of ice. It moves.');
    expect(shown({ wanted })).toBe('A glacier is a river of ice. It moves.');
    expect(shown({ wanted, passage: { start: 0, end: content.length } })).toBe(
      'A glacier is a river of ice. It moves.',
    );
    expect(shown({ wanted, passage: { start: 0, end: 13 } })).toBe('A glacier is a river of ice. It moves.');
  });

  it('shows the title where there is nothing else', () => {
    expect(shown({ content: 'Glacier notes' })).toBe('<b>Glacier</b> notes');
  });
});

describe('a hit that no word matched', () => {
  const sentence = (number: number) => `Sentence ${number} of the passage says what it says in its own words.`;
  const content = `Tea is drunk hot. ${[1, 2, 3, 4].map(sentence).join(' ')} The end.`;
  const passage = { start: content.indexOf('Sentence 1'), end: content.length };
  const unmatched = {
    ...hit,
    content,
    passage,
    wanted: { words: [{ term: 'x', stem: 'x' }], phrases: [], typos: [] },
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextRange } from '../text-range.js';
import { type ExcerptOptions, makeExcerpt } from './excerpt.js';

const TAGS = { pre: '**', post: '**' };

function places(text: string, ...words: string[]): TextRange[] {
  const ranges = words.flatMap((word) => [...text.matchAll(new RegExp(word, 'g'))]);
  return ranges
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .sort((a, b) => a.start - b.start);
}

function excerpt(text: string, matches: TextRange[], options: Partial<ExcerptOptions> = {}): string {
  return makeExcerpt(text, { matches, fragments: 5, fragmentSize: 100, tags: TAGS, fallback: [], ...options });
}

const FILLER = 'Nothing of interest is said in this sentence here. ';

describe('makeExcerpt', () => {
  it('shows a short text whole, its matches in tags and its white space even', () => {
    const text = '  A red fox\n\nand a   red hen. ';
    expect(excerpt(text, places(text, 'red'))).toBe('A **red** fox and a **red** hen.');
    expect(excerpt(text, places(text, 'red'), { tags: null })).toBe('A red fox and a red hen.');
    expect(excerpt(text, places(text, 'fox'), { tags: { pre: '<b  x>', post: '</b>' } })).toContain('<b  x>fox</b>');
  });

  it('joins fragments with ellipses, and says that the text goes on', () => {
    const text = `${FILLER.repeat(5)}The fox is here. ${FILLER.repeat(5)}The hen is there. ${FILLER.repeat(5)}`;
    const shown = excerpt(text, places(text, 'fox', 'hen'), { fragmentSize: 60 });
    expect(shown).toMatch(/^… .*\*\*fox\*\*.* … .*\*\*hen\*\*.* …$/);
    expect(shown).toContain('The **fox** is here.');
  });

  it('shows words before the first match, also where matches would fill a fragment', () => {
    const text = `${FILLER}Since then sick leave has never been deducted from the leave of a year. ${FILLER}`;
    expect(excerpt(text, places(text, 'leave'), { fragments: 1, fragmentSize: 48 })).toContain('sick **leave**');
  });

  it('takes the densest fragments and shows them in order', () => {
    const text = `One fox. ${FILLER.repeat(5)}A fox and a hen. ${FILLER.repeat(5)}Another fox. ${FILLER.repeat(5)}A hen, a fox.`;
    const shown = excerpt(text, places(text, 'fox', 'hen'), { fragments: 2, fragmentSize: 50 });
    expect(shown).toMatch(/^… A \*\*fox\*\* and a \*\*hen\*\*\..* … .*A \*\*hen\*\*, a \*\*fox\*\*\.$/);
  });

  it('shows what the densest fragment leaves out, as long as there may be more', () => {
    const text = `A fox here. ${'Quite a few words lie between them. '.repeat(2)}A fox, a fox, a fox, a fox. ${FILLER.repeat(3)}`;
    expect(excerpt(text, places(text, 'fox'))).toMatch(/^A \*\*fox\*\* here/);
    expect(excerpt(text, places(text, 'fox'), { fragments: 1 })).not.toMatch(/fox\*\* here/);
  });

  it('begins at a match inside a long address, not in the middle of another word of it', () => {
    const text = `${FILLER}See https://www.a-rather-long-name.example.org/a/few/parts/list for more.`;
    expect(excerpt(text, places(text, 'parts'), { fragmentSize: 40 })).toMatch(/^… \*\*parts\*\*/);
  });

  it('shows what the fallback names, or the beginning, when nothing matches', () => {
    const text = `${FILLER.repeat(3)}This is what it means. ${FILLER.repeat(20)}`;
    const fallback = places(text, 'This is what it means\\.');
    expect(excerpt(text, [], { fallback })).toBe('… This is what it means. …');
    expect(excerpt(text, [], { fragments: 1, fragmentSize: 30 })).toBe('Nothing of interest is said in …');
    expect(excerpt('Short.', [])).toBe('Short.');
    expect(excerpt(' ', [])).toBe('');
    expect(excerpt('', [])).toBe('');
  });

  it('joins neighbouring sentences of the fallback, and keeps to the length of all fragments', () => {
    const text = `${'a'.repeat(40)} end. ${'b'.repeat(40)} end. ${'c'.repeat(40)} end.`;
    const fallback = places(text, 'b+ end\\.', 'c+ end\\.');
    expect(excerpt(text, [], { fallback })).toBe(`… ${'b'.repeat(40)} end. ${'c'.repeat(40)} end.`);
    expect(excerpt(text, [], { fallback, fragments: 1, fragmentSize: 25 }).length).toBeLessThanOrEqual(29);
  });

  it('shows the sentences of the fallback whole, the best first as long as they fit, in the order of the text', () => {
    const text =
      'First things come first. A second sentence that is much longer than the others are. Third. Fourth one.';
    const ranked = places(text, 'Fourth one\\.').concat(
      places(text, 'A second[^.]*\\.'),
      places(text, 'First[^.]*\\.'),
    );
    const shown = (options: Partial<ExcerptOptions>) => excerpt(text, [], { fallback: ranked, ...options });
    expect(shown({ fragments: 2, fragmentSize: 25 })).toBe('First things come first. … Fourth one.');
    expect(shown({ fragments: 1, fragmentSize: 100 })).toBe('… Fourth one.');
    expect(shown({ fragments: 2, fragmentSize: 100 })).toBe(
      'First things come first. A second sentence that is much longer than the others are. … Fourth one.',
    );
  });

  it('never cuts an emoji, an accent or an entity', () => {
    for (const piece of ['👩‍👧', 'e\u0301', '&amp;', '🇩🇪', '東']) {
      const text = `${piece.repeat(100)}fox${piece.repeat(100)}`;
      const shown = excerpt(text, places(text, 'fox'), { fragmentSize: 50 });
      const [before, after] = shown.replace(/^… | …$/g, '').split('**fox**');
      expect(before).toBe(piece.repeat(before.length / piece.length));
      expect(after).toBe(piece.repeat(after.length / piece.length));
    }
  });

  it('never cuts a word that a match is part of', () => {
    const text = `${FILLER.repeat(3)}E-1234 is too hot, wait for ten minutes, switch it off and on again. E-1235 means jammed. ${FILLER.repeat(3)}`;
    const shown = excerpt(text, places(text, 'E'), { fragmentSize: 71, tags: null });
    expect(shown).toContain('E-1235');
    expect(shown).not.toMatch(/E …/);
  });

  it('marks neighbours without a space between them as one', () => {
    const text = '涨潮落潮的原因';
    expect(excerpt(text, places(text, '涨潮', '落潮'))).toBe('**涨潮落潮**的原因');
  });

  it('works where there are no spaces', () => {
    const text = '我们在北京大学学习。'.repeat(50);
    const shown = excerpt(text, places(text, '北京').slice(0, 1), { fragmentSize: 25 });
    expect(shown).toContain('**北京**');
    expect(shown.length).toBeLessThanOrEqual(25 + 4 + 4);
  });

  it('quotes the text, in order, without overlap, in the length asked for', () => {
    const word = fc.constantFrom(
      'fox',
      'hen',
      'a',
      'word',
      'longer-word',
      '東京',
      'é',
      '👩‍👧',
      '\n',
      '&amp;',
      'end.',
      '  ',
    );
    const options = fc.record({
      fragments: fc.integer({ min: 1, max: 10 }),
      fragmentSize: fc.integer({ min: 25, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 300 }), options, (words, limits) => {
        const text = words.join(' ');
        const matches = places(text, 'fox', 'hen');
        const shown = excerpt(text, matches, { ...limits, tags: { pre: '<', post: '>' } });
        const level = text.replace(/\s+/g, ' ').trim();
        const fragments = shown
          .replace(/[<>]/g, '')
          .replace(/^… | …$/g, '')
          .split(' … ');
        let from = 0;
        for (const fragment of fragments) {
          const at = level.indexOf(fragment, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + fragment.length;
        }
        const longest = limits.fragmentSize * limits.fragments + 4 * fragments.length;
        expect(fragments.join('').length).toBeLessThanOrEqual(longest);
        if (matches.length > 0) expect(shown).toMatch(/<(fox|hen)>/);
        for (const piece of shown.split(/<\w+>/)) expect(piece).not.toMatch(/\b(fox|hen)\b/);
      }),
    );
  });

  it('stays fast with a match at every other character', () => {
    const text = 'é '.repeat(50_000);
    expect(excerpt(text, places(text, 'é')).length).toBeLessThan(2_000);
  });
});

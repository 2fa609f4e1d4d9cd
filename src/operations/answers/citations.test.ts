import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CitationFilter, withoutCitations } from './citations.js';

function filtered(pieces: readonly string[], sources: number): string {
  const filter = new CitationFilter(sources);
  return [...pieces.map((piece) => filter.push(piece)), filter.end()].join('');
}

describe('citations', () => {
  it.each([
    ['The Moon does. [1]', 2, 'The Moon does. [1]'],
    ['The Moon does [3].', 2, 'The Moon does.'],
    ['Both. [1][2][9]', 2, 'Both. [1][2]'],
    ['Both. [1, 2, 9]', 2, 'Both. [1, 2]'],
    ['All of them. [1-4]', 3, 'All of them. [1, 2, 3]'],
    ['Nothing. [0]', 3, 'Nothing.'],
    ['In the year [1871] of the Lord', 3, 'In the year of the Lord'],
    ['An aside [sic] stays, and an open [', 1, 'An aside [sic] stays, and an open ['],
    ['  spaces around \n', 1, 'spaces around'],
    ['[1', 1, '[1'],
    ['a [1]', 0, 'a'],
  ])('%s of %i sources', (text, sources, expected) => {
    expect(filtered([text], sources)).toBe(expected);
    expect(filtered([...text], sources)).toBe(expected);
  });

  it('come out the same however the text is cut', () => {
    const text = fc.array(fc.constantFrom('[1]', '[7]', '[', ']', ' ', 'a', '1', ',', '[1, 9]', '\n', '.'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (parts, cuts) => {
        const whole = parts.join('');
        const places = [...new Set([0, ...cuts.filter((cut) => cut < whole.length), whole.length])].sort(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, i) => whole.slice(places[i], end));
        expect(filtered(pieces, 2)).toBe(filtered([whole], 2));
        expect(filtered(pieces, 2)).not.toMatch(/\[[79]\]/);
      }),
    );
  });

  it('are taken out of what was said before', () => {
    expect(withoutCitations('The Moon does. [1][2] So it is. [3]')).toBe('The Moon does. So it is.');
  });
});

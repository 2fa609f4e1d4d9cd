import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishBeginnings, stemEnglish } from './english.js';

describe('stemEnglish', () => {
  it.each([
    ['consign consigned consigning consignment', 'consign'],
    ['knock knocked knocking knocks', 'knock'],
    ['connect connected connecting connection connections', 'connect'],
    ['hope hoped hopes hoping', 'hope'],
    ['hop hopped hopping hops', 'hop'],
    ['general generally', 'general'],
    ['generate generated generation generator', 'generat'],
    ['generous generously', 'generous'],
    ['organize organized organization', 'organiz'],
    ['organism organisms', 'organism'],
    ['study studies studied studying', 'studi'],
    ['agreed agreeing agrees', 'agre'],
    ['relational relate related', 'relat'],
    ['hopeful hopefulness', 'hope'],
    ['adjustable adjustment adjusted', 'adjust'],
    ['biology biologi', 'biolog'],
    ['activate activation active activities', 'activ'],
    ['roll rolling controlled', 'roll control'],
    ['sky skies', 'sky'],
    ['dying die dies', 'die'],
    ['news', 'news'],
    ['gas', 'gas'],
    ['add added adding', 'add'],
    ['enjoy enjoyed enjoying', 'enjoy'],
    ['yes', 'yes'],
    ['us as is', 'us as is'],
    ['bedded falling hissing fizzed', 'bed fall hiss fizz'],
    ['luxuriated conflated troubled', 'luxuri conflat troubl'],
  ])('brings %j to %j', (words, stems) => {
    expect([...new Set(words.split(' ').map(stemEnglish))].join(' ')).toBe(stems);
  });
});

describe('englishBeginnings', () => {
  it('has the first three letters of every word with the stem', () => {
    const ending = fc.constantFrom(
      ...' s es ies ied ed ing y ly ingly eed sses ss ation izer ful ness al ment e'.split(' '),
    );
    const beginning = fc.string({ unit: fc.constantFrom(...'aeioybdlstrn'), minLength: 0, maxLength: 4 });
    const word = fc
      .tuple(beginning, ending, ending)
      .map((parts) => parts.join(''))
      .filter(({ length }) => length > 0);
    fc.assert(
      fc.property(fc.oneof(word, fc.constantFrom('dying', 'lying', 'tying', 'skies', 'skis', 'idly')), (written) => {
        const stem = stemEnglish(written);
        const { second, third } = englishBeginnings(stem);
        expect(written[0]).toBe(stem[0]);
        expect(second).toContain(written[1] ?? ' ');
        expect(third).toContain(written[2] ?? ' ');
      }),
      { numRuns: 10_000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormFilter } from './form-filter.js';
import { englishBeginnings } from './stemmers/english.js';
import { WordSkipper } from './word-skipper.js';

const skipper = new WordSkipper();

describe('WordSkipper', () => {
  it('skips words that begin otherwise than what is looked for, up to one that does not', () => {
    const filter = new FormFilter(['tide'], englishBeginnings);
    const text = 'ships sail with the tide';
    skipper.take(text);
    expect(text.slice(skipper.skip(0, filter))).toBe('tide');
    expect(skipper.skippedWords).toBe(4);
  });

  it('skips no word that has anything but a blank behind it', () => {
    const filter = new FormFilter(['tide'], englishBeginnings);
    for (const text of ['ships', 'ships,', 'ship-yard', 'ships\nsail', 'shipsé', '']) {
      skipper.take(`${text}`);
      expect([text, skipper.skip(0, filter)]).toEqual([text, 0]);
    }
    // What an earlier text has left behind this one is no part of it.
    skipper.take('ships sail out');
    skipper.take('ships');
    expect(skipper.skip(0, filter)).toBe(0);
  });

  it('skips nothing where the language does not say how words begin', () => {
    skipper.take('ships sail');
    expect(skipper.skip(0, new FormFilter(['tide']))).toBe(0);
  });

  it('skips exactly what the filter does not let pass', () => {
    const form = fc.string({ unit: fc.constantFrom(...'aeiynst'), minLength: 1, maxLength: 4 });
    const word = fc.string({ unit: fc.constantFrom(...'aeiynstAEK19é-.\u212a'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(form, { maxLength: 3 }), fc.array(word, { maxLength: 20 }), (forms, words) => {
        const filter = new FormFilter(forms, englishBeginnings);
        const units = skipper.take(`${words.join(' ')} `);
        let next = 0;
        let skipped = 0;
        for (const one of words) {
          if (!/^[A-Za-z0-9]+$/.test(one) || filter.letsBeginning(units, next)) break;
          next += one.length + 1;
          skipped++;
        }
        expect([skipper.skip(0, filter), skipper.skippedWords]).toEqual([next, skipped]);
      }),
      { numRuns: 2000 },
    );
  });
});

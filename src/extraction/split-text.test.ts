import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitText } from './split-text.js';

it('divides at the end of a paragraph, else of a sentence', () => {
  expect(splitText('one two\n\nthree four', 12)).toEqual(['one two', 'three four']);
  expect(splitText('One two. Three four.', 12)).toEqual(['One two.', 'Three four.']);
  expect(splitText('short', 12)).toEqual(['short']);
});

it('never exceeds the limit, splits no character and loses no words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 4, max: 100 }), (text, most) => {
      const parts = splitText(text, most);
      for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(most);
      expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});

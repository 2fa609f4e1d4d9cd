import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../domain/document/code-points.js';
import { Dictionary } from './dictionary.js';

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom('', 'a', 'ab', '😀', 'ﬀ', 'é'));
const sorted = fc.uniqueArray(text).map((texts) => texts.sort(compareText));

describe('a dictionary', () => {
  it('gives back every string by its ordinal, and the ordinal of every string', () => {
    fc.assert(
      fc.property(sorted, text, (texts, other) => {
        const dictionary = Dictionary.fromSorted(texts);
        expect(texts.map((_, ordinal) => dictionary.text(ordinal))).toEqual(texts);
        expect(texts.map((one) => dictionary.find(one))).toEqual(texts.map((_, ordinal) => ordinal));
        expect(dictionary.find(other)).toBe(texts.indexOf(other));
      }),
    );
  });

  it('bounds and prefixes as a look at every string would', () => {
    fc.assert(
      fc.property(sorted, text, (texts, other) => {
        const dictionary = Dictionary.fromSorted(texts);
        expect(dictionary.lowerBound(other)).toBe(texts.filter((one) => compareText(one, other) < 0).length);
        expect(dictionary.upperBound(other)).toBe(texts.filter((one) => compareText(one, other) <= 0).length);
        const [from, to] = dictionary.prefixRange(other);
        expect(texts.slice(from, to)).toEqual(texts.filter((one) => one.startsWith(other)));
      }),
    );
  });
});

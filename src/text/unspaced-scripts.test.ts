import { expect, it } from 'vitest';
import { hasUnspacedScript, isEastAsian, isSouthEastAsian } from './unspaced-scripts.js';

it('is found in a text by any one of its units', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => unit);
  const wrong = units.filter(
    (unit) => hasUnspacedScript(`a${String.fromCharCode(unit)}b`) !== (isEastAsian(unit) || isSouthEastAsian(unit)),
  );
  expect(wrong).toEqual([]);
});

import { expect, it } from 'vitest';
import { typedBeginnings } from './typed-beginnings.js';

it.each([
  ['ar', 'كتاب', ['كتاب', 'الكتاب', 'بالكتاب', 'للكتاب']],
  ['ar', 'الكت', ['الكت', 'كت', 'والكت']],
  ['ar', 'والكتاب', ['والكتاب', 'الكتاب', 'كتاب']],
  ['he', 'הספר', ['הספר', 'ספר']],
  ['he', 'ספר', ['ספר', 'הספר']],
  ['hi', 'हिन', ['हिन', 'हिं']],
  ['hi', 'हिन्', ['हिन्', 'हिं']],
])('takes an article or nasal of %s for optional: %s', (language, typed, among) => {
  expect(typedBeginnings(typed, language)).toEqual(expect.arrayContaining(among));
});

it.each([
  ['ar', 'الم', 'م'],
  ['he', 'הר', 'ר'],
])('leaves alone what would hardly be a word without its first letters, in %s', (language, typed, rest) => {
  expect(typedBeginnings(typed, language)).not.toContain(rest);
});

it.each([
  ['en', 'the'],
  ['hi', 'न'],
  ['fa', 'الف'],
])('takes words of %s as they are', (language, typed) => {
  expect(typedBeginnings(typed, language)).toEqual([typed]);
});

import { expect, it } from 'vitest';
import { listMarkLengths } from './list-marks.js';
import { sentencesOf } from './sentences.js';

/** The sentences of a text without their marks. */
function unmarked(text: string): string[] {
  const sentences = sentencesOf(text, 'en');
  const marks = listMarkLengths(text, sentences);
  return sentences.map(({ start, end }, i) => text.slice(start + marks[i], end));
}

it.each([
  ['- salt\n- pepper', ['salt', 'pepper']],
  ['Buy:\n  * salt\n  • pepper', ['Buy:', 'salt', 'pepper']],
  ['1. Chop it. Wash it.\n2. Fry it.', ['Chop it.', 'Wash it.', 'Fry it.']],
  ['a) Chop it.\nb) Fry it.', ['Chop it.', 'Fry it.']],
])('finds the marks of %j', (text, expected) => {
  expect(unmarked(text)).toEqual(expected);
});

it('takes no other sign for a mark', () => {
  for (const text of ['1. May is a holiday.', 'It is cold - so what?', '-5 degrees were measured.', '3.5 litres']) {
    expect(unmarked(text)).toEqual([text]);
  }
});

import { expect, test } from 'vitest';
import { inferFields } from './infer-fields.js';

function typeOf(values: (string | number | boolean | null)[]): string {
  return inferFields(values.map((value) => ({ value })))[0].type;
}

test('types are found in JSON values and in the strings of CSV files alike', () => {
  expect(typeOf([1, 2.5, -3])).toBe('number');
  expect(typeOf(['1', ' 2.5', '1e3', '', 'NA'])).toBe('number');
  expect(typeOf([true, false, null])).toBe('boolean');
  expect(typeOf(['True', 'false'])).toBe('boolean');
  expect(typeOf(['2024-11-04', '2024-11-05T10:00:00Z', '2024-11-04 09:30'])).toBe('date');
  expect(typeOf(['red', 'green', 'red'])).toBe('category');
  expect(typeOf([null, null])).toBe('category');
});

test('what never comes back is a text if it has words, and names its row if not', () => {
  const numbered = (text: string) => Array.from({ length: 50 }, (_, i) => `${text}${i}`);
  expect(typeOf(numbered('customer-'))).toBe('identifier');
  expect(typeOf(numbered('the screen went dark after day '))).toBe('text');
});

test('a slip in a column of numbers does not make it a column of words', () => {
  expect(typeOf([...Array.from({ length: 100 }, (_, i) => `${i}`), 'oops'])).toBe('number');
});

test('fields keep their order, also those that only later rows have', () => {
  expect(inferFields([{ b: 1 }, { a: 1, b: 2 }]).map(({ name }) => name)).toEqual(['b', 'a']);
});

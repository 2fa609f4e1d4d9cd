import { expect, test } from 'vitest';
import { cellOf, inferFields, isMissing, textOf } from './fields.js';

function typeOf(values: (string | number | boolean | null)[]): string {
  return inferFields(values.map((value) => ({ value })))[0].type;
}

test('types are inferred from JSON values and from the strings of CSV files', () => {
  expect(typeOf([1, 2.5, -3])).toBe('number');
  expect(typeOf(['1', ' 2.5', '1e3', '', 'NA'])).toBe('number');
  expect(typeOf([true, false, null])).toBe('boolean');
  expect(typeOf(['True', 'false'])).toBe('boolean');
  expect(typeOf(['2024-11-04', '2024-11-05T10:00:00Z', '2024-11-04 09:30'])).toBe('date');
  expect(typeOf(['red', 'green', 'red'])).toBe('category');
  expect(typeOf([null, null])).toBe('category');
});

test('unique values are text if they have several words, and identifiers otherwise', () => {
  const numbered = (text: string) => Array.from({ length: 50 }, (_, i) => `${text}${i}`);
  expect(typeOf(numbered('customer-'))).toBe('identifier');
  expect(typeOf(numbered('the screen went dark after day '))).toBe('text');
});

test('one typing error does not turn a number field into a category', () => {
  expect(typeOf([...Array.from({ length: 100 }, (_, i) => `${i}`), 'oops'])).toBe('number');
});

test('fields keep their order, including those that only later rows have', () => {
  expect(inferFields([{ b: 1 }, { a: 1, b: 2 }]).map(({ name }) => name)).toEqual(['b', 'a']);
});

test('a spelling of a missing value is one in the cell of a table and among numbers, but a category of its own in JSON', () => {
  expect(['NA', ' ', 'none', '?', 'Namibia', '0'].map(cellOf)).toEqual([null, null, null, null, 'Namibia', '0']);
  expect(isMissing('n/a')).toBe(true);
  expect(textOf('NA')).toBe('NA');
  expect(typeOf(['NA', 'DE', 'NA'])).toBe('category');
  expect(typeOf(['NA', 1, 2])).toBe('number');
});

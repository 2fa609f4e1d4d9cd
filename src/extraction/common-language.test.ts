import { expect, it } from 'vitest';
import { CommonLanguage, languageOfRow } from './common-language.js';

function languageOf(rows: readonly unknown[][]): string | null {
  const common = new CommonLanguage();
  for (const row of rows) common.observe(() => row);
  return common.get();
}

const PRODUCTS = [
  ['1', 'Wasserkocher', 29.9, 'Edelstahl, 1,7 Liter'],
  ['2', 'Schreibtischlampe', 39.95, 'LED, dimmbar'],
  ['3', 'Bürostuhl', 129, 'Rollen für Hartböden'],
  ['4', 'Teekanne', 18.5, 'Glas mit Sieb'],
  ['5', 'Kaffeemühle', 44.9, 'Mahlgrad einstellbar'],
];

it('is told by short rows together', () => {
  expect(languageOf(PRODUCTS)).toBe('de');
  expect(languageOf(Array.from({ length: 5_000 }, (_, i) => PRODUCTS[i % PRODUCTS.length]))).toBe('de');
});

it('is that of most rows, however long a few are', () => {
  const english = 'The gull flies over the sea and looks for small crabs on the beach. '.repeat(50);
  const rows = Array.from({ length: 300 }, (_, i) => [...PRODUCTS[i % PRODUCTS.length], i % 30 === 0 ? english : '']);
  expect(languageOf(rows)).toBe('de');
});

it('is not told by numbers, by nothing, or where there are several', () => {
  expect(languageOf([])).toBeNull();
  expect(
    languageOf([
      ['1', 2, null],
      ['-', '', undefined],
    ]),
  ).toBeNull();
  const german = Array.from({ length: 100 }, () => ['Die Möwe fliegt über das Meer und sucht nach Krebsen.']);
  const french = Array.from({ length: 100 }, () => ['La mouette vole sur la mer et cherche des crabes.']);
  expect(languageOf([...german, ...french])).toBeNull();
});

it('is not told by a few rows in a language each', () => {
  const english = ['Hello world', 'This is an English text about dogs and cats.'];
  const french = ['Bonjour', 'Ceci est un texte français sur les chiens et les chats.'];
  const german = ['Hallo', 'Das ist ein deutscher Text über Hunde und Katzen.'];
  const others = [['こんにちは、これは日本語です。'], ['Это русский текст о собаках и кошках.']];
  expect(languageOf([english, french])).toBeNull();
  expect(languageOf([german, english, french])).toBeNull();
  expect(languageOf([german, english, french, ...others])).toBeNull();
});

it('gives way to what a row is surely in', () => {
  expect(languageOfRow('Wasserkocher', 'de')).toBe('de');
  expect(languageOfRow('This is an English text about dogs and cats.', 'de')).toBe('en');
  expect(languageOfRow('Собака', 'de')).toBe('ru');
  expect(languageOfRow('東京', 'ja')).toBe('ja');
  expect(languageOfRow('東京', 'de')).toBe('zh');
  expect(languageOfRow('This is an English text.', null)).toBeNull();
});

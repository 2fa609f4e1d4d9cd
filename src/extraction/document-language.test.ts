import { expect, it } from 'vitest';
import { documentLanguage } from './document-language.js';

const GERMAN =
  'Die Möwe fliegt über das Meer und sucht am Strand nach kleinen Krebsen, während der Wind stärker wird. ';
const ENGLISH =
  'The gull flies over the sea and looks for small crabs on the beach while the wind is getting stronger. ';
const DANISH =
  'Mågen flyver over havet og leder efter små krabber på stranden, mens vinden bliver stærkere hele tiden. ';

it('goes by the text where the file says something else', () => {
  expect(documentLanguage(GERMAN.repeat(5), 'en-US')).toBe('de');
  expect(documentLanguage(`${ENGLISH}${GERMAN.repeat(40)}`, null)).toBe('de');
});

it('goes by the file where the text is short, or says nothing', () => {
  expect(documentLanguage('Menu 12', 'fr-CA')).toBe('fr');
  expect(documentLanguage('1234 5678 '.repeat(50), 'pl')).toBe('pl');
  expect(documentLanguage('1234', 'tlh')).toBe('en');
});

it('believes the file about languages that look alike', () => {
  expect(['da', 'nb']).toContain(documentLanguage(DANISH.repeat(5), 'da'));
  expect(documentLanguage(DANISH.repeat(5), 'da')).toBe('da');
});

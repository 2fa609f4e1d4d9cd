import { expect, it } from 'vitest';
import type { Language } from '../domain/document/language.js';
import { tellingWords } from './telling-words.js';

it.each<[Language, string, string[]]>([
  ['en', 'The Oxygen of Zoë’s naïve fis\u00adhes', ['oxygen', 'zoë', 'naïve', 'fishes']],
  ['de', 'Ein Huguenot, Größen', ['huguenot', 'größen']],
  ['ar', 'الألمانية', ['الألمانية']],
  ['fr', 'L’Église', ['église']],
  ['tr', 'Işık', ['ışık']],
])('shows words of %s as they are written in lower case, and no stop words: %s', (language, text, words) => {
  expect(tellingWords(text, language).map(({ written }) => written)).toEqual(words);
});

it('takes forms of one word for the same', () => {
  expect(tellingWords('Ships, a ship', 'en')).toEqual([{ written: 'ships', stem: 'ship' }]);
});

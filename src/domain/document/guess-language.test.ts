import { expect, it } from 'vitest';
import { guessLanguage } from './guess-language.js';

it.each([
  ['pt-BR', 'pt'],
  ['pt_br', 'pt'],
  ['zh-Hans-CN', 'zh'],
  [' DE ', 'de'],
  ['nn-NO', null],
  ['nor', 'nb'],
  ['eng', 'en'],
  ['ger', 'de'],
  ['iw', 'he'],
  ['Greek', 'el'],
  ['norwegian', 'nb'],
  ['jp', 'ja'],
  ['cz', 'cs'],
  ['GB', 'en'],
])('takes %j for %j', (written, language) => expect(guessLanguage(written)).toBe(language));

it.each(['', ' ', 'xx', 'nn', 'gl', 'q', 'klingon', '🌊', '-', 'x'.repeat(65)])('makes no guess at %j', (written) =>
  expect(guessLanguage(written)).toBeNull(),
);

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyseText, positionsWithStem, stemmedTerms } from './analysed-text.js';

/** Pieces of which some are words, parts of words, or addresses that end in a word of the text. */
const PIECES = [
  '大学',
  '生',
  '在',
  '火山',
  '灰',
  '鸡蛋',
  '糕',
  'アア',
  'カラス',
  ' ',
  '。',
  'http://',
  'www.',
  'web3',
  'e-mail',
  'email',
  '-',
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''));

it('has the positions of every term in their order, each once', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom('zh', 'ja', 'en'), (text, language) => {
      for (const positions of analyseText(text, language).positions.values()) {
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      }
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['大学生在大学学习', 'zh', '大学', [0, 2]],
  ['http://web3', 'en', 'web3', [0, 1]],
])('notes in %s (%s) where %s is a word and where it is a part', (text, language, term, positions) => {
  expect(analyseText(text, language).positions.get(term)).toEqual(positions);
});

it('divides the positions of a term among the stems of its spellings', () => {
  const analysed = analyseText('hacia hacía mar hacia', 'es');
  const [plain, accented] = ['hacia', 'hacía'].map((word) => [...analyseText(word, 'es').stems.values()][0]);
  expect(analysed.positions.get('hacia')).toEqual([0, 1, 3]);
  expect(positionsWithStem(analysed, 'hacia', plain)).toEqual([0, 3]);
  expect(positionsWithStem(analysed, 'hacia', accented)).toEqual([1]);
  expect(positionsWithStem(analysed, 'mar', accented)).toEqual([]);
  expect(Array.from(stemmedTerms(analysed), ({ term, positions }) => [term, positions])).toEqual(
    expect.arrayContaining([
      ['hacia', [0, 3]],
      ['hacia', [1]],
      ['mar', [2]],
    ]),
  );
});

it('notes the first word from each place on', () => {
  const text = 'one two. Three four, five! –';
  expect(analyseText(text, 'en', [0, 9, 15, 27]).firstWords).toEqual([0, 2, 3, 0xffff]);
});

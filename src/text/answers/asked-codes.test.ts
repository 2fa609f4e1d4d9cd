import { describe, expect, it } from 'vitest';
import { beginsWithAny, codesIn, mentionsAny } from './asked-codes.js';

describe('codes that a question names', () => {
  it.each([
    ['Was bedeutet Fehlercode E07?', ['e07']],
    ['What do F12 and WM-300 mean? And f12?', ['f12', 'wm300']],
    ['Что значит ошибка Е07?', ['е07']],
    ['エラーE07とは何ですか？', ['e07']],
    ['오류 E07은 무엇입니까?', ['e07']],
    ['Is it 4K, from the 90s, or 10km away in 2020?', []],
    ['What does the red light mean?', []],
  ])('are letters with digits after them: %s', (question, codes) => {
    expect(codesIn(question)).toEqual(codes);
  });

  it('are mentioned with other signs in them too', () => {
    for (const text of ['See E07.', 'error E-07', 'error e 07']) expect(mentionsAny(text, ['e07'])).toBe(true);
    expect(mentionsAny('See E08.', ['e07'])).toBe(false);
    expect(mentionsAny('See E08.', [])).toBe(false);
    expect(mentionsAny('本体にE07と出たら電源を切ります。', ['e07'])).toBe(true);
    expect(mentionsAny('Type E07b is newer.', ['e07'])).toBe(true);
    for (const other of ['See E071.', 'Use the 07 file.', 'PE07']) expect(mentionsAny(other, ['e07'])).toBe(false);
  });

  it('begin the entry that says what they stand for', () => {
    for (const entry of [
      'E07 | Pump blocked',
      'E 07 | Pump blocked',
      '- E07 – pump blocked',
      'e-07: pump blocked',
      '| E07 | Pump |',
    ])
      expect(beginsWithAny(entry, ['e07'])).toBe(true);
    for (const other of ['E08: after E07', 'The pump says E07', 'Pump blocked', 'E071: door'])
      expect(beginsWithAny(other, ['e07'])).toBe(false);
  });
});

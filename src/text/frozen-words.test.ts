import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from './frozen-words.js';

describe('wordsOf', () => {
  it.each([
    ['The quick, brown FOX!', ['the', 'quick', 'brown', 'fox']],
    ['to be or not to be', ['to', 'be', 'or', 'not', 'to', 'be']],
    ['snake_case, e-mail, v20241104', ['snake', 'case', 'e', 'mail', 'v20241104']],
    ["don't 'quote' rock'n'roll dogs'", ["don't", 'quote', "rock'n'roll", 'dogs']],
    ['', []],
    ['… — !?', []],
    ['👩‍👩‍👧 family 👍🏽', ['family']],
  ])('divides %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it.each([
    ['Café CRÈME brûlée', 'cafe creme brulee'],
    ['cafe\u0301', 'cafe'],
    ['Straße STRASSE', 'strasse strasse'],
    ['Łódź Ærø Þór Œuvre', 'lodz aero thor oeuvre'],
    ['İstanbul ısı', 'istanbul isi'],
    ['Việt Nam', 'viet nam'],
    ['ΣΊΣΥΦΟΣ σίσυφος', 'σισυφοσ σισυφοσ'],
    ['Ёлка ещё', 'елка еще'],
    ['ﬁn ① Ｆｕｌｌ', 'fin 1 full'],
    ['l’eau l＇eau', "l'eau l'eau"],
  ])('levels %j to %j', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words);
  });

  it('keeps signs that make another letter', () => {
    expect(wordsOf('мой край')).toEqual(['мой', 'край']);
    expect(wordsOf('が ガ か')).toEqual(['が', 'ガ', 'か']);
    expect(wordsOf('हिन्दी')).toEqual(['हिन्दी']);
    expect(wordsOf('বাংলা')).toEqual(['বাংলা']);
  });

  it('drops signs that most texts leave out', () => {
    expect(wordsOf('مُحَمَّد')).toEqual(wordsOf('محمد'));
    expect(wordsOf('שָׁלוֹם')).toEqual(wordsOf('שלום'));
    expect(wordsOf('soft\u00adhyphen')).toEqual(['softhyphen']);
    expect(wordsOf('می\u200cخواهم')).toEqual(['می', 'خواهم']);
  });

  it('divides scripts without spaces by dictionary', () => {
    expect(wordsOf('東京都に住んでいます。')).toContain('東京');
    expect(wordsOf('私はコーヒーを飲む')).toContain('コーヒー');
    expect(wordsOf('ภาษาไทยง่าย')).toContain('ภาษา');
    expect(wordsOf('我爱北京')).toContain('北京');
  });

  it('parts scripts from each other', () => {
    expect(wordsOf('iPhone用ケース 2024年')).toEqual(['iphone', '用', 'ケース', '2024', '年']);
  });

  it('cuts what is no word, never through a character', () => {
    expect(wordsOf('a'.repeat(1000))).toEqual(['a'.repeat(64)]);
    expect(wordsOf(`a${'𐐨'.repeat(100)}`).join()).not.toMatch(/\p{Surrogate}/u);
    expect(wordsOf('𠀀'.repeat(1001)).join()).not.toMatch(/\p{Surrogate}/u);
  });

  it('stays linear on runs of marks and of characters without spaces', () => {
    expect(wordsOf(`a${'\u0301\u0323'.repeat(100_000)}`)).toEqual(['a']);
    expect(wordsOf('龘'.repeat(30_000)).join('')).toBe('龘'.repeat(30_000));
  });

  it('gives short words that are equal to themselves once levelled', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsOf(text)) {
          expect(word.length).toBeGreaterThan(0);
          expect(word.length).toBeLessThanOrEqual(64);
          expect(word).not.toMatch(/\s/);
        }
      }),
    );
  });

  it('treats ASCII beside other letters as it does alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(wordsOf(`${text} é`)).toEqual([...wordsOf(text), 'e']);
      }),
    );
  });

  it('does not depend on case or composition', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcxyzéèüñçøåßžšαλπώжйёії '), maxLength: 30 });
    fc.assert(
      fc.property(letters, (text) => {
        expect(wordsOf(text.toUpperCase())).toEqual(wordsOf(text));
        expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text));
      }),
    );
  });
});

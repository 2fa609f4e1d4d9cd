import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formsOf, type ParsedQuery, parseQuery, type QueryWord, queryTerms, withStopWordsOf } from './query.js';

function terms(words: QueryWord[]): string {
  return words
    .filter((word) => word.kind === 'word')
    .map((word) => word.term)
    .join(' ');
}

function allWords({ words, phrases, excluded, excludedPhrases }: ParsedQuery): QueryWord[] {
  return [...words, ...[...phrases, ...excluded, ...excludedPhrases].flatMap((phrase) => phrase.words)];
}

function read(query: string, language = 'en') {
  const { words, phrases, excluded, excludedPhrases } = parseQuery(query, language);
  return {
    words: terms(words),
    phrases: phrases.map((phrase) => terms(phrase.words)),
    excluded: [...excluded, ...excludedPhrases].map((phrase) => terms(phrase.words)),
  };
}

describe('parseQuery', () => {
  it.each([
    ['plain words', 'plain words', [], []],
    ['"exact phrase" and more', 'and more', ['exact phrase'], []],
    ['jaguar -car -"land rover"', 'jaguar', [], ['car', 'land rover']],
    ['“curly quotes” „deutsch“ «guillemets» 「日本」', '', ['curly quotes', 'deutsch', 'guillemets', '日本'], []],
    ['state-of-the-art e-mail', 'state of the art e mail', [], []],
    ['a - b -- c -', 'a b c', [], []],
    ['an "unbalanced quote', 'an unbalanced quote', [], []],
    ['5" pipe and 6" pipe', '5 pipe and 6 pipe', [], []],
    ['"" nothing " "', 'nothing', [], []],
    ['pump -AB-1234/x', 'pump', [], ['ab 1234 x']],
    ['temperature −5', 'temperature 5', [], []],
    ['("in brackets")', '', ['in brackets'], []],
    ['', '', [], []],
    ['-', '', [], []],
  ])('reads %j', (query, words, phrases, excluded) => {
    expect(read(query)).toEqual({ words, phrases, excluded });
  });

  it.each([
    ['store meat at -18 degrees', 'store meat at 18 degrees'],
    ['-40 °C', '40 c'],
    ['between -18°C and -5kg', 'between 18 c and 5kg'],
    ['loss of -3.5% in -2024', 'loss of 3 5 in 2024'],
    ['temperatura -١٨', 'temperatura 18'],
    ['kill -9 process', 'kill 9 process'],
    ['python -m pip', 'python m pip'],
    ['gcc -O2 -j4 file', 'gcc o2 j4 file'],
    ['npm install --save-dev vitest', 'npm install save dev vitest'],
    ['curl －x address', 'curl x address'],
    ['the letter -é', 'the letter e'],
    ['the letter -e\u0301', 'the letter e'],
  ])('takes a minus before a number, a letter or a flag for no exclusion: %j', (query, words) => {
    expect(read(query)).toEqual({ words, phrases: [], excluded: [] });
  });

  it.each([
    ['python -my', 'en', 'my'],
    ['musketeers -d’Artagnan', 'en', 'dartagnan'],
    ['letters -e-mail', 'en', 'e mail'],
    ['vitamins -"B 12"', 'en', 'b 12'],
    ['दूध -घी', 'hi', 'घी'],
    ['動物 -猫', 'ja', '猫'],
    ['動物\u3000－猫', 'ja', '猫'],
    ['moon\n-sun', 'en', 'sun'],
  ])('excludes words of two letters and more, and what is quoted: %j', (query, language, excluded) => {
    expect(read(query, language).excluded).toEqual([excluded]);
  });

  it.each([
    ['-only', 'only', []],
    ['-only -"these two"', 'only', ['these two']],
    ['! -tides -?', 'tides', []],
    ['"" -moon', 'moon', []],
  ])('takes a minus for nothing where nothing else is asked for: %j', (query, words, phrases) => {
    expect(read(query)).toEqual({ words, phrases, excluded: [] });
  });

  it('gives places in the query', () => {
    const query = 'find "Red Foxes" -Dogs';
    const words = allWords(parseQuery(query, 'en'));
    expect(words.map(({ start, end }) => query.slice(start, end))).toEqual(['find', 'Red', 'Foxes', 'Dogs']);
    expect(words.map((word) => word.position)).toEqual([0, 1, 2, 3]);
  });

  it('keeps whole codes and bigrams beside the words, but not in phrases', () => {
    expect(parseQuery('AB-1234/x', 'en').words.find((word) => word.kind === 'compound')?.term).toBe('ab-1234/x');
    expect(parseQuery('北京大学生', 'zh').words.some((word) => word.kind === 'bigram')).toBe(true);
    expect(parseQuery('"AB-1234/x"', 'en').phrases[0].words.every((word) => word.kind === 'word')).toBe(true);
  });

  it('has the pairs of characters of a phrase without spaces, and of no other', () => {
    const pairs = (query: string, language: string) =>
      parseQuery(query, language).phrases[0].pairs.map(({ term }) => term);
    expect(pairs('"クジラ"', 'ja')).toEqual(['クジ', 'ジラ']);
    expect(pairs('"京大"', 'zh')).toEqual(['京大']);
    expect(pairs('"北京大学"', 'zh')).toEqual(['北京', '京大', '大学']);
    for (const query of ['"鲸"', '"iPhone手机"', '"北京，大学"']) expect(pairs(query, 'zh')).toEqual([]);
    expect(pairs('"red foxes"', 'en')).toEqual([]);
  });

  it('knows stop words and codes', () => {
    const { words } = parseQuery('the model X500', 'en');
    expect(words.map((word) => word.isStopWord)).toEqual([true, false, false]);
    expect(words.map((word) => word.isCode)).toEqual([false, false, true]);
  });

  it('stays fast on rows of marks', () => {
    for (const mark of ['"', '„', '“', '-', '-"', ' -a', '«', '" ']) {
      const { phrases, excluded, excludedPhrases } = parseQuery(mark.repeat(10_000), 'en');
      expect(phrases.length + excluded.length + excludedPhrases.length).toBeLessThanOrEqual(10_000);
    }
  });

  it('puts every word somewhere, once', () => {
    const piece = fc.constantFrom('word ', '"', '-', ' ', 'AB-12', '„', '“', 'x', '5"');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const query = pieces.join('');
        const all = allWords(parseQuery(query, 'en')).filter((word) => word.kind === 'word');
        expect(new Set(all.map((word) => word.start)).size).toBe(all.length);
        const written = all.sort((a, b) => a.start - b.start).map(({ start, end }) => query.slice(start, end));
        expect(written.join('')).toBe(query.replace(/[^\p{L}\p{N}]/gu, ''));
      }),
    );
  });
});

describe('queryTerms', () => {
  it('drops stop words only if something is left', () => {
    expect(terms(queryTerms(parseQuery('what is the capital', 'en').words))).toBe('capital');
    expect(terms(queryTerms(parseQuery('to be or not to be', 'en').words))).toBe('to be or not to be');
    expect(queryTerms([])).toEqual([]);
  });
});

describe('formsOf', () => {
  const marked = (query: string, language = 'en') => {
    const { words, phrases } = formsOf(parseQuery(query, language));
    return [...words.map(({ term }) => term), ...phrases.map((phrase) => phrase.terms.join('+'))];
  };

  it('has phrases as a whole, and stop words only where there is nothing else', () => {
    expect(marked('what is the capital')).toEqual(['capital']);
    expect(marked('the capital "of the world"')).toEqual(['capital', 'of+the+world']);
    expect(marked('who is "the who"')).toEqual(['the+who']);
    expect(marked('to be')).toEqual(['to', 'be']);
  });

  it('has no pairs of characters with a stop word in them', () => {
    expect(marked('什么是光合作用', 'zh')).not.toContain('是光');
    expect(marked('什么是光合作用', 'zh')).toContain('光合作用');
    expect(marked('猫の写真', 'ja')).not.toContain('猫の');
  });

  it('knows the stop words of the language that the query is written in', () => {
    const query = 'what is the moon';
    const german = parseQuery(query, 'de');
    expect(formsOf(german).words.map(({ term }) => term)).toContain('the');
    const forms = formsOf(withStopWordsOf(german, parseQuery(query, 'en')));
    expect(forms.words.map(({ term }) => term)).toEqual(['moon']);
  });
});

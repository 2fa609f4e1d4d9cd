import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSentenceCases } from '../../../testing/sentences/read-cases.js';
import { sentencesOf } from './sentences.js';

function sentences(text: string, language = 'en'): string[] {
  return sentencesOf(text, language).map(({ start, end }) => text.slice(start, end));
}

describe('sentencesOf', () => {
  it.each([
    ['en', ['It rained.', 'We stayed in!', 'Why not?', 'He said "No."', 'Then he left…', 'The end']],
    ['en', ['Dr. Smith met Mr. J. R. Jones at 3.14 p.m. in the U.S. capital.', 'They talked.']],
    ['en', ['Use a tool, e.g. Docker, i.e. a container.', 'See No. 5 and Fig. 2.', 'No.', 'Not today.']],
    ['en', ['Visit www.example.com for version 2.0.1 today.', 'It is free.']],
    ['de', ['Das gilt z. B. Montags am 3. Oktober bzw. Dienstags.', 'Dr. Müller kommt, d. h. Frau Dr. Müller.']],
    ['fr', ['M. Dupont habite ici.', 'Il est content !', 'Vraiment ?']],
    ['es', ['El Sr. García vive en EE.UU. desde 2001.', '¿Por qué?', '¡Claro!']],
    ['ru', ['Он жил на ул. Ленина, 5, в г. Москва.', 'Потом уехал.']],
    ['el', ['Πού είσαι;', 'Είμαι εδώ.']],
    ['zh', ['今天天气很好。', '你去哪里？', '“走吧！”他说。', '我们走了。']],
    ['ja', ['雨が降りました。', '「本当ですか？」', 'はい。']],
    ['hi', ['मैं घर जा रहा हूँ।', 'तुम कहाँ हो?', 'ठीक है।']],
    ['ar', ['أين أنت؟', 'أنا في البيت.']],
    ['th', ['ฉันไปตลาด แล้วกลับบ้าน']],
  ])('divides %s', (language, parts) => {
    const text = parts.join(/[zj][ha]/.test(language) ? '' : ' ');
    expect(sentences(text, language)).toEqual(parts);
  });

  const texts = readSentenceCases().filter(({ part, language }) => part === 'tuning' && language !== 'th');
  it.each(texts)('divides $language: $text', ({ text, language, sentences: parts }) => {
    expect(sentences(text, language)).toEqual(parts);
  });

  it('does not end inside quotes and brackets, unless they go on for long', () => {
    expect(sentences('He said, "No. I am tired. Go." Then he slept.')).toEqual([
      'He said, "No. I am tired. Go."',
      'Then he slept.',
    ]);
    expect(sentences('It fell (so they say. Who knows?) in May. It was rebuilt.')).toHaveLength(2);
    expect(sentences('It fell (so they say. Nobody knows.')).toHaveLength(2);
    expect(sentences(`"${'We waited long. '.repeat(30)}" Then it came.`).length).toBeGreaterThan(20);
  });

  it('takes the mark of a list item with the item, and references with their sentence', () => {
    expect(sentences('1. Heat the oven.\n2. Mix the dough.\na) By hand.')).toEqual([
      '1. Heat the oven.',
      '2. Mix the dough.',
      'a) By hand.',
    ]);
    expect(sentences('It was shown.[3][12] Later it was refuted.[4]')).toEqual([
      'It was shown.[3][12]',
      'Later it was refuted.[4]',
    ]);
  });

  it('tells initials from the time of day', () => {
    expect(sentences('It is a method of P. M. Richards. It closed at 5 p.m. Nobody came.')).toEqual([
      'It is a method of P. M. Richards.',
      'It closed at 5 p.m.',
      'Nobody came.',
    ]);
  });

  it('knows words of one letter or syllable, and quotes of the British kind', () => {
    expect(sentences('정말? 네. 그는 갔다.', 'ko')).toEqual(['정말?', '네.', '그는 갔다.']);
    expect(sentences('Это был я. Потом пришли гости.', 'ru')).toHaveLength(2);
    expect(sentences('He said: ‘We stay. It’s late.’ Then he left.')).toEqual([
      'He said: ‘We stay. It’s late.’',
      'Then he left.',
    ]);
  });

  it('knows wrapped lines of wide characters', () => {
    const wrapped = '東京都は日本の首都であり、人口は約千四百万人であるが、面積はそれほど\n広くない。';
    expect(sentences(wrapped, 'ja')).toEqual([wrapped]);
  });

  it('ends at blank lines, headings, list items and table rows, but not at broken lines', () => {
    const wrapped = 'This line was broken to fit a page of about eighty characters and so\nit goes on here.';
    expect(
      sentences(
        `Results\n\n- one\n- two\n\na | b and more of it, so that it is a long row of cells\n1 | 2\n\n${wrapped}`,
      ),
    ).toEqual([
      'Results',
      '- one',
      '- two',
      'a | b and more of it, so that it is a long row of cells',
      '1 | 2',
      wrapped,
    ]);
  });

  it('loses nothing but white space, whatever the text', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '.',
      '. ',
      '!',
      '…',
      '\n',
      '  ',
      '。',
      '؟',
      'z. B.',
      '“',
      '”',
      '「',
      '」',
      '[1]',
      '(',
      '7',
      '"',
      ')',
      '東',
      'ก',
      '👩‍👧',
      ';',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('en', 'th', 'el', 'de'), (pieces, language) => {
        const text = pieces.join('');
        expect(sentences(text, language).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const sentence of sentences(text, language)) expect(sentence).toBe(sentence.trim());
      }),
    );
  });

  it.each(['.', '! ', '.)', '(.', '“a. ', 'a. ', '\n', 'a\n', ' ', '." ', '。', '?'])(
    'goes through %j without end once',
    (piece) => {
      const text = `${piece.repeat(100_000 / piece.length)}a`;
      expect(sentencesOf(text, 'en').length).toBeGreaterThan(0);
    },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CitedText, withoutCitations } from './citations.js';

function read(pieces: readonly string[], sources: number) {
  const text = new CitedText({ sources });
  const passed = [...pieces.map((piece) => text.push(piece)), text.end()].join('');
  return { text: passed, cited: text.cited };
}

describe('citations', () => {
  it.each([
    ['The Moon does. [1]', 2, 'The Moon does. [1]', [1]],
    ['The Moon does [3].', 2, 'The Moon does.', []],
    ['Both. [1][2][9]', 2, 'Both. [1][2]', [1, 2]],
    ['Both. [9][1]', 2, 'Both. [1]', [1]],
    ['Both. [1, 2, 9]', 2, 'Both. [1, 2]', [1, 2]],
    ['Both. [1,2]', 2, 'Both. [1,2]', [1, 2]],
    ['All of them. [1-4]', 3, 'All of them. [1, 2, 3]', [1, 2, 3]],
    ['All of them. [1–3]', 3, 'All of them. [1–3]', [1, 2, 3]],
    ['Nothing. [0]', 3, 'Nothing.', []],
    ['[9] First.\n[8] Second. [1]', 3, 'First.\nSecond. [1]', [1]],
    ['An aside [sic] stays, and an open [', 1, 'An aside [sic] stays, and an open [', []],
    ['  spaces around \n', 1, 'spaces around', []],
    ['[1', 1, '[1', []],
    ['a [1]', 0, 'a', []],
    ['(as the plan says)[1]', 1, '(as the plan says)[1]', [1]],
    ['So it is **told**[1].', 1, 'So it is **told**[1].', [1]],
    ['月球引起潮汐[1]。太阳也是[2]。', 2, '月球引起潮汐[1]。太阳也是[2]。', [1, 2]],
    ['ดวงจันทร์ทำให้เกิดน้ำขึ้น[1] และลง[7]', 2, 'ดวงจันทร์ทำให้เกิดน้ำขึ้น[1] และลง', [1]],
  ])('%s of %i sources', (text, sources, expected, cited) => {
    expect(read([text], sources)).toEqual({ text: expected, cited });
    expect(read([...text], sources)).toEqual({ text: expected, cited });
  });

  it('are numbered in the order in which sources are first cited', () => {
    expect(read(['The Sun [5] and the Moon [2, 5], not Mars [1].'], 5)).toEqual({
      text: 'The Sun [1] and the Moon [2, 1], not Mars [3].',
      cited: [5, 2, 1],
    });
  });

  it.each([
    'The first is items[0], then items[1] and items[17].',
    'Set matrix[2][3] and cube[1][2][3].',
    'Call f(x)[0], then rows()[9].',
    'Take a[i][1] of it.',
    'Use `[1]`, ``[`7`]`` or `x = [9]` here.',
    'Write\n```js\nconst list = [1];\n\nlist [7]\n```\nand be done.',
    '- a list\n- ~~~\n  [9]\n  ~~~\n',
    '> ```\n> [9]\n> ```',
    'An open block:\n\n```\n[1]\n [9]',
    'A `method`[0] of it.',
    'Dissolve [2]catenane in [1]it.',
    'See [7](https://example.com/7) for more.',
    'It lies in [0, 1] or [0; 9].',
    'It was then [1871] that they met [2024].',
    'naïve[1] Größe[2] größer_[3] x1[4] число[5]',
  ])('are not what is code, glued to a word, a link or a year: %s', (text) => {
    expect(read([text], 5)).toEqual({ text: text.trim(), cited: [] });
    expect(read([...text], 5)).toEqual({ text: text.trim(), cited: [] });
  });

  it('are found after a tick that opens no code', () => {
    expect(read(['A ` tick. [2]\n\nAnother ` tick. [1]'], 2)).toEqual({
      text: 'A ` tick. [1]\n\nAnother ` tick. [2]',
      cited: [2, 1],
    });
    expect(read([...'```\n[1]\n```\nThen. [2]'], 2)).toEqual({ text: '```\n[1]\n```\nThen. [1]', cited: [2] });
  });

  it('come out the same however the text is cut', () => {
    const parts = ['[1]', '[7]', '[', ']', ' ', 'a', '1', ',', '[2, 9]', '\n', '.', '`', '```', '~~~', '(', ')', '- '];
    const text = fc.array(fc.constantFrom(...parts, '设', 'no', '_answer', '*', 'NO_ANSWER'), { maxLength: 20 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (chosen, cuts) => {
        const whole = chosen.join('');
        const places = [...new Set([0, ...cuts.filter((cut) => cut < whole.length), whole.length])].sort(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, i) => whole.slice(places[i], end));
        expect(read(pieces, 2)).toEqual(read([whole], 2));
      }),
      { numRuns: 2_000 },
    );
  });

  it('take nothing away but citations: without any, the text is the same', () => {
    const text = fc.array(
      fc.constantFrom('[x]', 'items[0]', '`[1]`', ' ', 'word', '(', ')', '\n', '.', '~', '『', '[12'),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(text, (chosen) => {
        const whole = chosen.join('');
        expect(read([...whole], 1).text).toBe(whole.trim());
      }),
    );
  });

  it('are taken out of what was said before', () => {
    expect(withoutCitations('The Moon does. [1][2] So it is. [3] See items[0].')).toBe(
      'The Moon does. So it is. See items[0].',
    );
  });
});

describe('the marker for no answer', () => {
  it.each([
    'NO_ANSWER',
    'no_answer',
    '**NO_ANSWER**',
    '"NO_ANSWER."',
    '`NO_ANSWER`',
    '_No_Answer_',
    'NO\\_ANSWER',
    'ＮＯ＿ＡＮＳＷＥＲ'.normalize('NFKC'),
  ])('is never passed on: %s', (marker) => {
    for (const said of [marker, `The Moon. [1] ${marker}`, `Well ${marker} then`]) {
      for (const pieces of [[said], [...said]]) {
        const text = new CitedText({ sources: 1 });
        const passed = [...pieces.map((piece) => text.push(piece)), text.end()].join('');
        expect(passed.replace(/[^a-z]/gi, '')).not.toMatch(/noanswer/i);
        expect(passed).not.toMatch(/[*"`_\\]/);
        expect(text.hasMarker).toBe(true);
      }
    }
  });

  it.each(['piano_answer', 'NO_ANSWERS', 'No. Answer', 'no answer', 'noanswer', 'Nobody knows [1], no', '*'])(
    'is not part of %s',
    (said) => {
      const text = new CitedText({ sources: 1 });
      const passed = [...[...said].map((piece) => text.push(piece)), text.end()].join('');
      expect({ passed, marked: text.hasMarker }).toEqual({ passed: said, marked: false });
    },
  );
});

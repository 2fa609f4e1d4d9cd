import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from './passage-pieces.js';
import { splitIntoPassages } from './passages.js';

function passages(content: string, language = 'en'): string[] {
  return splitIntoPassages(content, language).map(({ start, end }) => content.slice(start, end));
}

function wordsIn(text: string): number {
  return countWords(text, { start: 0, end: text.length });
}

function sentence(words: number): string {
  return `${'Word '.repeat(words - 1)}end.`;
}

function paragraph(...lengths: number[]): string {
  return lengths.map(sentence).join(' ');
}

describe('splitIntoPassages', () => {
  it('leaves a short text whole, and gives none for a blank one', () => {
    expect(passages('  One. Two.\n\nThree.  ')).toEqual(['One. Two.\n\nThree.']);
    expect(passages(paragraph(100, 100))).toHaveLength(1);
    expect(passages(' \n ')).toEqual([]);
    expect(passages('')).toEqual([]);
    expect(passages('…')).toEqual(['…']);
  });

  it('ends passages at paragraphs where their lengths allow', () => {
    const paragraphs = [paragraph(20, 30, 60), paragraph(50, 70, 20), paragraph(30, 100), paragraph(60, 60)];
    expect(passages(paragraphs.join('\n\n'))).toEqual(paragraphs);
  });

  it('ends passages at sentences otherwise', () => {
    for (const passage of passages(paragraph(...Array<number>(40).fill(17)))) {
      expect(passage).toMatch(/^Word .*end\.$/);
      expect(wordsIn(passage)).toBeGreaterThanOrEqual(100);
      expect(wordsIn(passage)).toBeLessThanOrEqual(200);
    }
  });

  it('keeps headings with the text they head', () => {
    const content = `# Start\n\n${paragraph(60, 70)}\n\nMaterials and methods\n\nWhat was used:\n\n${paragraph(60, 70)}\n\n2. Results\n\n${paragraph(90)}`;
    const [first, second] = passages(content);
    expect(first).toMatch(/^# Start[^#M]*end\.$/);
    expect(second).toMatch(/^Materials and methods/);
    for (const passage of passages(content)) expect(passage).toMatch(/end\.$/);
  });

  it('leaves no tiny tail', () => {
    expect(passages(paragraph(60, 60, 60, 30)).map(wordsIn)).toEqual([120, 90]);
    expect(passages(`${paragraph(50, 50, 50, 50)}\n\nShort tail.`).map(wordsIn)).toEqual([100, 102]);
  });

  it('counts words where there are no spaces', () => {
    const chinese = '我们在北京的大学里学习计算机科学和人工智能。'.repeat(60);
    const thai = 'ภาษาไทยเป็นภาษาที่ไม่มีช่องว่างระหว่างคำ '.repeat(60);
    for (const [text, language] of [
      [chinese, 'zh'],
      [thai, 'th'],
    ]) {
      const lengths = passages(text, language).map((passage) => passage.length);
      expect(Math.min(...lengths)).toBeGreaterThan(150);
      expect(Math.max(...lengths)).toBeLessThan(850);
    }
    expect(passages(chinese, 'zh').every((passage) => passage.endsWith('。'))).toBe(true);
  });

  it.each(['word ', 'x', '.', '!\n', '\n', '東', '👩‍👧', 'a\u0301', 'é ', '- \n', 'a\n', '. ', 'ก'])(
    'divides 100 KB of %j into passages of bounded length',
    (piece) => {
      const content = piece.repeat(100_000 / piece.length);
      const parts = passages(content);
      expect(parts.join('').replace(/\s/g, '')).toBe(content.replace(/\s/g, ''));
      expect(Math.max(0, ...parts.map(wordsIn))).toBeLessThanOrEqual(200);
    },
  );

  it('puts no more than some thousand lines of signs into a passage', () => {
    const parts = passages('|!#$|\n'.repeat(16_000));
    expect(Math.max(...parts.map((part) => part.split('\n').length))).toBeLessThan(5_000);
  });

  it('leaves rulers and empty rows with the text above them', () => {
    const ruled = `${paragraph(90, 90)}${'\n,,,'.repeat(20)}`;
    expect(passages(`${ruled}\n\n${paragraph(90, 90)}`)).toEqual([ruled, paragraph(90, 90)]);
  });

  it('never cuts a character', () => {
    for (const passage of passages(`${'👩‍👧'.repeat(10_000)}`)) expect(passage).toMatch(/^👩.*👧$/su);
  });

  it('gives exact, ordered ranges that lose nothing but white space, none of them tiny', () => {
    const part = fc.oneof(
      fc.integer({ min: 1, max: 130 }).map(sentence),
      fc.constantFrom('\n\n', ' ', 'Heading\n\n', '- item\n', '\n\n\n', '東京都に住んでいます。'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const content = parts.join(' ');
        const texts = passages(content);
        expect(texts.join('').replace(/\s/g, '')).toBe(content.replace(/\s/g, ''));
        const lengths = texts.map(wordsIn);
        if (texts.length > 1) expect(Math.min(...lengths)).toBeGreaterThanOrEqual(45);
        expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(201);
      }),
    );
  });
});

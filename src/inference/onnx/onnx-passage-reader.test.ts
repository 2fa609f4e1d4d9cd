import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READER_FILES } from './bundled-models.js';
import { OnnxPassageReader } from './onnx-passage-reader.js';

const failures: Error[] = [];
const reader = new OnnxPassageReader({ files: READER_FILES, onFailure: (error) => failures.push(error) });

const BRIDGE = {
  title: 'Harbour Bridge',
  text: 'The bridge across the harbour was opened on 19 March 1932 after six years of work. It carries eight lanes of traffic.',
};

beforeAll(() => reader.load());
afterAll(() => reader.close());

async function firstAnswer(question: string, passage: { title: string; text: string }): Promise<string> {
  const { spans } = await reader.read(question, passage);
  return passage.text.slice(spans[0].start, spans[0].end);
}

describe('the reader', () => {
  it.each([
    [
      'How long does the bread stay in the oven?',
      'Knead the dough well. Bake for 35 minutes at 220 degrees.',
      '35 minutes',
    ],
    ['Do kids pay?', 'A ticket for adults costs 14 euros. Children under six get in free.', 'Children under six'],
    ['Who runs the café?', 'The café (est. 1998) belongs to José Núñez, a former pilot.', 'José Núñez'],
  ])('understands a question in other words than the text: %s', async (question, text, answer) => {
    const { answerable, spans } = await reader.read(question, { title: '', text });
    expect(text.slice(spans[0].start, spans[0].end)).toContain(answer);
    expect(answerable).toBeGreaterThan(0);
  });

  it('tells what is not answered', async () => {
    const text = 'A ticket for adults costs 14 euros. Children under six get in free.';
    expect((await reader.read('Where can I park?', { title: 'Prices', text })).answerable).toBeLessThan(0);
  });

  it('points at the words that were asked for', async () => {
    expect(await firstAnswer('When was the bridge opened?', BRIDGE)).toContain('1932');
    expect(await firstAnswer('How many lanes does the bridge have?', BRIDGE)).toContain('eight');
  });

  it.each([
    ['de', 'Wie hoch ist der Turm?', 'Der Turm am Markt ist 84 Meter hoch und wurde aus Sandstein gebaut.', '84'],
    ['es', '¿Cuándo se fundó el museo?', 'El museo de la ciudad se fundó en 1911 y tiene tres salas.', '1911'],
    ['zh', '这座桥有多长？', '这座桥于1998年建成，全长3120米，连接两座城市。', '3120'],
    ['ru', 'Кто написал роман?', 'Роман был написан Анной Орловой в 1902 году в Москве.', 'Орлов'],
  ])('reads %s', async (_, question, text, answer) => {
    expect(await firstAnswer(question, { title: '', text })).toContain(answer);
  });

  it('tells a passage that answers from one that does not', async () => {
    const there = await reader.read('When was the bridge opened?', BRIDGE);
    const elsewhere = await reader.read('What do red pandas eat?', BRIDGE);
    expect(there.answerable).toBeGreaterThan(elsewhere.answerable + 2);
  });

  it('gives spans inside of the text, with shares of at most 1, best first', async () => {
    const { spans } = await reader.read('Who built it?', BRIDGE);
    for (const { start, end, share } of spans) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(BRIDGE.text.length);
      expect(end).toBeGreaterThan(start);
      expect(share).toBeGreaterThanOrEqual(0);
    }
    const shares = spans.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1.0001);
  });

  it('says the same of a passage whatever else is read', async () => {
    const alone = await reader.read('When was the bridge opened?', BRIDGE);
    const [together] = await Promise.all([
      reader.read('When was the bridge opened?', BRIDGE),
      reader.read('Why?', { title: 'x', text: 'y '.repeat(500) }),
    ]);
    expect(together).toEqual(alone);
  });

  it('reads empty, endless and hostile texts', async () => {
    expect((await reader.read('What?', { title: '', text: '' })).spans).toEqual([]);
    for (const text of ['a'.repeat(100_000), '\u0000\ud800 \u202e', '😀'.repeat(3000), '字'.repeat(5000)]) {
      const { spans, answerable } = await reader.read(text, { title: text, text });
      expect(Number.isFinite(answerable)).toBe(true);
      for (const { end } of spans) expect(end).toBeLessThanOrEqual(text.length);
    }
    expect(failures).toEqual([]);
  });
});

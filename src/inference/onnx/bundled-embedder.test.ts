import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder, TextToEmbed } from '../embedder.js';
import { openBundledEmbedder } from './bundled-embedder.js';
import { BUNDLED_MODELS, ENCODER_SHA256 } from './bundled-models.js';

const passage = (text: string, language: string | null = 'en'): TextToEmbed => ({ text, language, kind: 'passage' });
const query = (text: string, language: string | null = 'en'): TextToEmbed => ({ text, language, kind: 'query' });

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

describe('the bundled encoders', () => {
  let embedder: Embedder;
  const failures: Error[] = [];
  beforeAll(async () => {
    embedder = await openBundledEmbedder({ threads: 2, onFailure: (error) => failures.push(error) });
  });
  afterAll(async () => {
    await embedder.close();
    expect(failures).toEqual([]);
  });

  it.each(['english', 'multilingual'] as const)('are the files they should be: %s', (name) => {
    const file = readFileSync(BUNDLED_MODELS[name].modelFile);
    expect(createHash('sha256').update(file).digest('hex')).toBe(ENCODER_SHA256[name]);
  });

  it('put translations near each other and other things far away, in one space', async () => {
    const texts = [
      passage('The cat sleeps on the sofa.', 'en'),
      passage('Die Katze schläft auf dem Sofa.', 'de'),
      passage('El gato duerme en el sofá.', 'es'),
      passage('猫在沙发上睡觉。', 'zh'),
      passage('Кошка спит на диване.', 'ru'),
      passage('The central bank raised interest rates.', 'en'),
      passage('Die Zentralbank hat die Zinsen erhöht.', 'de'),
    ];
    const vectors = (await embedder.embed(texts)).map(({ vector }) => vector);
    const [cat, ...others] = vectors;
    for (const translation of others.slice(0, 4)) expect(cosine(cat, translation)).toBeGreaterThan(0.75);
    for (const unrelated of others.slice(4)) expect(cosine(cat, unrelated)).toBeLessThan(0.65);
    expect(cosine(others[4], others[5])).toBeGreaterThan(0.75);
  });

  it('read a query of unknown language as one of another language than English', async () => {
    const [unknown, german, english] = await embedder.embed([
      query('moon tides', null),
      query('moon tides', 'de'),
      query('moon tides', 'en'),
    ]);
    expect(unknown).toEqual(german);
    expect(unknown.vector).not.toEqual(english.vector);
    expect(cosine(unknown.vector, english.vector)).toBeGreaterThan(0.7);
  });

  it('put a question nearer to its answer than to other texts with its words, in any language', async () => {
    const cases: [string, string, string, string][] = [
      [
        'de',
        'Wie lange habe ich Zeit, etwas zurückzugeben?',
        'Rückgaben sind innerhalb von 30 Tagen möglich.',
        'Unsere Zeitschrift erscheint seit langer Zeit monatlich.',
      ],
      [
        'es',
        '¿Cuánto tarda el envío?',
        'Los paquetes llegan en dos o tres días laborables.',
        'El envío de cartas fue su primer empleo.',
      ],
      [
        'ru',
        'Когда вы открываетесь?',
        'Мы работаем с девяти утра до шести вечера.',
        'Выставка старых открыток была очень красивой.',
      ],
      ['zh', '我可以带狗进去吗？', '宠物不得入内，导盲犬除外。', '这部电影讲的是一只狗的故事。'],
    ];
    for (const [language, question, answer, other] of cases) {
      const [asked, found, missed] = await embedder.embed([
        query(question, language),
        passage(answer, language),
        passage(other, language),
      ]);
      expect({ question, isNearer: cosine(asked.vector, found.vector) > cosine(asked.vector, missed.vector) }).toEqual({
        question,
        isNearer: true,
      });
    }
  });

  it('count a query of the same words like a passage, whichever encoder reads it', async () => {
    const text = 'Wie lang ist die Donau?';
    const [{ tokens: ofQuery }, { tokens: ofPassage }] = await embedder.embed([query(text, 'de'), passage(text, 'de')]);
    expect(ofQuery).toBe(ofPassage);
  });

  it('give unit vectors in the order of the texts, whatever else is embedded with them', async () => {
    const texts = Array.from({ length: 40 }, (_, i) =>
      passage(`${'word '.repeat(i % 7)}number ${i}`, i % 3 ? 'en' : 'fr'),
    );
    const together = await embedder.embed(texts);
    expect(together).toHaveLength(40);
    for (const { vector } of together) {
      expect(vector).toHaveLength(embedder.dimensions);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    }
    for (const i of [0, 7, 39]) expect(await embedder.embed([texts[i]])).toEqual([together[i]]);
    expect(await embedder.countTokens(texts)).toEqual(together.map(({ tokens }) => tokens));
  });

  it('embed nothing, an empty text, and halves of characters', async () => {
    expect(await embedder.embed([])).toEqual([]);
    const hostile = [
      '',
      ' \n\t',
      '\ud800',
      'a\udc00b',
      '\u0000',
      '[SEP] [CLS]',
      '\u202e\u200d\ufeff',
      'Z\u0301\u0302'.repeat(50),
      '👩‍👩‍👧',
    ];
    const embeddings = await embedder.embed(hostile.flatMap((text) => [passage(text, 'en'), passage(text, 'ar')]));
    for (const { vector } of embeddings) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  });

  it('read the beginning of a long text and count all of it', async () => {
    const long = 'The tides follow the moon. '.repeat(4_000);
    const [whole, cut] = await embedder.embed([passage(long), passage(long.slice(0, 27 * 100))]);
    expect(whole.vector).toEqual(cut.vector);
    expect(whole.tokens).toBe(4_000 * 6 + 2);
  });

  it('let a query overtake passages that wait', async () => {
    const order: string[] = [];
    const passages = Array.from({ length: 60 }, (_, i) => passage(`${'All about the sea. '.repeat(30)}${i}`, 'de'));
    const imported = embedder.embed(passages).then(() => order.push('passages'));
    await embedder.embed([query('moon')]).then(() => order.push('query'));
    await imported;
    expect(order).toEqual(['query', 'passages']);
  });
});

describe('closing the bundled encoders', () => {
  it('finishes what runs, refuses what waits and what comes after', async () => {
    const embedder = await openBundledEmbedder({ threads: 1, onFailure: () => undefined });
    const texts = Array.from({ length: 100 }, (_, i) => passage(`${'All about the sea. '.repeat(30)}${i}`));
    const busy = embedder.embed(texts);
    const asked = embedder.embed([query('moon')]);
    const refused = expect(busy).rejects.toMatchObject({ code: 'shutting_down' });
    await embedder.close();
    await refused;
    expect(await asked).toHaveLength(1);
    await expect(embedder.embed([query('sun')])).rejects.toMatchObject({ code: 'shutting_down' });
  });

  it('refuses more passages when a great many wait', async () => {
    const embedder = await openBundledEmbedder({ threads: 1, onFailure: () => undefined });
    const many = embedder.embed(Array.from({ length: 20_500 }, (_, i) => passage(`${i}`)));
    many.catch(() => undefined);
    await expect(embedder.embed([passage('one more')])).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    expect(await embedder.embed([query('moon')])).toHaveLength(1);
    await embedder.close();
  });
});

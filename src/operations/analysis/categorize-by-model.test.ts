import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../domain/document/document.js';
import { BoundedLanguageModel } from '../../inference/bounded-language-model.js';
import type { Generation, GenerationRequest, LanguageModel } from '../../inference/language-model.js';
import { categorizeByModel, readAnswer } from './categorize-by-model.js';

const CATEGORIES = ['Sports', 'Cooking'].map((name) => ({ name, description: 'A description.' }));
const read = (text: string) => readAnswer(text, CATEGORIES);

describe('the answer of a language model', () => {
  it('is read from an array, even with text around it', () => {
    const answer =
      'Sure! [{"category": 2, "confidence": "high"}, {"category": 1, "confidence": "low"}] Hope that helps.';
    expect(read(answer)).toEqual([
      { name: 'Cooking', confidence: 'high' },
      { name: 'Sports', confidence: 'low' },
    ]);
    expect(read('[]')).toEqual([]);
  });

  it('counts a category once', () => {
    const twice = '[{"category": 1, "confidence": "high"}, {"category": 1, "confidence": "low"}]';
    expect(read(twice)).toEqual([{ name: 'Sports', confidence: 'high' }]);
  });

  it.each([
    'Sports, I think.',
    '[{"category": 1',
    '[1, 2]',
    '[null]',
    '[{"category": 3, "confidence": "high"}]',
    '[{"category": 0.5, "confidence": "high"}]',
    '[{"category": "1", "confidence": "high"}]',
    '[{"category": 1, "confidence": "certain"}]',
    '[[]]',
    '][',
  ])('is rejected as %s', (answer) => {
    expect(read(answer)).toBeNull();
  });
});

function documentTitled(title: string): Document {
  const times = { createdAt: 0, updatedAt: 0 };
  return { id: title, title, tenantId: '', language: 'en', metadata: null, sourceUri: null, content: '', ...times };
}

function modelThat(generate: (request: GenerationRequest) => Promise<Generation>): LanguageModel {
  return { name: 'model', contextTokens: 8192, countTokens: async () => 1, generate, close: async () => {} };
}

describe('many documents', () => {
  const documents = Array.from({ length: 30 }, (_, i) => documentTitled(`document ${i}`));
  const request = {
    documentIds: documents.map(({ id }) => id),
    categories: CATEGORIES,
    maxCategories: 5,
    minConfidence: 'low' as const,
    signal: new AbortController().signal,
  };

  it('are asked about a few at a time, so that the queue of the model keeps room', async () => {
    const model = modelThat(async ({ messages }) => {
      await sleep(Math.random() * 5);
      const category = /document \d*[02468]\b/.test(messages[1].text) ? 1 : 2;
      const text = JSON.stringify([{ category, confidence: 'high' }]);
      return { text, stopReason: 'end_turn', inputTokens: 10, outputTokens: 2 };
    });
    const bounded = new BoundedLanguageModel(model, { atOnce: 1, waiting: 3, milliseconds: 10_000 });
    const { answers, usage } = await categorizeByModel(documents, request, bounded);
    expect(answers.map((answer) => answer?.[0].name)).toEqual(documents.map((_, i) => CATEGORIES[i % 2].name));
    expect(usage).toEqual({ inputTokens: 300, outputTokens: 60, model: 'model' });
  });

  it('are left alone after the first error', async () => {
    const signals: AbortSignal[] = [];
    const model = modelThat(async ({ signal }) => {
      signals.push(signal);
      if (signals.length === 6) throw new Error('The model broke.');
      await sleep(signals.length < 5 ? 5 : 10_000, undefined, { signal });
      return { text: '[]', stopReason: 'end_turn', inputTokens: 1, outputTokens: 1 };
    });
    await expect(categorizeByModel(documents, request, model)).rejects.toThrow('The model broke.');
    await sleep(20);
    expect(signals).toHaveLength(6);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });
});

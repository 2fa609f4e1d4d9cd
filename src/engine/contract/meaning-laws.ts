import { expect } from 'vitest';
import type { Clause } from '../../domain/filter/filter.js';
import type { SemanticQuery, TextQuery } from '../engine.js';
import { planFor } from './engine-contract.js';
import { law } from './engine-under-test.js';
import {
  BEST_FIRST,
  byMeaning,
  documentOf,
  idsOf,
  SCALE,
  SPACE,
  search,
  searchPlan,
  semantic,
  stored,
} from './search-plans.js';

/** What any engine finds by vectors and by likeness. */
export const meaningLaws = {
  passages: law('passages come best first, above the cutoff, from the documents in scope', async (index) => {
    const engine = await index.startWith(
      stored('near', 'one two', [
        [9, 1, 0, 0, 0, 0],
        [0, 9, 0, 0, 0, 0],
      ]),
      stored('nearest', 'one', [[9, 0, 0, 0, 0, 0]]),
      stored('foreign', 'one', [[9, 0, 0, 0, 0, 0]], { tenantId: 'other' }),
    );
    const plan = { ...searchPlan({}), limit: 10, semantic: semantic([1, 0, 0, 0, 0, 0], 60) };
    const scope: Clause[] = [{ kind: 'terms', field: 'tenant_id', values: ['t'] }];
    const passages = await engine.findPassages({ ...plan, scope });
    expect(passages.map(({ id, passage }) => [id, passage])).toEqual([
      ['nearest', 0],
      ['near', 0],
    ]);
    expect(passages.every(({ score }) => score > 60)).toBe(true);
    expect(await engine.findPassages({ ...plan, scope, limit: 1 })).toEqual(passages.slice(0, 1));
  }),

  passageWords: law(
    'a passage that has the words is found below the cutoff, and is the one of its document that has them',
    async (index) => {
      const first = 'The wind is cold.';
      const second = 'Write to anna.lee@example.com.';
      const divided = stored('divided', `${first} ${second}`, [
        [0, 9, 0, 0, 0, 0],
        [0, 0, 9, 0, 0, 0],
      ]);
      const passages = [
        { start: 0, end: first.length },
        { start: first.length + 1, end: first.length + 1 + second.length },
      ];
      const engine = await index.startWith(
        { ...divided, passages },
        documentOf('other', 'A rope.', [0, 9, 0, 0, 0, 0]),
      );
      const plan = { ...searchPlan({}), limit: 10, semantic: semantic([1, 0, 0, 0, 0, 0], 60) };
      expect(await engine.findPassages(plan)).toEqual([]);
      const words = { language: 'en', text: 'anna.lee@example.com', typos: 'forgiven' } as const;
      const found = await engine.findPassages({ ...plan, words });
      expect(found.map(({ id, passage }) => [id, passage])).toEqual([['divided', 1]]);
    },
  ),

  parts: law('passages score by the nearest of several vectors', async (index) => {
    const engine = await index.startWith(
      documentOf('a', 'one', [9, 0, 0, 0, 0, 0]),
      documentOf('b', 'two', [0, 9, 0, 0, 0, 0]),
      documentOf('c', 'three', [0, 0, 9, 0, 0, 0]),
    );
    const furtherVectors = [Float32Array.from([0, 1, 0, 0, 0, 0])];
    const both = { ...semantic([1, 0, 0, 0, 0, 0], 60), furtherVectors };
    const found = await engine.findPassages({ ...searchPlan({}), limit: 10, semantic: both });
    expect(found.map(({ id }) => id)).toEqual(['a', 'b']);
    const text: TextQuery = { kind: 'search', words: null, semantic: both, semanticShare: 1 };
    expect(idsOf(await search(engine, text))).toEqual(['a', 'b']);
  }),

  languages: law('documents of a language score by the nearer of its vector and the vector for all', async (index) => {
    const engine = await index.startWith(
      stored('both', 'one', [
        [9, 0, 0, 0, 0, 0],
        [0, 9, 0, 0, 0, 0],
      ]),
      stored('english', 'one', [[0, 9, 1, 0, 0, 0]]),
      stored('german', 'eins', [[0, 9, 0, 0, 0, 0]], { language: 'de' }),
      stored('other', 'eins', [[9, 2, 0, 0, 0, 0]], { language: 'de' }),
    );
    const plain = semantic([1, 0, 0, 0, 0, 0], 60);
    const ofLanguages = [{ language: 'en', vector: Float32Array.from([0, 1, 0, 0, 0, 0]) }];
    const find = (one: SemanticQuery) =>
      engine.find(
        planFor({ sort: BEST_FIRST, text: { kind: 'search', words: null, semantic: one, semanticShare: 1 } }),
      );
    expect(idsOf(await find(plain))).toEqual(['both', 'other']);
    const found = await find({ ...plain, ofLanguages });
    expect([found.total, idsOf(found)]).toEqual([3, ['both', 'english', 'other']]);
    const plan = { ...planFor({}), limit: 10, semantic: { ...plain, ofLanguages } };
    const passages = (await engine.findPassages(plan)).map(({ id, passage }) => `${id} ${passage}`);
    expect(passages).toEqual(['both 0', 'both 1', 'english 0', 'other 0']);
  }),

  spaces: law('vectors of different encoders are never compared', async (index) => {
    const engine = await index.startWith(documentOf('a', 'text', [9, 0, 0, 0, 0, 0]));
    const other = { ...semantic([1, 0, 0, 0, 0, 0], 0), space: 'another encoder' };
    const text: TextQuery = { kind: 'search', words: null, semantic: other, semanticShare: 1 };
    expect((await search(engine, text)).total).toBe(0);
    expect((await search(engine, byMeaning([1, 0, 0, 0, 0, 0], 0))).total).toBe(1);
  }),

  similar: law(
    'the nearest document is the most similar one, a source is not similar to itself, nor is what is far from it',
    async (index) => {
      const engine = await index.startWith(
        documentOf('source', 'a', [9, 0, 0, 0, 0, 0]),
        documentOf('near', 'b', [9, 2, 0, 0, 0, 0]),
        documentOf('far', 'c', [0, 9, 0, 0, 0, 0]),
      );
      const similarTo = (id: string): TextQuery => ({
        kind: 'similar',
        sources: [{ id, weight: 1 }],
        space: SPACE,
        scale: SCALE,
      });
      const found = await search(engine, similarTo('source'));
      expect([found.total, idsOf(found)]).toEqual([1, ['near']]);
      expect(idsOf(await search(engine, similarTo('nobody')))).toEqual([]);
    },
  ),

  duplicates: law('a copy is a duplicate, another text is not, and no document is its own duplicate', async (index) => {
    const text = 'the moon pulls the oceans twice a day and the tides follow it around the whole world';
    const engine = await index.startWith(
      documentOf('original', text, [9, 0, 0, 0, 0, 0]),
      documentOf('copy', text, [9, 0, 0, 0, 0, 0]),
      documentOf('other', 'a recipe for bread with rye flour and salt from the mill', [9, 1, 0, 0, 0, 0]),
    );
    expect(idsOf(await search(engine, { kind: 'duplicates', id: 'original' }))).toEqual(['copy']);
  }),
};

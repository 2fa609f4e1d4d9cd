import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Clause } from '../../domain/filter/filter.js';
import type { Engine, Hit, TextQuery } from '../engine.js';
import { documentWith } from './engine-contract.js';
import { law } from './engine-under-test.js';
import {
  byBoth,
  byMeaning,
  byWords,
  documentOf,
  ENGLISH,
  idsOf,
  search,
  searchPlan,
  someText,
  someTexts,
  vector,
} from './search-plans.js';

/** What holds for lists of hits, however they are found. */
export const listLaws = {
  paging: law('the total equals the hits over all pages, whatever the page size', async (index) => {
    await fc.assert(
      fc.asyncProperty(someTexts, someText, vector, async (texts, words, meaning) => {
        const engine = await index.startWith(...texts.map((one, i) => documentOf(`d${i}`, one.text, one.vector)));
        for (const text of [byWords(words), byMeaning(meaning, 20), byBoth(words, meaning)]) {
          const all = await engine.find(searchPlan({ text, window: { offset: 0, limit: 100 } }));
          expect(all.hits).toHaveLength(all.total);
          for (const limit of [1, 4]) expect(await pagesOf(engine, text, limit)).toEqual(all.hits);
        }
      }),
      { numRuns: 12 },
    );
  }),

  tenants: law('documents of other tenants change no score', async (index) => {
    const scope: Clause[] = [ENGLISH, { kind: 'terms', field: 'tenant_id', values: ['mine'] }];
    await fc.assert(
      fc.asyncProperty(someTexts, someTexts, someText, vector, async (mine, others, words, meaning) => {
        const engine = await index.startWith(
          ...mine.map((one, i) => documentOf(`m${i}`, one.text, one.vector, { tenantId: 'mine' })),
        );
        const texts = [byWords(words), byBoth(words, meaning)];
        const ask = () => Promise.all(texts.map((text) => engine.find(searchPlan({ text, scope }))));
        const before = await ask();
        await index.add(...others.map((one, i) => documentOf(`o${i}`, one.text, one.vector, { tenantId: 'theirs' })));
        expect(await ask()).toEqual(before);
      }),
      { numRuns: 8 },
    );
  }),

  cutoff: law('a higher cutoff never finds more', async (index) => {
    await fc.assert(
      fc.asyncProperty(someTexts, someText, vector, async (texts, words, meaning) => {
        const engine = await index.startWith(...texts.map((one, i) => documentOf(`d${i}`, one.text, one.vector)));
        for (const query of [byMeaning, (v: number[], cutoff: number) => byBoth(words, v, cutoff)]) {
          const totals: number[] = [];
          for (const cutoff of [0, 30, 60, 90]) totals.push((await search(engine, query(meaning, cutoff))).total);
          expect(totals).toEqual([...totals].sort((a, b) => b - a));
        }
      }),
      { numRuns: 8 },
    );
  }),

  suggestions: law(
    'every typed word begins a word of a suggested title; those with a typo come last and are not counted',
    async (index) => {
      const titles = ['Harbour wind', 'Windy harbours', 'Rope', 'The unwinding'];
      const engine = await index.startWith(
        ...titles.map((title, i) => ({ document: documentWith({ id: `d${i}`, title }), vectors: [] })),
      );
      const suggest = async (typed: string) =>
        idsOf(await engine.find(searchPlan({ text: { kind: 'suggest', typed, language: 'en' } })));
      expect(await suggest('harb')).toEqual(['d0', 'd1']);
      expect((await suggest('win har')).sort()).toEqual(['d0', 'd1']);
      expect(await suggest('rope wind')).toEqual([]);
      await index.add({ document: documentWith({ id: 'book', title: '新しい本', language: 'ja' }), vectors: [] });
      // A dictionary cuts the unfinished word in two.
      const unfinished = { kind: 'suggest', typed: '新し', language: 'ja' } as const;
      expect(idsOf(await engine.find(searchPlan({ text: unfinished, scope: [] })))).toEqual(['book']);
      await index.add({ document: documentWith({ id: 'typo', title: 'Harbuor winds' }), vectors: [] });
      for (const typed of ['harbour', 'harbour wind']) {
        const found = await engine.find(searchPlan({ text: { kind: 'suggest', typed, language: 'en' } }));
        expect([found.total, idsOf(found)]).toEqual([2, ['d0', 'd1', 'typo']]);
      }
      // It would be the middle of a word.
      for (const typed of ['arbour', 'carbour', 'aharbour']) expect(await suggest(typed)).toEqual([]);
    },
  ),
};

async function pagesOf(engine: Engine, text: TextQuery, limit: number): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (;;) {
    const page = await engine.find(searchPlan({ text, window: { offset: hits.length, limit } }));
    if (page.hits.length === 0) return hits;
    hits.push(...page.hits);
  }
}

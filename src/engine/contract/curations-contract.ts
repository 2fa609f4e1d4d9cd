import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { Facet } from '../../domain/facet/facet.js';
import type { Clause } from '../../domain/filter/filter.js';
import type { Findings, Hit } from '../engine.js';
import { type EngineOfTest, itHasEngine, type OpenEngine } from './engine-under-test.js';
import { byBoth, byWords, documentOf, FAR, findAll, idsOf, MEANING, scoreOf, titled } from './search-plans.js';

const TENANT_U: Clause = { kind: 'terms', field: 'tenant_id', values: ['u'] };

/** What any engine does with documents that are pinned or hidden. */
export function curationsContract(name: string, open: OpenEngine): void {
  describe(`${name}: the contract of curations`, () => {
    const law = (what: string, test: (index: EngineOfTest) => Promise<void>) => itHasEngine(what, open, test);

    const FACET: Facet = {
      ...{ type: 'terms', field: 'tenant_id', name: 'tenant_id', size: 10, prefix: null },
      ...{ orderBy: 'count', order: 'desc', minCount: 1, excludeOwnFilter: false },
    };
    const tenants = (found: Findings) => {
      const [facet] = found.facets;
      return facet.type === 'terms' ? Object.fromEntries(facet.values.map(({ value, count }) => [value, count])) : {};
    };

    law('puts pinned documents first if scope and filter allow them, whether they match or not', async (index) => {
      const engine = await index.startWithEach(
        documentOf('a', 'harbour harbour', MEANING),
        documentOf('b', 'harbour and rope', MEANING),
        documentOf('c', 'nothing of it', FAR, { tenantId: 'u' }),
        documentOf('d', 'nichts davon', MEANING, { language: 'de' }),
      );
      for (const text of [byWords('harbour'), byBoth('harbour', MEANING)]) {
        const found = await findAll(engine, { text, pinned: ['c', 'gone', 'd', 'b'], facets: [FACET] });
        expect([found.total, idsOf(found)]).toEqual([3, ['c', 'b', 'a']]);
        expect(found.hits[0].score).toBeNull();
        const plain = await findAll(engine, { text });
        expect(scoreOf(found, 'b')).toBe(scoreOf(plain, 'b'));
        expect(found.pinned).toEqual(['c', 'b']);
        expect(tenants(found)).toEqual({ t: 2, u: 1 });
        const filter = { must: [], mustNot: [TENANT_U], should: [], minimumShouldMatch: 0 };
        const narrowed = await findAll(engine, { text, filter, pinned: ['c', 'b'], facets: [FACET] });
        expect([narrowed.total, idsOf(narrowed), narrowed.pinned]).toEqual([2, ['b', 'a'], ['b']]);
      }
    });

    law('hides documents from hits, total and facets, and changes no score of others', async (index) => {
      const engine = await index.startWithEach(
        documentOf('a', 'harbour harbour', MEANING),
        documentOf('b', 'harbour and rope', MEANING, { tenantId: 'u' }),
        documentOf('c', 'nothing of it', FAR),
      );
      for (const text of [byWords('harbour'), byBoth('harbour', MEANING)]) {
        const plain = await findAll(engine, { text });
        const found = await findAll(engine, { text, hidden: ['c', 'b', 'gone'], pinned: ['b'], facets: [FACET] });
        expect([found.total, found.hits, found.hidden, found.pinned]).toEqual([
          1,
          plain.hits.filter(({ id }) => id === 'a'),
          ['b'],
          [],
        ]);
        expect(tenants(found)).toEqual({ t: 1 });
      }
      expect(idsOf(await findAll(engine, { text: null, sort: [], hidden: ['b'] })).sort()).toEqual(['a', 'c']);
    });

    law('counts pinned suggestions', async (index) => {
      const engine = await index.startWithEach(
        titled('a', 'Harbour wind', 'x'),
        titled('b', 'Ropes', 'x'),
        titled('c', 'Harbuor typo', 'x'),
      );
      const text = { kind: 'suggest', typed: 'harbour', language: 'en' } as const;
      const found = await findAll(engine, { text, pinned: ['b'] });
      expect([found.total, idsOf(found)]).toEqual([2, ['b', 'a', 'c']]);
    });

    law('shows the same hits in windows of any size, by offset and by the hit before', async (index) => {
      const ids = Array.from({ length: 12 }, (_, i) => `d${i}`);
      const engine = await index.startWithEach(
        ...ids.map((id, i) => documentOf(id, i % 3 === 0 ? 'rope' : `harbour ${'rope '.repeat(i)}`, MEANING)),
      );
      const some = fc.subarray([...ids, 'gone'], { maxLength: 5 }).chain((list) => fc.shuffledSubarray(list));
      await fc.assert(
        fc.asyncProperty(some, some, fc.boolean(), async (pinned, hidden, withMeaning) => {
          const text = withMeaning ? byBoth('harbour', MEANING) : byWords('harbour');
          const all = await findAll(engine, { text, pinned, hidden });
          expect(all.hits).toHaveLength(all.total);
          expect(new Set(idsOf(all)).size).toBe(all.total);
          const first = pinned.filter((id) => id !== 'gone' && !hidden.includes(id));
          expect(idsOf(all).slice(0, first.length)).toEqual(first);
          expect(idsOf(all).filter((id) => hidden.includes(id))).toEqual([]);
          const limit = 3;
          const pages: Hit[] = [];
          const walked: Hit[] = [];
          for (let offset = 0; offset < all.total; offset += limit) {
            pages.push(...(await findAll(engine, { text, pinned, hidden, window: { offset, limit } })).hits);
            const window = { after: walked.at(-1) ?? null, limit };
            walked.push(...(await findAll(engine, { text, pinned, hidden, window })).hits);
          }
          expect(pages).toEqual(all.hits);
          expect(walked).toEqual(all.hits);
        }),
        { numRuns: 6 },
      );
    });
  });
}

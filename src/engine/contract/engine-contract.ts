import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { Document } from '../../domain/document/document.js';
import type { Clause, Filter } from '../../domain/filter/filter.js';
import type { Hit, QueryPlan } from '../engine.js';
import { anyDocument, anyId, anyPlan } from './arbitraries.js';
import { type EngineOfTest, itHasEngine, type OpenEngine } from './engine-under-test.js';
import { ReferenceEngine } from './reference-engine.js';

/** Milliseconds, against hanging alone. */
const TIME_LIMIT = 60_000;

/** Documents, filters, sort, facets, paging and restarts: what any engine must do exactly, whatever it is made of. */
export function engineContract(
  name: string,
  open: OpenEngine,
  /** Share (0–1) of the property tests' runs, for engines that are far away and answer slowly. */
  { runs = 1 } = {},
): void {
  describe(`${name}: the engine contract`, () => {
    const law = (what: string, test: (index: EngineOfTest) => Promise<void>) => itHasEngine(what, open, test);

    law('finds a document as soon as the change has been taken', async (index) => {
      const { engine, write, put } = await index.start();
      for (let i = 0; i < 50; i++) {
        await write([put(documentWith({ id: `d${i}` }))]);
        expect((await engine.find(planFor({}))).total).toBe(i + 1);
      }
    });

    law('forgets the old version of a changed document, and deleted ones', async (index) => {
      const { engine, write, put, remove } = await index.start();
      await write([put(documentWith({ id: 'a', title: 'old' })), put(documentWith({ id: 'b' }))]);
      await write([put(documentWith({ id: 'a', title: 'new' })), remove('b')]);
      const byTitle = (title: string) => engine.find(planFor({ filter: must(term('title', title)) }));
      expect((await byTitle('old')).total).toBe(0);
      expect((await byTitle('new')).hits).toEqual([{ id: 'a', sortValues: [], score: null, passage: null }]);
      expect((await engine.find(planFor({}))).total).toBe(1);
    });

    law('lets the last of several changes to one document win within a batch', async (index) => {
      const { engine, write, put, remove } = await index.start();
      await write([put(documentWith({ id: 'a' })), remove('a'), put(documentWith({ id: 'a', title: 'third' }))]);
      await write([put(documentWith({ id: 'b' })), remove('b')]);
      const { hits } = await engine.find(planFor({ sort: [{ field: 'title', order: 'asc', missing: '_last' }] }));
      expect(hits).toEqual([{ id: 'a', sortValues: ['third'], score: null, passage: null }]);
    });

    law('ends ties at the id, over any number of batches', async (index) => {
      const { engine, write, put } = await index.start();
      for (const id of ['c', 'a', 'd', 'b']) await write([put(documentWith({ id, createdAt: 5 }))]);
      const sort = [{ field: 'created_at', order: 'desc', missing: '_last' } as const];
      const { hits } = await engine.find(planFor({ sort, window: { offset: 1, limit: 2 } }));
      expect(hits.map(({ id }) => id)).toEqual(['b', 'c']);
    });

    law('shows every match exactly once, in order, to whoever pages to the end', async (index) => {
      const { engine, write, put } = await index.start();
      const documents = Array.from({ length: 2500 }, (_, i) =>
        documentWith({ id: `d${i}`, createdAt: (i * 7) % 50, metadata: { n: i % 3 } }),
      );
      for (let from = 0; from < documents.length; from += 500) {
        await write(documents.slice(from, from + 500).map(put));
      }
      const reference = new ReferenceEngine();
      reference.apply(documents.map(put));
      const pages = [];
      const plan = planFor({
        filter: must({ kind: 'range', field: 'metadata.n', bounds: { kind: 'number', gte: 1 } }),
        sort: [{ field: 'created_at', order: 'desc', missing: '_last' }],
      });
      for (let offset = 0; offset < 1700; offset += 100) {
        pages.push(...(await engine.find({ ...plan, window: { offset, limit: 100 } })).hits);
      }
      const all = reference.find({ ...plan, window: { offset: 0, limit: 2500 } }).hits;
      expect(pages).toEqual(all);
      const walked: Hit[] = [];
      for (;;) {
        const window = { after: walked.at(-1) ?? null, limit: 90 };
        const { hits, total } = await engine.find({ ...plan, window });
        expect(total).toBe(all.length);
        if (hits.length === 0) break;
        walked.push(...hits);
      }
      expect(walked).toEqual(all);
    });

    law('goes on behind a hit that has been deleted meanwhile', async (index) => {
      const { engine, write, put, remove } = await index.start();
      await write(['a', 'b', 'c', 'd'].map((id) => put(documentWith({ id, createdAt: 5 }))));
      const sort = [{ field: 'created_at', order: 'asc', missing: '_last' } as const];
      const first = await engine.find(planFor({ sort, window: { after: null, limit: 2 } }));
      await write([remove('b')]);
      const next = await engine.find(planFor({ sort, window: { after: first.hits[1], limit: 2 } }));
      expect(next.hits.map(({ id }) => id)).toEqual(['c', 'd']);
    });

    law('gives up when the time limit has passed, and when nobody waits any more', async (index) => {
      const { engine, write, put } = await index.start();
      await write([put(documentWith({ id: 'a' }))]);
      await expect(engine.find(planFor({ timeLimit: -1, filter: must(term('title', 'x')) }))).rejects.toMatchObject({
        code: 'query_too_expensive',
      });
      const left = new Error('The client has left.');
      await expect(engine.find(planFor({}), { signal: AbortSignal.abort(left) })).rejects.toBe(left);
      const controller = new AbortController();
      const asked = engine.find(planFor({}), { signal: controller.signal });
      controller.abort(left);
      await expect(asked).rejects.toBe(left);
      expect((await engine.find(planFor({}))).total).toBe(1);
    });

    law('says what can be expected of it', async (index) => {
      const { engine } = await index.start();
      const { exactTotals, exactFacets, deepestOffset, name } = engine.describe();
      expect(name).not.toBe('');
      expect([exactFacets, ...Object.values(exactTotals)].every((exact) => typeof exact === 'boolean')).toBe(true);
      if (deepestOffset !== null) expect(deepestOffset).toBeGreaterThanOrEqual(10_000);
    });

    law('counts a facet without the clauses on its own field when asked to', async (index) => {
      const { engine, write, put } = await index.start();
      const shirts = ['red', 'red', 'blue'].map((colour, i) =>
        put(documentWith({ id: `s${i}`, metadata: { colour, size: i } })),
      );
      await write(shirts);
      const { total, facets } = await engine.find(
        planFor({
          filter: must(term('metadata.colour', 'red'), { kind: 'exists', field: 'metadata.size' }),
          facets: [
            {
              type: 'terms',
              name: 'c',
              field: 'metadata.colour',
              size: 10,
              orderBy: 'count',
              order: 'desc',
              minCount: 1,
              prefix: null,
              excludeOwnFilter: true,
            },
          ],
        }),
      );
      expect(total).toBe(2);
      expect(facets[0]).toMatchObject({
        values: [
          { value: 'red', count: 2 },
          { value: 'blue', count: 1 },
        ],
      });
    });

    law('describes the metadata of the documents in scope', async (index) => {
      const { engine, write, put } = await index.start();
      await write([
        put(documentWith({ id: 'a', tenantId: 't1', metadata: { n: 3, tags: ['x', 'y'], when: '2024-05-01' } })),
        put(documentWith({ id: 'b', tenantId: 't1', metadata: { n: 7.5, who: { name: 'Ada' } } })),
        put(documentWith({ id: 'c', tenantId: 't2', metadata: { secret: 'no' } })),
      ]);
      const { totalDocuments, fields } = await engine.describeMetadata({
        scope: [term('tenant_id', 't1')],
        timeLimit: TIME_LIMIT,
      });
      expect(totalDocuments).toBe(2);
      expect(fields.map(({ field }) => field)).toEqual([
        'metadata.n',
        'metadata.tags',
        'metadata.when',
        'metadata.who.name',
      ]);
      expect(fields[0]).toMatchObject({
        types: ['number'],
        array: false,
        documentCount: 2,
        distinctCount: 2,
        min: 3,
        max: 7.5,
      });
      expect(fields[1]).toMatchObject({
        types: ['string'],
        array: true,
        distinctCount: 2,
        examples: ['x', 'y'],
        min: null,
      });
      expect(fields[2]).toMatchObject({ types: ['date'], min: '2024-05-01T00:00:00.000Z' });
    });

    law('answers every plan as a look at every document would', async (index) => {
      const batches = fc.array(fc.array(anyDocument(), { minLength: 1, maxLength: 12 }), {
        minLength: 1,
        maxLength: 4,
      });
      await fc.assert(
        fc.asyncProperty(batches, fc.array(anyPlan, { minLength: 10, maxLength: 20 }), async (documents, plans) => {
          const { engine, write, put } = await index.start();
          const reference = new ReferenceEngine();
          for (const batch of documents) {
            const changes = batch.map(put);
            await write(changes);
            reference.apply(changes);
          }
          for (const plan of plans) expect(await engine.find(plan)).toEqual(reference.find(plan));
        }),
        { numRuns: Math.ceil(60 * runs), endOnFailure: runs < 1 },
      );
    });

    law('is a plain map to any interleaving of puts, deletes, restarts and crashes', async (index) => {
      const step = fc.oneof(
        { weight: 6, arbitrary: fc.array(anyDocument(), { minLength: 1, maxLength: 5 }) },
        { weight: 3, arbitrary: anyId },
        { weight: 1, arbitrary: fc.constantFrom('gracefully' as const, 'after a crash' as const) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), anyPlan, async (steps, plan) => {
          await index.start();
          const reference = new ReferenceEngine();
          for (const one of steps) {
            if (one === 'gracefully' || one === 'after a crash') await index.restart(one);
            else {
              const changes = typeof one === 'string' ? [index.remove(one)] : one.map(index.put);
              await index.write(changes);
              reference.apply(changes);
            }
            const everything = planFor({ window: { offset: 0, limit: 100 } });
            expect(await index.engine.find(everything)).toEqual(reference.find(everything));
          }
          expect(await index.engine.find(plan)).toEqual(reference.find(plan));
        }),
        { numRuns: Math.ceil(30 * runs), endOnFailure: runs < 1 },
      );
    });
  });
}

export function documentWith(fields: Partial<Document> & { id: string }): Document {
  return {
    title: 'a title',
    tenantId: 't',
    language: 'en',
    metadata: null,
    sourceUri: null,
    createdAt: 0,
    updatedAt: 0,
    content: null,
    ...fields,
  };
}

export function planFor(fields: Partial<QueryPlan>): QueryPlan {
  return {
    scope: [],
    filter: null,
    text: null,
    sort: [],
    window: { offset: 0, limit: 10 },
    facets: [],
    timeLimit: TIME_LIMIT,
    ...fields,
  };
}

function term(field: string, value: string): Clause {
  return { kind: 'terms', field, values: [value] };
}

function must(...clauses: Clause[]): Filter {
  return { must: clauses, mustNot: [], should: [], minimumShouldMatch: 0 };
}

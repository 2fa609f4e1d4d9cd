import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentVectors } from '../../domain/document/vectors.js';
import { quantize } from '../../domain/document/vectors.js';
import type { Clause } from '../../domain/filter/filter.js';
import { queryParts } from '../../text/query/query-parts.js';
import type { Engine, Findings, Hit, QueryPlan, SemanticQuery, TextQuery } from '../engine.js';
import { documentWith, planFor } from './engine-contract.js';
import { type EngineOfTest, itHasEngine, type OpenEngine } from './engine-under-test.js';
import type { StoredDocument } from './reference-engine.js';

const LAWS = {
  paging: 'the total equals the hits over all pages, whatever the page size',
  phrase: 'a quoted phrase binds',
  relaxed: 'a phrase that no document in scope and filter has is read as its words, on every page alike',
  exclusion: 'a minus binds',
  tenants: 'documents of other tenants change no score',
  cutoff: 'a higher cutoff never finds more',
  typos: 'a document with the word is not below one with only a typo of it',
  forms: 'the matched forms name the words, and typos only where they are forgiven',
  spellings: 'letters and digits, and words that a sign joins, are found together and apart',
  compounds: 'words that a hyphen joins have the forms of the word that they are also written as',
  spacings: 'two words are found as one, and one as two, where typos are forgiven',
  passages: 'passages come best first, above the cutoff, from the documents in scope',
  passageWords: 'a passage that has the words is found below the cutoff, and is the one of its document that has them',
  parts: 'passages score by the nearest of several vectors',
  suggestions: 'every typed word begins a word of a suggested title; those with a typo come last and are not counted',
  similar:
    'the nearest document is the most similar one, a source is not similar to itself, nor is what is far from it',
  duplicates: 'a copy is a duplicate, another text is not, and no document is its own duplicate',
  languages: 'documents of a language score by the nearer of its vector and the vector for all',
  spaces: 'vectors of different encoders are never compared',
} as const;
type Law = keyof typeof LAWS;

const SPACE = 'test';
const SCALE = { middle: 0.3, steepness: 8 };
const BEST_FIRST = [{ field: '_score', order: 'desc', missing: '_last' } as const];
const ENGLISH: Clause = { kind: 'terms', field: 'language', values: ['en'] };
const VOCABULARY = 'moon moons tide tides ocean sail sailing wind harbour rope'.split(' ');

export const someText = fc
  .array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(' '));
export const vector = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 6, maxLength: 6 });
export const someTexts = fc.array(fc.record({ text: someText, vector }), { minLength: 1, maxLength: 15 });

/** Laws that any engine can keep, however it ranks. `exceptions` names a law that one can't keep, with the reason. */
export function searchContract(name: string, open: OpenEngine, exceptions: Partial<Record<Law, string>> = {}): void {
  describe(`${name}: the search contract`, () => {
    async function engineWith(index: EngineOfTest, ...documents: readonly StoredDocument[]): Promise<Engine> {
      await index.start();
      await index.add(...documents);
      return index.engine;
    }

    function law(which: Law, test: (index: EngineOfTest) => Promise<void>): void {
      const reason = exceptions[which];
      if (reason === undefined) itHasEngine(LAWS[which], open, test);
      else it.skip(`${LAWS[which]} (left out: ${reason})`, () => undefined);
    }

    law('paging', async (index) => {
      await fc.assert(
        fc.asyncProperty(someTexts, someText, vector, async (texts, words, meaning) => {
          const engine = await engineWith(index, ...texts.map((one, i) => documentOf(`d${i}`, one.text, one.vector)));
          for (const text of [byWords(words), byMeaning(meaning, 20), byBoth(words, meaning)]) {
            const all = await engine.find(searchPlan({ text, window: { offset: 0, limit: 100 } }));
            expect(all.hits).toHaveLength(all.total);
            for (const limit of [1, 4]) expect(await pagesOf(engine, text, limit)).toEqual(all.hits);
          }
        }),
        { numRuns: 12 },
      );
    });

    law('phrase', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('phrase', 'the harbour wind is cold'),
        documentOf('apart', 'the wind in the harbour is cold'),
      );
      expect(idsOf(await search(engine, byWords('"harbour wind"')))).toEqual(['phrase']);
      expect(idsOf(await search(engine, byWords('harbour wind'))).sort()).toEqual(['apart', 'phrase']);
    });

    law('relaxed', async (index) => {
      const apart = 'the wind in the harbour is cold';
      const engine = await engineWith(
        index,
        documentOf('a', apart, [9, 0, 0, 0, 0, 0]),
        documentOf('b', `${apart} and so is the rope`, [9, 0, 0, 0, 0, 0]),
        documentOf('phrase', 'the harbour wind is cold', [9, 0, 0, 0, 0, 0], { tenantId: 'other' }),
      );
      const mine: Clause[] = [ENGLISH, { kind: 'terms', field: 'tenant_id', values: ['t'] }];
      const notPhrase: Clause = { kind: 'ids', values: ['a', 'b'] };
      const filter = { must: [notPhrase], mustNot: [], should: [], minimumShouldMatch: 0 };
      for (const ask of [byWords, (query: string) => byBoth(query, [9, 0, 0, 0, 0, 0])]) {
        const text = ask('cold "harbour wind"');
        const everywhere = await engine.find(searchPlan({ text }));
        expect(idsOf(everywhere)).toEqual(['phrase']);
        expect(everywhere.relaxedPhrases).toEqual([]);
        for (const narrowed of [{ scope: mine }, { filter }]) {
          const all = await engine.find(searchPlan({ text, ...narrowed }));
          const plain = await engine.find(searchPlan({ text: ask('cold harbour wind'), ...narrowed }));
          expect(all.relaxedPhrases).toEqual(['harbour wind']);
          expect([all.total, idsOf(all)]).toEqual([2, idsOf(plain)]);
          const second = await engine.find(searchPlan({ text, ...narrowed, window: { offset: 1, limit: 1 } }));
          expect(second).toMatchObject({ total: 2, hits: all.hits.slice(1), relaxedPhrases: ['harbour wind'] });
        }
      }
      // Each phrase is looked for by itself.
      const two = await search(engine, byWords('"harbour wind" "cold rope"'));
      expect([idsOf(two), two.relaxedPhrases]).toEqual([['phrase'], ['cold rope']]);
    });

    law('exclusion', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('sea', 'harbour and ocean', [9, 0, 0, 0, 0, 0]),
        documentOf('land', 'harbour and rope', [9, 0, 0, 0, 0, 0]),
      );
      expect(idsOf(await search(engine, byWords('harbour -rope')))).toEqual(['sea']);
      expect(idsOf(await search(engine, byWords('harbour -"and rope"')))).toEqual(['sea']);
      // What is excluded is not found by its meaning either.
      expect(idsOf(await search(engine, byBoth('harbour -rope', [9, 0, 0, 0, 0, 0])))).toEqual(['sea']);
      const nothingElse: TextQuery = {
        ...{ kind: 'search', semantic: null, semanticShare: 0 },
        words: { language: 'en', parts: [{ kind: 'excluded word', text: 'rope', start: 1 }], typos: 'forgiven' },
      };
      expect(idsOf(await search(engine, nothingElse))).toEqual([]);
    });

    law('tenants', async (index) => {
      const scope: Clause[] = [ENGLISH, { kind: 'terms', field: 'tenant_id', values: ['mine'] }];
      await fc.assert(
        fc.asyncProperty(someTexts, someTexts, someText, vector, async (mine, others, words, meaning) => {
          const engine = await engineWith(
            index,
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
    });

    law('cutoff', async (index) => {
      await fc.assert(
        fc.asyncProperty(someTexts, someText, vector, async (texts, words, meaning) => {
          const engine = await engineWith(index, ...texts.map((one, i) => documentOf(`d${i}`, one.text, one.vector)));
          for (const query of [byMeaning, (v: number[], cutoff: number) => byBoth(words, v, cutoff)]) {
            const totals: number[] = [];
            for (const cutoff of [0, 30, 60, 90]) totals.push((await search(engine, query(meaning, cutoff))).total);
            expect(totals).toEqual([...totals].sort((a, b) => b - a));
          }
        }),
        { numRuns: 8 },
      );
    });

    law('typos', async (index) => {
      const engine = await engineWith(
        index,
        documentOf('right', `harbour ${'rope '.repeat(200)}`),
        documentOf('wrong', 'harbuor harbuor harbuor'),
      );
      const { hits } = await search(engine, byWords('harbour'));
      expect(hits[0].id).toBe('right');
    });

    law('forms', async (index) => {
      const engine = await engineWith(index, documentOf('a', 'sailing to the harbuor'));
      const forgiving = await search(engine, byWords('harbour, sail'));
      expect(forgiving.matched?.words.map(({ term }) => term)).toEqual(['harbour', 'sail']);
      expect(forgiving.matched?.typos).toEqual([{ word: 'harbour', terms: ['harbuor'] }]);
      const strict = await search(engine, byWords('harbour, sail', 'refused'));
      expect(strict.matched?.typos).toEqual([]);
      expect((await search(engine, byMeaning([1, 0, 0, 0, 0, 0], 0))).matched).toBeNull();
    });

    law('spellings', async (index) => {
      const texts = ['an iPhone 15', 'an iPhone15', 'an iPhone 14', 'by Wi-Fi', 'by wifi', 'by wire'];
      const engine = await engineWith(index, ...texts.map((text, i) => documentOf(`d${i}`, text)));
      const found = async (query: string) => idsOf(await search(engine, byWords(query))).sort();
      expect(await found('iphone15')).toEqual(['d0', 'd1']);
      expect((await found('iphone 15')).slice(0, 2)).toEqual(['d0', 'd1']);
      for (const query of ['wifi', 'wi-fi']) expect(await found(query)).toEqual(['d3', 'd4']);
      const suggested = { kind: 'suggest', typed: 'wi-fi', language: 'en' } as const;
      await index.add({ document: documentWith({ id: 'title', title: 'Wifi' }), vectors: [] });
      expect(idsOf(await engine.find(searchPlan({ text: suggested })))).toContain('title');
    });

    law('compounds', async (index) => {
      const texts = ['he re-arranged it', 'she rearranged it', 'they rearrange it', 'a range'];
      const inOneBatch = await engineWith(index, ...texts.map((text, i) => documentOf(`d${i}`, text)));
      for (const query of ['rearranges', 're-arranging'])
        expect(idsOf(await search(inOneBatch, byWords(query))).sort()).toEqual(['d0', 'd1', 'd2']);
    });

    law('spacings', async (index) => {
      const texts = ['each file name', 'each filename', 'each file has a name', 'log in', 'login'];
      const engine = await engineWith(index, ...texts.map((text, i) => documentOf(`d${i}`, text)));
      const found = async (query: string, typos?: 'refused') => idsOf(await search(engine, byWords(query, typos)));
      expect(await found('filename')).toEqual(['d1', 'd0']);
      expect((await found('file name')).sort()).toEqual(['d0', 'd1', 'd2']);
      for (const query of ['login', 'log in']) expect((await found(query)).sort()).toEqual(['d3', 'd4']);
      expect(await found('filename', 'refused')).toEqual(['d1']);
      const titles = ['The file name', 'A filename'];
      for (const [i, title] of titles.entries())
        await index.add({ document: documentWith({ id: `title${i}`, title }), vectors: [] });
      for (const typed of ['file na', 'filename']) {
        const plan = searchPlan({ text: { kind: 'suggest', typed, language: 'en' } });
        expect(idsOf(await engine.find(plan)).sort()).toEqual(['title0', 'title1']);
      }
    });

    law('passages', async (index) => {
      const engine = await engineWith(
        index,
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
    });

    law('passageWords', async (index) => {
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
      const engine = await engineWith(
        index,
        { ...divided, passages },
        documentOf('other', 'A rope.', [0, 9, 0, 0, 0, 0]),
      );
      const plan = { ...searchPlan({}), limit: 10, semantic: semantic([1, 0, 0, 0, 0, 0], 60) };
      expect(await engine.findPassages(plan)).toEqual([]);
      const words = { language: 'en', text: 'anna.lee@example.com', typos: 'forgiven' } as const;
      const found = await engine.findPassages({ ...plan, words });
      expect(found.map(({ id, passage }) => [id, passage])).toEqual([['divided', 1]]);
    });

    law('parts', async (index) => {
      const engine = await engineWith(
        index,
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
    });

    law('suggestions', async (index) => {
      const titles = ['Harbour wind', 'Windy harbours', 'Rope', 'The unwinding'];
      const engine = await engineWith(
        index,
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
    });

    law('similar', async (index) => {
      const engine = await engineWith(
        index,
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
    });

    law('duplicates', async (index) => {
      const text = 'the moon pulls the oceans twice a day and the tides follow it around the whole world';
      const engine = await engineWith(
        index,
        documentOf('original', text, [9, 0, 0, 0, 0, 0]),
        documentOf('copy', text, [9, 0, 0, 0, 0, 0]),
        documentOf('other', 'a recipe for bread with rye flour and salt from the mill', [9, 1, 0, 0, 0, 0]),
      );
      expect(idsOf(await search(engine, { kind: 'duplicates', id: 'original' }))).toEqual(['copy']);
    });

    law('languages', async (index) => {
      const engine = await engineWith(
        index,
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
    });

    law('spaces', async (index) => {
      const engine = await engineWith(index, documentOf('a', 'text', [9, 0, 0, 0, 0, 0]));
      const other = { ...semantic([1, 0, 0, 0, 0, 0], 0), space: 'another encoder' };
      const text: TextQuery = { kind: 'search', words: null, semantic: other, semanticShare: 1 };
      expect((await search(engine, text)).total).toBe(0);
      expect((await search(engine, byMeaning([1, 0, 0, 0, 0, 0], 0))).total).toBe(1);
    });
  });
}

function stored(
  id: string,
  content: string,
  passages: readonly (readonly number[])[],
  fields: Partial<StoredDocument['document']> = {},
): StoredDocument {
  const vectors: DocumentVectors = {
    space: SPACE,
    codes: passages.map((values) => quantize(Float32Array.from(values))),
  };
  return { document: documentWith({ id, title: 'untitled', content, ...fields }), vectors: [vectors] };
}

export function documentOf(
  id: string,
  content: string,
  values: readonly number[] = [1, 1, 1, 1, 1, 1],
  fields: Partial<StoredDocument['document']> = {},
): StoredDocument {
  return stored(id, content, [values], fields);
}

function semantic(values: readonly number[], cutoff: number): SemanticQuery {
  return { vector: Float32Array.from(values), space: SPACE, cutoff, scale: SCALE };
}

export function byWords(query: string, typos: 'forgiven' | 'refused' = 'forgiven'): TextQuery {
  return {
    kind: 'search',
    words: { language: 'en', parts: queryParts(query), typos },
    semantic: null,
    semanticShare: 0,
  };
}

export function byMeaning(values: readonly number[], cutoff: number): TextQuery {
  return { kind: 'search', words: null, semantic: semantic(values, cutoff), semanticShare: 1 };
}

export function byBoth(query: string, values: readonly number[], cutoff = 20): TextQuery {
  return { ...byWords(query), semantic: semantic(values, cutoff), semanticShare: 0.6 } as TextQuery;
}

export function searchPlan(fields: Partial<QueryPlan>): QueryPlan {
  return planFor({ scope: [ENGLISH], sort: BEST_FIRST, ...fields });
}

function search(engine: Engine, text: TextQuery): Promise<Findings> {
  return engine.find(searchPlan({ text, window: { offset: 0, limit: 100 } }));
}

async function pagesOf(engine: Engine, text: TextQuery, limit: number): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (;;) {
    const page = await engine.find(searchPlan({ text, window: { offset: hits.length, limit } }));
    if (page.hits.length === 0) return hits;
    hits.push(...page.hits);
  }
}

export function idsOf({ hits }: Findings): string[] {
  return hits.map(({ id }) => id);
}

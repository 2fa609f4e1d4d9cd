import { expect } from 'vitest';
import type { Clause } from '../../domain/filter/filter.js';
import { queryParts } from '../../text/query/query-parts.js';
import type { QueryPlan, TextQuery } from '../engine.js';
import { documentWith } from './engine-contract.js';
import { law } from './engine-under-test.js';
import { byBoth, byMeaning, byWords, documentOf, ENGLISH, idsOf, search, searchPlan } from './search-plans.js';

/** What any engine finds by words. */
export const wordLaws = {
  phrase: law('a quoted phrase binds', async (index) => {
    const engine = await index.startWith(
      documentOf('phrase', 'the harbour wind is cold'),
      documentOf('apart', 'the wind in the harbour is cold'),
    );
    expect(idsOf(await search(engine, byWords('"harbour wind"')))).toEqual(['phrase']);
    expect(idsOf(await search(engine, byWords('harbour wind'))).sort()).toEqual(['apart', 'phrase']);
  }),

  relaxed: law(
    'a phrase that no document in scope and filter has is read as its words, on every page alike',
    async (index) => {
      const apart = 'the wind in the harbour is cold';
      const engine = await index.startWith(
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
    },
  ),

  exclusion: law('a minus binds', async (index) => {
    const engine = await index.startWith(
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
  }),

  typos: law('a document with the word is not below one with only a typo of it', async (index) => {
    const engine = await index.startWith(
      documentOf('right', `harbour ${'rope '.repeat(200)}`),
      documentOf('wrong', 'harbuor harbuor harbuor'),
    );
    const { hits } = await search(engine, byWords('harbour'));
    expect(hits[0].id).toBe('right');
  }),

  forms: law('the matched forms name the words, and typos only where they are forgiven', async (index) => {
    const engine = await index.startWith(documentOf('a', 'sailing to the harbuor'));
    const forgiving = await search(engine, byWords('harbour, sail'));
    expect(forgiving.matched?.words.map(({ term }) => term)).toEqual(['harbour', 'sail']);
    expect(forgiving.matched?.typos).toEqual([{ word: 'harbour', terms: ['harbuor'] }]);
    const strict = await search(engine, byWords('harbour, sail', 'refused'));
    expect(strict.matched?.typos).toEqual([]);
    expect((await search(engine, byMeaning([1, 0, 0, 0, 0, 0], 0))).matched).toBeNull();
  }),

  spellings: law('letters and digits, and words that a sign joins, are found together and apart', async (index) => {
    const texts = ['an iPhone 15', 'an iPhone15', 'an iPhone 14', 'by Wi-Fi', 'by wifi', 'by wire'];
    const engine = await index.startWith(...texts.map((text, i) => documentOf(`d${i}`, text)));
    const found = async (query: string) => idsOf(await search(engine, byWords(query))).sort();
    expect(await found('iphone15')).toEqual(['d0', 'd1']);
    expect((await found('iphone 15')).slice(0, 2)).toEqual(['d0', 'd1']);
    for (const query of ['wifi', 'wi-fi']) expect(await found(query)).toEqual(['d3', 'd4']);
    const suggested = { kind: 'suggest', typed: 'wi-fi', language: 'en' } as const;
    await index.add({ document: documentWith({ id: 'title', title: 'Wifi' }), vectors: [] });
    expect(idsOf(await engine.find(searchPlan({ text: suggested })))).toContain('title');
  }),

  compounds: law(
    'words that a hyphen joins have the forms of the word that they are also written as',
    async (index) => {
      const texts = ['he re-arranged it', 'she rearranged it', 'they rearrange it', 'a range'];
      const inOneBatch = await index.startWith(...texts.map((text, i) => documentOf(`d${i}`, text)));
      for (const query of ['rearranges', 're-arranging'])
        expect(idsOf(await search(inOneBatch, byWords(query))).sort()).toEqual(['d0', 'd1', 'd2']);
    },
  ),

  accents: law(
    'of words that are the same but for their accents, only those are found that are a form of what is looked for',
    async (index) => {
      const texts = ['hacia el mar', 'hacía frío', 'hacía viento hacia el mar', 'haciendo ruido'];
      const spanish = texts.map((text, i) => documentOf(`d${i}`, text, undefined, { language: 'es' }));
      const engine = await index.startWith(...spanish);
      const found = async (query: string, fields: Partial<QueryPlan> = {}) => {
        const words = { language: 'es', parts: queryParts(query), typos: 'refused' as const };
        const text = { kind: 'search', words, semantic: null, semanticShare: 0 } as const;
        return idsOf(await engine.find(searchPlan({ text, scope: [], ...fields }))).sort();
      };
      // "hacía" is a form of "haciendo", and "hacia" is another word.
      expect(await found('haciendo')).toEqual(['d1', 'd2', 'd3']);
      const match: Clause = { kind: 'match', field: 'content', text: 'haciendo' };
      const filter = { must: [match], mustNot: [], should: [], minimumShouldMatch: 0 };
      expect(await found('', { text: null, filter })).toEqual(['d1', 'd2', 'd3']);
      for (const query of ['hacía', 'hacia', '"hacia"'])
        expect(await found(query)).toEqual(expect.arrayContaining(['d0', 'd1', 'd2']));
    },
  ),

  spacings: law('two words are found as one, and one as two, where typos are forgiven', async (index) => {
    const texts = ['each file name', 'each filename', 'each file has a name', 'log in', 'login'];
    const engine = await index.startWith(...texts.map((text, i) => documentOf(`d${i}`, text)));
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
  }),
};
